import type { FileEntry, RawResource } from './fhir-file.ts';
import { textOf } from './resource.ts';

/** `Type/id` of a resource, its name among all others of its source. */
export const referenceOf = (resource: RawResource): string | undefined => {
  const [type, id] = [textOf(resource, 'resourceType'), textOf(resource, 'id')];
  return type === undefined || id === undefined ? undefined : `${type}/${id}`;
};

/** An absolute address or a history of versions shortened to `Type/id`. */
const short = (reference: string): string =>
  /([A-Z][A-Za-z]+\/[A-Za-z0-9\-.]{1,64})(?:\/_history\/[^/]+)?$/.exec(reference)?.[1] ?? reference;

/** The resources that were read together, found by whatever others call them. */
export class References {
  private readonly byName = new Map<string, RawResource>();

  add({ resource, fullUrl }: FileEntry): void {
    const name = referenceOf(resource);
    if (name !== undefined) this.byName.set(name, resource);
    if (fullUrl !== undefined) this.byName.set(fullUrl, resource);
  }

  /**
   * @param reference as it is written: `Type/id`, `urn:uuid:...`, an absolute address, or `#id` for what `within` contains
   */
  find(reference: string | undefined, within?: RawResource): RawResource | undefined {
    if (reference === undefined) return undefined;
    if (reference.startsWith('#')) return contained(within, reference.slice(1));
    return this.byName.get(reference) ?? this.byName.get(short(reference));
  }

  /** `Type/id` of what is referred to, also where it is in no file that was read. */
  nameOf(reference: string | undefined): string | undefined {
    const found = this.find(reference);
    if (found) return referenceOf(found);
    return reference === undefined || !/^[A-Z][A-Za-z]+\//.test(short(reference)) ? undefined : short(reference);
  }
}

const contained = (within: RawResource | undefined, id: string): RawResource | undefined => {
  const list = within?.['contained'];
  if (!Array.isArray(list)) return undefined;
  return list.find((one): one is RawResource => typeof one === 'object' && one !== null && !Array.isArray(one) && one['id'] === id);
};
