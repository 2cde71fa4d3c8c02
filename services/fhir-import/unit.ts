import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ExternalSource, isOlderVersion, isSameContent } from '#contracts/wire/coding';
import { type FileEntry, isLinesFile, type Json, type RawResource, readFhirFile, type SourceFile } from './resources/fhir-file.ts';
import { elementsLeft } from './elements/elements.ts';
import { Reach, type Linked, type Reached } from './reach.ts';
import { digestOf } from './resources/digest.ts';
import { leftOutOf, type LeftOutResource } from './resources/left-out.ts';
import { nameWithin, References } from './references.ts';
import { hasCode } from './resources/fhir-text.ts';
import { remarksOf } from './resources/remarks.ts';
import { Condition, imported, lastUpdatedOf, Patient, textOf, type TypeName, unreadable } from './resources/resource.ts';
import { type Tally, UNKNOWN } from './tally.ts';

/** A resource with its name, its version, and what others say of it. */
export interface Found extends Linked {
  type: TypeName;
  /** What tells its versions apart. */
  version: Omit<ExternalSource, 'system' | 'reference'>;
  reached: Reached;
  /** Of a Patient: other versions in the same file, which must be the same person. */
  others?: RawResource[];
  /** Another version was in the same file, and nobody can say which of the two is newer. */
  isUnordered?: boolean;
  /** The latest `meta.lastUpdated` among its versions in the file. */
  newest?: string;
}

/** The version of a resource as items keep it. */
export const sourceOf = ({ reference, version }: Found, system: string): ExternalSource => ({ system, reference, ...version });

/** Resources whose references lead to each other: a bundle, or the files of one bulk export. */
export interface Unit {
  references: References;
  reach: Reach;
  byType: Record<TypeName, Found[]>;
  /** What has no place in a record here. */
  leftOut: readonly (Pick<LeftOutResource, 'type' | 'name'> & { reference: string; subject: string | undefined })[];
}

/** After so many entries requests and heartbeats get their turn. */
const ENTRIES_PER_TURN = 500;

/** Read for the sake of others. */
const helping = new Set(['Medication', 'Encounter', 'ServiceRequest', 'Specimen']);

/** Looked at for the names that others refer to. */
const naming = new Set(['Practitioner', 'PractitionerRole', 'RelatedPerson', 'Organization', 'Location', 'Device']);

/** What is said within another resource and read there, or has no place in a record. */
const QUIET = new Set([...['Patient', 'Practitioner', 'PractitionerRole', 'Organization', 'Location', 'Device', 'Substance'], ...helping]);

const isImported = (type: string): type is TypeName => (imported as readonly string[]).includes(type);

const versionOf = (resource: RawResource): Found['version'] => {
  const { versionId } = Patient.shape.meta.parse(resource['meta']) ?? {};
  const [digest, last_updated] = [digestOf(resource), lastUpdatedOf(resource)];
  return { version: (versionId ?? last_updated ?? digest).slice(0, 200), ...(last_updated === undefined ? {} : { last_updated }), digest };
};

const typeOf = (resource: RawResource): string => {
  const type = textOf(resource, 'resourceType') ?? '';
  return /^[A-Za-z]{1,64}$/.test(type) ? type : UNKNOWN;
};

const ID = /^[A-Za-z0-9\-._]{1,128}$/;

/** Without an id of its own a resource is called as its bundle calls it; its name in the list of what was skipped otherwise. */
const named = ({ resource, fullUrl, place }: FileEntry, type: string): { reference: string; isName: boolean } => {
  const id = textOf(resource, 'id') ?? /^urn:(?:uuid|oid):(.+)$/.exec(fullUrl ?? '')?.[1];
  return id === undefined || !ID.test(id)
    ? { reference: `${type} (${place || 'entry 1'})`, isName: false }
    : { reference: `${type}/${id}`, isName: true };
};

/** What a resource that another one contains takes over from it, where it does not say so itself. */
const INHERITED = ['subject', 'encounter', 'basedOn'];
const DATES = ['effectiveDateTime', 'effectivePeriod', 'effectiveInstant', 'effectiveTiming'];

