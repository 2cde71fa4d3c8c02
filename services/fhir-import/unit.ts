import { compare } from '#contracts/rules/compare';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ExternalSource, isOlderVersion } from '#contracts/wire/coding';
import { type FileEntry, isLinesName, type Json, type RawResource, readFhirFile, type SourceFile } from './resources/fhir-file.ts';
import { References } from './references.ts';
import { imported, textOf, type TypeName } from './resources/resource.ts';
import type { Tally } from './tally.ts';

/** A resource with its name and its version. */
export interface Found {
  reference: string;
  version: string;
  resource: RawResource;
  /** Of a Patient: other versions in the same file, which must be the same person. */
  others?: RawResource[];
}

/** Resources whose references lead to each other: a bundle, or the files of one bulk export. */
export interface Unit {
  references: References;
  byType: Record<TypeName, Found[]>;
}

/** After so many entries requests and heartbeats get their turn. */
const ENTRIES_PER_TURN = 500;

/** Read for the sake of others. */
const helping = new Set(['Medication', 'Encounter']);

const isImported = (type: string): type is TypeName => (imported as readonly string[]).includes(type);

/** In a fixed order of fields: the same content has the same hash wherever it is written. */
const canonical = (value: Json): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compare(a, b)))
      : inner,
  );

/** The version that the resource says it has, or a hash of what it says. */
const versionOf = (resource: RawResource): string => {
  const meta = resource['meta'];
  const said = typeof meta === 'object' && meta !== null && !Array.isArray(meta) ? meta : undefined;
  const [id, time] = [said && textOf(said, 'versionId'), said && textOf(said, 'lastUpdated')];
  // Numbers and times tell which of two versions came first; other names of versions tell nothing.
  const version = id !== undefined && /^\d{1,15}$/.test(id) ? id : (time ?? id);
  return version?.slice(0, 200) ?? createHash('sha256').update(canonical(resource)).digest('hex');
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

/** @throws UnreadableBundle, the signal's reason */
export const readUnit = async (files: readonly SourceFile[], tally: Tally, signal: AbortSignal): Promise<Unit> => {
  const references = new References();
  const found = new Map<string, Found>();
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
      const type = typeOf(entry.resource);
      tally.read(type);
      const { reference, isName } = named(entry, type, index);
      if (isImported(type) || helping.has(type)) references.add(entry, reference);
      if (!isImported(type)) {
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
      keepNewest(found, { reference, version: versionOf(entry.resource), resource: entry.resource }, tally);
    }
  }
  for (const reference of [...found.keys()].filter((name) => references.isOfSeveral(name))) {
    found.delete(reference);
    tally.skipped(reference, 'resources of two servers have this id in the file');
  }
  const byType = Object.fromEntries(imported.map((type) => [type, [] as Found[]])) as Record<TypeName, Found[]>;
  for (const each of found.values()) byType[each.reference.slice(0, each.reference.indexOf('/')) as TypeName].push(each);
  return { references, byType };
};

const asSource = ({ reference, version }: Found): ExternalSource => ({ system: '', reference, version });

/** The same resource twice: the newer one counts, the later one where nobody can say. */
const keepNewest = (found: Map<string, Found>, next: Found, tally: Tally): void => {
  const before = found.get(next.reference);
  if (before === undefined) {
    found.set(next.reference, next);
    return;
  }
  const [kept, left] = isOlderVersion(asSource(next), asSource(before)) ? [before, next] : [next, before];
  const isPatient = next.reference.startsWith('Patient/');
  found.set(next.reference, isPatient ? { ...kept, others: [...(before.others ?? []), left.resource] } : kept);
  tally.skipped(
    next.reference,
    before.version === next.version ? 'it is twice in the same file' : 'another version of it is in the same file',
  );
};

/** Bulk exports have a file for each type: they belong together. Every other file stands for itself. */
export const unitsOf = (files: readonly SourceFile[]): SourceFile[][] => {
  const lines = files.filter(({ path }) => isLinesName(path));
  const alone = files.filter((file) => !lines.includes(file)).map((file) => [file]);
  return lines.length > 0 ? [lines, ...alone] : alone;
};
