import type { FileEntry, RawResource } from './fhir-file.ts';

/** An absolute address or a history of versions shortened to `Type/id`. */
const short = (reference: string): string =>
  /([A-Z][A-Za-z]+\/[A-Za-z0-9\-.]{1,64})(?:\/_history\/[^/]+)?$/.exec(reference)?.[1] ?? reference;

/** The resources that were read together, found by whatever others call them. */
export class References {
  private readonly byName = new Map<string, { name: string; resource: RawResource }>();

  /** @param name `Type/id` */
  add({ resource, fullUrl }: FileEntry, name: string): void {
    this.byName.set(name, { name, resource });
    if (fullUrl !== undefined) this.byName.set(fullUrl, { name, resource });
  }

  /**
   * @param reference as it is written: `Type/id`, `urn:uuid:...`, an absolute address, or `#id` for what `within` contains
   */
  find(reference: string | undefined, within?: RawResource): RawResource | undefined {
    if (reference === undefined) return undefined;
    if (reference.startsWith('#')) return contained(within, reference.slice(1));
    return this.known(reference)?.resource;
  }

  /** `Type/id` of what is referred to, also where it is in no file that was read. */
  nameOf(reference: string | undefined): string | undefined {
    if (reference === undefined) return undefined;
    return this.known(reference)?.name ?? (/^[A-Z][A-Za-z]+\//.test(short(reference)) ? short(reference) : undefined);
  }

  private known(reference: string) {
    return this.byName.get(reference) ?? this.byName.get(short(reference));
  }
}

const contained = (within: RawResource | undefined, id: string): RawResource | undefined => {
  const list = within?.['contained'];
  if (!Array.isArray(list)) return undefined;
  return list.find((one): one is RawResource => typeof one === 'object' && one !== null && !Array.isArray(one) && one['id'] === id);
};