const isObject = (value: Json): value is RawResource => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Results within a report, and members within a panel: nobody else brings them. What else is within is named. */
const withinOf = ({ reference, type, resource, isUnordered }: Found, tally: Tally): Found[] => {
  const { contained } = resource;
  if (!Array.isArray(contained)) return [];
  const takesResults = type === 'DiagnosticReport' || type === 'Observation';
  const unread = takesResults ? unreadable(resource) : undefined;
  const ids = new Set<string>();
  return contained.flatMap((inner): Found[] => {
    if (isObject(inner) && QUIET.has(typeOf(inner))) return [];
    const [kind, id] = isObject(inner) ? [typeOf(inner), textOf(inner, 'id')] : [UNKNOWN, undefined];
    const isResult = kind === 'Observation' && takesResults && id !== undefined && ID.test(id) && !ids.has(id);
    if (!isObject(inner) || !isResult || unread !== undefined) {
      const isCounted = unread !== undefined && isResult;
      tally.part(reference, isCounted ? `a result within it is not taken: ${unread}` : `a resource within it is not taken: ${kind}`);
      return [];
    }
    ids.add(id);
    tally.read('Observation');
    const dates = DATES.some((date) => date in inner) ? [] : DATES;
    const from = [...INHERITED, ...dates].flatMap((field) => (resource[field] === undefined ? [] : [[field, resource[field]]]));
    const own = { ...(Object.fromEntries(from) as RawResource), ...inner, meta: resource['meta'] ?? null };
    const found = { reference: nameWithin(reference, id), type: 'Observation' as const, container: reference, reached: UNREACHED };
    return [{ ...found, version: versionOf(own), resource: { ...own, contained }, ...(isUnordered === true ? { isUnordered } : {}) }];
  });
};

const UNREACHED: Reached = { doubts: [], confirmedBy: [], dependsOn: [], links: [] };

/** @throws UnreadableBundle, the signal's reason */
export const readUnit = async (files: readonly SourceFile[], tally: Tally, signal: AbortSignal): Promise<Unit> => {
  const references = new References();
  const found = new Map<string, Found>();
  const helpers = new Map<string, Linked>();
  const leftOut = new Map<string, LeftOutResource>();
  for (const file of files) {
    let index = 0;
    for await (const entry of readFhirFile(file, signal)) {
      await turn(signal, ++index);
      if ('about' in entry) {
        for (const remark of remarksOf(entry)) tally.remark(file.path, remark);
        continue;
      }
      if ('reason' in entry) {
        tally.unread(file.path, entry.place, entry.reason);
        continue;
      }
      const { resource } = entry;
      const type = typeOf(resource);
      tally.read(type);
      const { reference, isName } = named(entry, type);
      if (isImported(type) || helping.has(type)) references.add(entry, reference);
      if (naming.has(type)) references.addNamed(entry, reference);
      if (!isImported(type)) {
        if (helping.has(type)) keepNewestHelper(helpers, { reference, resource });
        const isOfPatient = type === 'Device' && resource['patient'] !== undefined;
        const left = QUIET.has(type) && !isOfPatient ? undefined : leftOutOf(resource, type);
        if (left) leftOut.set(isName ? reference : `${file.path} ${reference}`, left);
        tally.skipped(
          reference,
          helping.has(type) ? `${type} is read for what refers to it` : `${type} is not a kind of resource that is taken`,
        );
        continue;
      }
      if (!isName) {
        const left = leftOutOf(resource, type);
        if (left && type !== 'Patient') leftOut.set(`${file.path} ${reference}`, left);
        tally.skipped(reference, 'no id: it could not be recognised again');
        continue;
      }
      keepNewest(found, { reference, type, version: versionOf(resource), resource, reached: UNREACHED }, tally);
    }
  }
  for (const reference of [...found.keys()].filter((name) => references.isOfSeveral(name))) {
    found.delete(reference);
    tally.skipped(reference, 'resources of two servers have this id in the file');
  }
  const reach = new Reach(references);
  const kept = [...found.values()].flatMap((one) => [one, ...withinOf(one, tally)]);
  const all: Linked[] = [...helpers.values(), ...kept];
  for (const one of all) {
    if (one.container === undefined) references.choose(one.reference, one.resource);
    reach.add(one);
  }
  for (const [index, one] of all.entries()) {
    await turn(signal, index);
    reach.link(one);
    tally.notTaken(typeOf(one.resource), elementsLeft(one.resource));
  }
  reach.settle();
  const byType = Object.fromEntries(imported.map((type) => [type, [] as Found[]])) as Record<TypeName, Found[]>;
  for (const one of kept) {
    const reached = reach.of(one.reference);
    const version = reached.links.length === 0 ? one.version : { ...one.version, links: reached.links };
    byType[one.type].push({ ...one, version, reached });
  }
  const left = [...leftOut].map(([reference, { type, name, about }]) => {
    const { name: subject, reason } = references.subjectOf(about);
    return { reference, type, name, subject: reason === undefined ? subject : undefined };
  });
  return { references, reach, byType, leftOut: left };
};

