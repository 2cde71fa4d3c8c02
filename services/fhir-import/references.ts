import type { FileEntry, RawResource } from './resources/fhir-file.ts';
import { dateOf } from './resources/fhir-text.ts';
import { type Identifier, Patient, Reference, textOf } from './resources/resource.ts';
import { isNamedAlike } from './translators/patient-name.ts';

const SEARCH = /^(?:(https?:[^?]*)\/)?([A-Z][A-Za-z]+)\?(.*)$/;
const NAME = /(?:^|\/)([A-Z][A-Za-z]+\/[A-Za-z0-9\-._]{1,128})(?:\/_history\/[^/]+)?$/;

/** `Type/id` at the end of an address or of a name with its version. */
const short = (reference: string): string => NAME.exec(reference)?.[1] ?? reference;

const isAddress = (reference: string): boolean => /^https?:\/\//i.test(reference);

/** The server of an absolute address: what stands before `Type/id` or `Type?search`. */
const serverOf = (address: string): string => {
  const name = NAME.exec(address);
  return (SEARCH.exec(address)?.[1] ?? (name ? address.slice(0, name.index) : address)).toLowerCase().replace(/^https?:/, '');
};

/** What says how somebody or something is called; a picture is not held for it. */
const NAMES = ['resourceType', 'name', 'relationship', 'code', 'specialty', 'practitioner', 'organization', 'deviceName', 'type'];
const namesIn = (resource: RawResource): RawResource =>
  Object.fromEntries(Object.entries(resource).filter(([element]) => NAMES.includes(element)));

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
  /** Those that are only looked at for their names, by what others call them; undefined where two are called so. */
  private readonly named = new Map<string, { resource: RawResource; fullUrl: string | undefined } | undefined>();
  /** Patients by system and value of an identifier, and by its value alone, at most two of each; undefined until it is needed. */
  private identified: Map<string, Set<string>> | undefined;

  /** @param name `Type/id` */
  add({ resource, fullUrl }: Pick<FileEntry, 'resource' | 'fullUrl'>, name: string): void {
    this.names.set(name, name);
    this.resources.set(name, resource);
    this.speak(resource['subject']);
    this.identified = undefined;
    if (fullUrl === undefined) return;
    if ((this.names.get(fullUrl) ?? name) !== name) this.ambiguous.add(fullUrl);
    this.names.set(fullUrl, name);
    this.entries.set(fullUrl, resource);
    this.addresses.set(name, (this.addresses.get(name) ?? new Set()).add(fullUrl));
    if (!isAddress(fullUrl)) return;
    this.home.add(serverOf(fullUrl));
    this.servers.set(name, (this.servers.get(name) ?? new Set()).add(serverOf(fullUrl)));
  }

  /** Adds somebody or something that others name. It says nothing of where the file is from, and of whom it speaks. */
  addNamed({ resource, fullUrl }: Pick<FileEntry, 'resource' | 'fullUrl'>, name: string): void {
    const entry = { resource: namesIn(resource), fullUrl };
    for (const key of fullUrl === undefined ? [name] : [name, fullUrl]) {
      const before = this.named.get(key);
      const isOfTwo = this.named.has(key) && (before === undefined || before.fullUrl !== fullUrl);
      this.named.set(key, isOfTwo ? undefined : entry);
    }
  }

  /** Chooses a version where the file has several of a resource. */
  choose(name: string, resource: RawResource): void {
    this.resources.set(name, resource);
    this.identified = undefined;
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

  /** The same, also where it is only there for its name. */
  findNamed(reference: string | undefined, within?: RawResource): RawResource | undefined {
    const own = this.find(reference, within);
    if (own !== undefined || reference === undefined) return own;
    const name = short(reference);
    const isKnown = !isAddress(reference) || this.isHome(reference, name);
    return (this.named.has(reference) ? this.named.get(reference) : isKnown ? this.named.get(name) : undefined)?.resource;
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

  /**
   * Whom a resource is about (R4: by address, by a search, by an identifier, within itself, or in words).
   * @param container the name of the resource that contains it
   */
  subjectOf(resource: RawResource, container?: string): Subject {
    const subject = Reference.safeParse(resource['subject']).data ?? Reference.parse({});
    const { reference } = subject;
    if (reference === undefined || reference === '') return this.logical(subject);
    if (reference.startsWith('#')) return this.containedSubject(contained(resource, reference.slice(1)));
    const [, server, searched, query] = SEARCH.exec(reference) ?? [];
    if (searched !== undefined) {
      const isElsewhere = server !== undefined && !this.home.has(serverOf(reference));
      return searched === 'Patient' ? this.searched(query!, isElsewhere) : aboutOther(searched);
    }
    const name = this.nameOf(reference, container);
    const type = typeOfName(name ?? short(reference));
    if (type !== undefined && type !== 'Patient') return { ...(name === undefined ? {} : { name }), ...aboutOther(type) };
    if (subject.identifier === undefined) return name === undefined ? { reason: NOT_IN_FILE } : { name };
    const identified = this.logical(subject);
    if (name === undefined) return identified.name === undefined ? { reason: NOT_IN_FILE } : identified;
    return identified.name === undefined || identified.name === name ? { name } : { reason: CONTRADICTED };
  }

  private logical({ type, identifier, display }: Reference): Subject {
    const named = type?.split('/').at(-1);
    if (named !== undefined && named !== '' && named !== 'Patient') return aboutOther(named);
    if (identifier?.value !== undefined)
      return isFormer(identifier) ? { reason: FORMER } : this.oneOf(this.identifiedBy(identifier.value, identifier.system ?? ''));
    return { reason: display === undefined ? NO_PATIENT : 'its patient is only named in words' };
  }

  /**
   * @param query `identifier=system|value`; every other search may find somebody else at its source
   * @param isElsewhere at a server that the file is not known to come from, whose numbers without a system are other ones
   */
  private searched(query: string, isElsewhere: boolean): Subject {
    const [[field, text] = ['', ''], ...others] = [...new URLSearchParams(query.replaceAll('+', '%2B'))];
    if (field !== 'identifier' || others.length > 0 || text === '' || text.includes(',')) {
      return { reason: 'its patient is named only by a search that is not by one identifier' };
    }
    const at = text.indexOf('|');
    const [system, value] = at < 0 ? [undefined, text] : [text.slice(0, at), text.slice(at + 1)];
    if (isElsewhere && !system) return { reason: ELSEWHERE };
    return this.oneOf(this.identifiedBy(value!, system));
  }

  /** A contained resource has no identity of its own: only an identifier leads from it to a Patient of the file, who is the same in all that it states. */
  private containedSubject(inner: RawResource | undefined): Subject {
    if (inner === undefined) return { reason: NOT_IN_FILE };
    const type = textOf(inner, 'resourceType') ?? '';
    if (type !== 'Patient') return type === '' ? { reason: NOT_IN_FILE } : aboutOther(type);
    const identifiers = identifiersOf(inner);
    if (identifiers.length === 0) return { reason: 'its patient is contained and has no identity of its own' };
    const subject = this.oneOf(new Set(identifiers.flatMap(({ system = '', value }) => [...this.identifiedBy(value!, system)])));
    const patient = this.resources.get(subject.name ?? '');
    return patient && isContradicted(inner, patient) ? { reason: OTHER_THAN_CONTAINED } : subject;
  }

  /** @param system '' for none; undefined: any */
  private identifiedBy(value: string, system: string | undefined): ReadonlySet<string> {
    this.identified ??= identifiedIn(this.resources);
    return this.identified.get(keyOf(value, system)) ?? new Set();
  }

  private oneOf(names: ReadonlySet<string>): Subject {
    const [name] = names;
    if (name === undefined) return { reason: 'its patient is named only by an identifier that no patient of the file has' };
    return names.size === 1 ? { name } : { reason: 'its patient is named only by an identifier that several patients of the file have' };
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

/** Whom a resource is about: the name of a resource, `Type/id`; or why it is no patient's, or nobody can tell whose. */
export interface Subject {
  name?: string;
  reason?: string;
}

const NO_PATIENT = 'no patient';
const NOT_IN_FILE = 'its patient is not in the file';
const FORMER = 'its patient is named only by an identifier that is no longer used';
const ELSEWHERE = 'its patient is named only by a search of another server by an identifier without its system';
const OTHER_THAN_CONTAINED = 'its patient is contained and differs from the patient of the file that has the same identifier';
const CONTRADICTED = 'its patient is named by a reference and by an identifier that lead to two patients';

const aboutOther = (type: string): { reason: string } => ({
  reason: `it is about ${/^[AEIOU]/.test(type) ? 'an' : 'a'} ${type}, not a patient`,
});

const typeOfName = (name: string): string | undefined => /^([A-Z][A-Za-z]+)\//.exec(name)?.[1];

const isFormer = ({ use }: Identifier): boolean => use === 'old';

const allIdentifiersOf = (patient: RawResource): Identifier[] =>
  Patient.shape.identifier.parse(patient['identifier']).filter(({ value }) => value !== undefined && value !== '');

/** An identifier that is no longer used identifies nobody. */
const identifiersOf = (patient: RawResource): Identifier[] => allIdentifiersOf(patient).filter((one) => !isFormer(one));

const keyOf = (value: string, system: string | undefined): string => JSON.stringify(system === undefined ? [value] : [value, system]);

/** Two say that several have it: a value that everybody has is not looked through at each reference. */
const MAX_NAMES = 2;

const identifiedIn = (resources: ReadonlyMap<string, RawResource>): Map<string, Set<string>> => {
  const identified = new Map<string, Set<string>>();
  for (const [name, resource] of resources) {
    if (textOf(resource, 'resourceType') !== 'Patient') continue;
    for (const { system = '', value } of identifiersOf(resource)) {
      for (const key of [keyOf(value!, system), keyOf(value!, undefined)]) {
        const names = identified.get(key) ?? new Set();
        if (names.size < MAX_NAMES) identified.set(key, names.add(name));
      }
    }
  }
  return identified;
};

/** Whether two birth dates as they are written differ as far as both are known. */
const areBornApart = (one: string | undefined, other: string | undefined): boolean => {
  if (one === undefined || other === undefined) return false;
  const [a, b] = [one, other].map((written) => (dateOf(written) === undefined ? written : written.slice(0, 10))) as [string, string];
  return !a.startsWith(b) && !b.startsWith(a);
};

/** Whether a contained Patient states a name, a birth date or an identifier that is not the Patient's. */
const isContradicted = (inner: RawResource, patient: RawResource): boolean => {
  const [stated, own] = [Patient.parse(inner), Patient.parse(patient)];
  if (areBornApart(stated.birthDate, own.birthDate) || !isNamedAlike(stated, own)) return true;
  const numbers = allIdentifiersOf(patient);
  return identifiersOf(inner).some(({ system, value }) => {
    const ofSystem = system ? numbers.filter((one) => one.system === system) : [];
    return ofSystem.length > 0 && ofSystem.every((one) => one.value !== value);
  });
};

/** What a resource within another one is called: 'Observation in DiagnosticReport/r1#k'. */
export const nameWithin = (container: string, id: string): string => `Observation in ${container}#${id}`;

/** The resource that contains what is called so; undefined where it is a resource of its own. */
export const containerOf = (name: string): string | undefined => /^Observation in (.+)#/.exec(name)?.[1];

const contained = (within: RawResource | undefined, id: string): RawResource | undefined => {
  const list = within?.['contained'];
  if (!Array.isArray(list)) return undefined;
  return list.find((one): one is RawResource => typeof one === 'object' && one !== null && !Array.isArray(one) && one['id'] === id);
};
