import { compare } from '#contracts/rules/compare';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ExternalSource, isOlderVersion, isSameContent } from '#contracts/wire/coding';
import { type FileEntry, isLinesName, type Json, type RawResource, readFhirFile, type SourceFile } from './resources/fhir-file.ts';
import { Reach, type Linked, type Reached } from './reach.ts';
import { nameWithin, References } from './references.ts';
import { imported, lastUpdatedOf, Links, Patient, textOf, type TypeName, unreadable } from './resources/resource.ts';
import type { Tally } from './tally.ts';

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
}

/** The version of a resource as items keep it. */
export const sourceOf = ({ reference, version }: Found, system: string): ExternalSource => ({ system, reference, ...version });

/** Resources whose references lead to each other: a bundle, or the files of one bulk export. */
export interface Unit {
  references: References;
  reach: Reach;
  byType: Record<TypeName, Found[]>;
}

/** After so many entries requests and heartbeats get their turn. */
const ENTRIES_PER_TURN = 500;

/** Read for the sake of others. */
const helping = new Set(['Medication', 'Encounter', 'ServiceRequest', 'Specimen']);

/** What is said within another resource and read there, or has no place in a record. */
const QUIET = new Set([...['Patient', 'Practitioner', 'PractitionerRole', 'Organization', 'Location', 'Device', 'Substance'], ...helping]);

const isImported = (type: string): type is TypeName => (imported as readonly string[]).includes(type);

/** In a fixed order of fields: the same content has the same hash wherever it is written. */
const canonical = (value: Json): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compare(a, b)))
      : inner,
  );

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Of all that it says itself; when it was stored and in which version says nothing of the patient. */
const digestOf = ({ meta: _meta, contained: _contained, ...said }: RawResource): string => hash(canonical(said));

const versionOf = (resource: RawResource): Found['version'] => {
  const { versionId } = Patient.shape.meta.parse(resource['meta']) ?? {};
  const [digest, last_updated] = [digestOf(resource), lastUpdatedOf(resource)];
  return { version: (versionId ?? last_updated ?? digest).slice(0, 200), ...(last_updated === undefined ? {} : { last_updated }), digest };
};

/** What is no resource, or names no type of resource. */
const UNKNOWN = 'Unknown';

const typeOf = (resource: RawResource): string => {
  const type = textOf(resource, 'resourceType') ?? '';
  return /^[A-Za-z]{1,64}$/.test(type) ? type : UNKNOWN;
};

/** Without an id of its own a resource is called as its bundle calls it; its name in the list of what was skipped otherwise. */
const named = ({ resource, fullUrl }: FileEntry, type: string, index: number): { reference: string; isName: boolean } => {
  const id = textOf(resource, 'id') ?? /^urn:(?:uuid|oid):(.+)$/.exec(fullUrl ?? '')?.[1];
  return id === undefined || !/^[A-Za-z0-9\-._]{1,128}$/.test(id)
    ? { reference: `${type} (entry ${index})`, isName: false }
    : { reference: `${type}/${id}`, isName: true };
};

/** What a resource that another one contains takes over from it, where it does not say so itself. */
const INHERITED = ['subject', 'encounter', 'basedOn'];
const DATES = ['effectiveDateTime', 'effectivePeriod', 'effectiveInstant', 'effectiveTiming'];

/** Results within a report, and members within a panel: nobody else brings them. What else is within is named. */
const withinOf = ({ reference, type, resource }: Pick<Found, 'reference' | 'type' | 'resource'>, tally: Tally): Linked[] => {
  const { contained } = resource;
  if (!Array.isArray(contained)) return [];
  const takesResults = type === 'DiagnosticReport' || type === 'Observation';
  const unread = takesResults ? unreadable(resource) : undefined;
  return contained.flatMap((inner): Linked[] => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner) || QUIET.has(typeOf(inner))) return [];
    const [kind, id] = [typeOf(inner), textOf(inner, 'id')];
    if (kind !== 'Observation' || !takesResults || id === undefined) {
      tally.part(reference, kind === UNKNOWN ? 'something within it is no resource' : `a resource within it is not taken: ${kind}`);
      return [];
    }
    if (unread !== undefined) {
      tally.part(reference, `a result within it is not taken: ${unread}`);
      return [];
    }
    const dates = DATES.some((date) => date in inner) ? [] : DATES;
    const from = [...INHERITED, ...dates].flatMap((field) => (resource[field] === undefined ? [] : [[field, resource[field]]]));
    const own = { ...(Object.fromEntries(from) as RawResource), meta: resource['meta'] ?? null, ...inner, contained };
    return [{ reference: nameWithin(reference, id), resource: own, container: reference }];
  });
};