const turn = async (signal: AbortSignal, index: number): Promise<void> => {
  signal.throwIfAborted();
  if (index % ENTRIES_PER_TURN === 0) await nextTurn();
};

const keepNewestHelper = (helpers: Map<string, Linked>, next: Linked): void => {
  const before = helpers.get(next.reference);
  const [a, b] = [lastUpdatedOf(next.resource), before && lastUpdatedOf(before.resource)];
  const isOlder = a !== undefined && b !== undefined && a < b;
  const isUnordered = a === undefined || b === undefined || a === b;
  if (!before || !(isOlder || (isUnordered && isWithdrawn(before)))) helpers.set(next.reference, next);
};

const WITHDRAWN = new Set(['entered-in-error', 'cancelled']);
/** Whether a resource says itself that it is withdrawn. */
export const isWithdrawn = ({ resource }: Pick<Linked, 'resource'>): boolean =>
  WITHDRAWN.has(textOf(resource, 'status') ?? '') ||
  hasCode(Condition.shape.verificationStatus.parse(resource['verificationStatus']), 'entered-in-error', 'refuted');

/** The same resource twice: the newer one counts; where nobody can say, one that is withdrawn, otherwise the later one. */
const keepNewest = (found: Map<string, Found>, next: Found, tally: Tally): void => {
  const before = found.get(next.reference);
  if (before === undefined) {
    found.set(next.reference, next);
    return;
  }
  const [a, b] = [sourceOf(next, ''), sourceOf(before, '')];
  const newest = [before.newest, b.last_updated, a.last_updated]
    .flatMap((time) => time ?? [])
    .sort()
    .at(-1);
  const isOlder = a.last_updated !== undefined && newest !== undefined && a.last_updated < newest;
  const isSame = isSameContent(a, b);
  const isUnordered = !isSame && !isOlder && !isOlderVersion(b, a);
  const isBeforeKept = isOlder || (isUnordered && isWithdrawn(before) && !isWithdrawn(next));
  const [kept, left] = isBeforeKept ? [before, next] : [next, before];
  found.set(next.reference, {
    ...kept,
    ...(next.type === 'Patient' ? { others: [...(before.others ?? []), left.resource] } : {}),
    ...(newest === undefined ? {} : { newest }),
    ...(isUnordered || (isSame && before.isUnordered === true) ? { isUnordered: true } : {}),
  });
  const another = isUnordered
    ? 'another version of it is in the same file, and not which is newer'
    : 'another version of it is in the same file';
  tally.skipped(next.reference, isSame ? 'it is twice in the same file' : another);
};

/** Bulk exports have a file for each type: they belong together. Every other file is a unit of its own. @throws the signal's reason */
export const unitsOf = async (files: readonly SourceFile[], signal: AbortSignal): Promise<SourceFile[][]> => {
  const lines: SourceFile[] = [];
  for (const file of files) if (await isLinesFile(file, signal)) lines.push(file);
  const alone = files.filter((file) => !lines.includes(file)).map((file) => [file]);
  return lines.length > 0 ? [lines, ...alone] : alone;
};
