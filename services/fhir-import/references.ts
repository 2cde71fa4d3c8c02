import type { FileEntry, RawResource } from './resources/fhir-file.ts';

const NAME = /(?:^|\/)([A-Z][A-Za-z]+\/[A-Za-z0-9\-._]{1,128})(?:\/_history\/[^/]+)?$/;

/** `Type/id` at the end of an address or of a name with its version. */
const short = (reference: string): string => NAME.exec(reference)?.[1] ?? reference;

const isAddress = (reference: string): boolean => /^https?:\/\//i.test(reference);

/** The server of an absolute address: what stands before `Type/id`. */
const serverOf = (address: string): string => {
  const name = NAME.exec(address);
  return (name ? address.slice(0, name.index) : address).toLowerCase().replace(/^https?:/, '');
};

/** The resources that were read together, found by whatever others call them. */
export class References {
  private readonly names = new Map<string, string>();
  private readonly resources = new Map<string, RawResource>();
  /** By what the file calls its entries: the entry itself, where several are called by one name. */
  private readonly entries = new Map<string, RawResource>();
  private readonly addresses = new Map<string, Set<string>>();
  /** What names two resources names neither. */
  private readonly ambiguous = new Set<string>();
  /** Servers by what the file calls its entries, by entry. */
  private readonly servers = new Map<string, Set<string>>();
  /** All servers of the file's own entries. */
  private readonly home = new Set<string>();
  /** Servers that resources of the file speak of. */
  private readonly spokenOf = new Set<string>();

  /** @param name `Type/id` */
  add({ resource, fullUrl }: FileEntry, name: string): void {
    this.names.set(name, name);
    this.resources.set(name, resource);
    this.speak(resource['subject']);
    if (fullUrl === undefined) return;
    if ((this.names.get(fullUrl) ?? name) !== name) this.ambiguous.add(fullUrl);
    this.names.set(fullUrl, name);
    this.entries.set(fullUrl, resource);
    this.addresses.set(name, (this.addresses.get(name) ?? new Set()).add(fullUrl));
    if (!isAddress(fullUrl)) return;
    this.home.add(serverOf(fullUrl));
    this.servers.set(name, (this.servers.get(name) ?? new Set()).add(serverOf(fullUrl)));
  }

  /** Chooses a version where the file has several of a resource. */
  choose(name: string, resource: RawResource): void {
    this.resources.set(name, resource);
  }

  /** Whether the file has this name from two servers: equal ids of two senders are two things. */
  isOfSeveral(name: string): boolean {
    return (this.servers.get(name)?.size ?? 0) > 1;
  }

  /**
   * @param reference as it is written: `Type/id`, `urn:uuid:...`, an absolute address, or `#id` for what `within` contains
   */
  find(reference: string | undefined, within?: RawResource): RawResource | undefined {
    if (reference === undefined) return undefined;
    if (reference.startsWith('#')) return contained(within, reference.slice(1));
    const name = this.known(reference);
    if (name === undefined) return undefined;
    const isOneOfSeveral = (this.addresses.get(name)?.size ?? 0) > 1;
    return (isOneOfSeveral ? this.entries.get(reference) : undefined) ?? this.resources.get(name);
  }

  /**
   * `Type/id` of what is referred to, also where it is in no file that was read.
   * @param container the name of the resource that contains it, for `#id`
   */
  nameOf(reference: string | undefined, container?: string): string | undefined {
    if (reference === undefined || this.ambiguous.has(reference)) return undefined;
    if (reference.startsWith('#')) return container === undefined ? undefined : nameWithin(container, reference.slice(1));
    const known = this.known(reference);
    if (known !== undefined) return known;
    const name = short(reference);
    return /^[A-Z][A-Za-z]+\//.test(name) && (!isAddress(reference) || this.isHome(reference, name)) ? name : undefined;
  }

  private known(reference: string): string | undefined {
    if (this.ambiguous.has(reference)) return undefined;
    const exact = this.names.get(reference);
    if (exact !== undefined) return exact;
    const name = short(reference);
    return !isAddress(reference) || this.isHome(reference, name) ? this.names.get(name) : undefined;
  }

  /** Whether an address leads to the server that this file came from: the same id on another one is somebody else. */
  private isHome(address: string, name: string): boolean {
    const server = serverOf(address);
    const own = this.servers.get(name);
    if (own !== undefined) return own.has(server);
    return this.home.size > 0 ? this.home.has(server) : this.spokenOf.size < 2;
  }

  private speak(subject: unknown): void {
    const reference = typeof subject === 'object' && subject !== null && 'reference' in subject ? subject.reference : undefined;
    if (typeof reference === 'string' && isAddress(reference)) this.spokenOf.add(serverOf(reference));
  }
}

/** What a resource within another one is called: 'Observation in DiagnosticReport/r1#k'. */
export const nameWithin = (container: string, id: string): string => `Observation in ${container}#${id}`;

/** The resource that contains what is called so; undefined where it is a resource of its own. */
export const containerOf = (name: string): string | undefined => /^Observation in (.+)#/.exec(name)?.[1];

const contained = (within: RawResource | undefined, id: string): RawResource | undefined => {
  const list = within?.['contained'];
  if (!Array.isArray(list)) return undefined;
  return list.find((one): one is RawResource => typeof one === 'object' && one !== null && !Array.isArray(one) && one['id'] === id);
};