/** @throws UnreadableBundle, the signal's reason */
export const readUnit = async (files: readonly SourceFile[], tally: Tally, signal: AbortSignal): Promise<Unit> => {
  const references = new References();
  const found = new Map<string, Found>();
  const helpers = new Map<string, Linked>();
  for (const file of files) {
    let index = 0;
    for await (const entry of readFhirFile(file)) {
      signal.throwIfAborted();
      if (++index % ENTRIES_PER_TURN === 0) await nextTurn();
      if ('reason' in entry) {
        tally.read(UNKNOWN);
        tally.skipped(`${UNKNOWN} (${basename(file.path)}${entry.place === '' ? '' : `, ${entry.place}`})`, entry.reason);
        continue;
      }
      const { resource } = entry;
      const type = typeOf(resource);
      tally.read(type);
      const { reference, isName } = named(entry, type, index);
      if (isImported(type) || helping.has(type)) references.add(entry, reference);
      if (!isImported(type)) {
        if (helping.has(type)) helpers.set(reference, { reference, resource });
        tally.skipped(
          reference,
          helping.has(type) ? `${type} is read for what refers to it` : `${type} is not a kind of resource that is taken`,
        );
        continue;
      }
      if (!isName) {
        tally.skipped(reference, 'no id: it could not be recognised again');
        continue;
      }
      keepNewest(found, { reference, type, version: versionOf(resource), resource, reached: { doubts: [] } }, tally);
    }
  }
  for (const reference of [...found.keys()].filter((name) => references.isOfSeveral(name))) {
    found.delete(reference);
    tally.skipped(reference, 'resources of two servers have this id in the file');
  }
  for (const whole of [...found.values()]) {
    for (const inner of withinOf(whole, tally)) {
      tally.read('Observation');
      const { resource } = inner;
      found.set(inner.reference, { ...inner, type: 'Observation', version: versionOf(resource), reached: { doubts: [] } });
    }
  }
  const reach = new Reach([...helpers.values(), ...found.values()], references);
  const byType = Object.fromEntries(imported.map((type) => [type, [] as Found[]])) as Record<TypeName, Found[]>;
  for (const each of found.values()) byType[each.type].push(reachedBy(each, reach, references));
  return { references, reach, byType };
};

/** With what others say of it: that is part of what is told apart. */
const reachedBy = (found: Found, reach: Reach, references: References): Found => {
  const reached = reach.of(found.reference);
  const { medicationReference } = Links.parse(found.resource);
  const medication = references.find(medicationReference?.reference, found.resource);
  const beside = [reached.withheld, ...reached.doubts, medication && digestOf(medication)].filter((one) => one !== undefined);
  if (beside.length === 0) return { ...found, reached };
  const { version } = found;
  const [own, by] = [version.last_updated, reached.last_updated];
  return {
    ...found,
    reached,
    version: {
      ...version,
      ...(by !== undefined && (own ?? '') < by ? { last_updated: by } : {}),
      digest: hash(JSON.stringify([version.digest, ...beside])),
    },
  };
};

/** The same resource twice: the newer one counts, the later one where nobody can say. */
const keepNewest = (found: Map<string, Found>, next: Found, tally: Tally): void => {
  const before = found.get(next.reference);
  if (before === undefined) {
    found.set(next.reference, next);
    return;
  }
  const [a, b] = [sourceOf(next, ''), sourceOf(before, '')];
  const [kept, left] = isOlderVersion(a, b) ? [before, next] : [next, before];
  const isSame = isSameContent(a, b);
  const others = next.type === 'Patient' ? { others: [...(before.others ?? []), left.resource] } : {};
  const isUnordered = !isSame && !isOlderVersion(a, b) && !isOlderVersion(b, a);
  found.set(next.reference, { ...kept, ...others, ...(isUnordered ? { isUnordered } : {}) });
  const another = isUnordered
    ? 'another version of it is in the same file, and not which is newer'
    : 'another version of it is in the same file';
  tally.skipped(next.reference, isSame ? 'it is twice in the same file' : another);
};

/** Bulk exports have a file for each type: they belong together. Every other file stands for itself. */
export const unitsOf = (files: readonly SourceFile[]): SourceFile[][] => {
  const lines = files.filter(({ path }) => isLinesName(path));
  const alone = files.filter((file) => !lines.includes(file)).map((file) => [file]);
  return lines.length > 0 ? [lines, ...alone] : alone;
};
