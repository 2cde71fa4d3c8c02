import { basename } from 'node:path';
import { compare } from '#contracts/rules/compare';
import type { Remark } from './resources/remarks.ts';

export interface Counts {
  read: number;
  imported: number;
  unchanged: number;
  skipped: number;
}

/** What an import did, for people and programs. */
export interface ImportReport {
  /** Records that were added, changed or recognised. */
  patients: number;
  /** By resource type. */
  resources: Record<string, Counts>;
  /** Remarks about files as a whole: that one is a page of a longer answer, and messages of its server. Absent if there are none. */
  files?: { path: string; remarks: string[] }[];
  /** What was not taken, each with its reason; a part of a resource is named by what it is. */
  skipped: { reference: string; reason: string }[];
  /**
   * By type, how many of the resources that were read have an element that is not taken, by its path: 'issued', 'component.extension'.
   * Absent if there are none.
   */
  elements?: Record<string, Record<string, number>>;
  /** True if the import was interrupted and repeated: resources imported before the interruption count as unchanged. */
  repeated?: boolean;
}

/** How many different remarks of each kind a file may have; of the others only the number is reported. */
const MAX_REMARKS = 10;

/** How many places of a file that are no resource are named; of the others only the number is reported. */
const MAX_UNREAD_PLACES = 100;

/** How many elements of a type are told apart; what others there are is counted together. */
const MAX_ELEMENTS = 200;
const OTHER_ELEMENTS = 'other elements';

/** What is no resource, or names no type of resource. */
export const UNKNOWN = 'Unknown';

/** Remarks about one file, each once, with the number of times that it was made. */
class FileRemarks {
  private readonly texts = { part: new Map<string, number>(), warning: new Map<string, number>(), message: new Map<string, number>() };
  private readonly more = { part: 0, warning: 0, message: 0 };

  add({ kind, text }: Remark): void {
    const texts = this.texts[kind];
    if (texts.has(text) || texts.size < MAX_REMARKS) texts.set(text, (texts.get(text) ?? 0) + 1);
    else this.more[kind]++;
  }

  list(kinds: readonly Remark['kind'][] = ['part', 'warning', 'message']): string[] {
    return kinds.flatMap((kind) => [
      ...[...this.texts[kind]].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`)),
      ...(this.more[kind] > 0 ? [`and ${this.more[kind]} more`] : []),
    ]);
  }
}

/** Counts every resource exactly once: imported, unchanged or skipped. Parts that could not be taken are named beside. */
export class Tally {
  private readonly resources = new Map<string, Counts>();
  private readonly named: ImportReport['skipped'] = [];
  private readonly people = new Set<string>();
  private readonly files = new Map<string, FileRemarks>();
  /** Numbers of places that are no resource, by path. */
  private readonly unreadPlaces = new Map<string, number>();

  /** Numbers of resources by type and path of an element. */
  private readonly elements = new Map<string, Map<string, number>>();

  read(type: string): void {
    this.of(type).read++;
  }

  /** @param reference `Type/id` */
  imported(reference: string): void {
    this.of(typeOf(reference)).imported++;
  }

  /** It took back what an earlier import brought. */
  withdrawn(reference: string): void {
    this.imported(reference);
  }

  unchanged(reference: string): void {
    this.of(typeOf(reference)).unchanged++;
  }

  skipped(reference: string, reason: string): void {
    this.of(typeOf(reference)).skipped++;
    this.named.push({ reference, reason });
  }

  /** A place of a file that is no resource. @param place 'line 7', '' for the whole file */
  unread(path: string, place: string, reason: string): void {
    this.read(UNKNOWN);
    this.of(UNKNOWN).skipped++;
    const count = (this.unreadPlaces.get(path) ?? 0) + 1;
    this.unreadPlaces.set(path, count);
    if (count <= MAX_UNREAD_PLACES)
      this.named.push({ reference: `${UNKNOWN} (${basename(path)}${place === '' ? '' : `, ${place}`})`, reason });
  }

  /** A part of a resource whose rest was taken. */
  part(reference: string, reason: string): void {
    this.named.push({ reference, reason });
  }

  /** Elements of one resource that are not taken. */
  notTaken(type: string, paths: readonly string[]): void {
    for (const path of paths) this.countElement(type, path, 1);
  }

  remark(path: string, remark: Remark): void {
    const remarks = this.files.get(path) ?? new FileRemarks();
    this.files.set(path, remarks);
    remarks.add(remark);
  }

  /** Remarks of these kinds about all files. */
  remarks(...kinds: Remark['kind'][]): string[] {
    return [...this.files.values()].flatMap((remarks) => remarks.list(kinds));
  }

  /** Takes over what another one counted. */
  add(other: Tally): void {
    for (const [type, counts] of other.resources) {
      const own = this.of(type);
      for (const name of ['read', 'imported', 'unchanged', 'skipped'] as const) own[name] += counts[name];
    }
    for (const named of other.named) this.named.push(named);
    for (const [type, counts] of other.elements) for (const [path, count] of counts) this.countElement(type, path, count);
    for (const [path, remarks] of other.files) this.files.set(path, remarks);
    for (const [path, count] of other.unreadPlaces) this.unreadPlaces.set(path, (this.unreadPlaces.get(path) ?? 0) + count);
    for (const patient_id of other.people) this.people.add(patient_id);
  }

  patient(patient_id: string): void {
    this.people.add(patient_id);
  }

  report(): ImportReport {
    const resources = Object.fromEntries([...this.resources].sort(([a], [b]) => compare(a, b)));
    const files = [...this.files].map(([path, remarks]) => ({ path, remarks: remarks.list() }));
    const more = [...this.unreadPlaces].flatMap(([path, count]) =>
      count > MAX_UNREAD_PLACES
        ? [{ reference: `${UNKNOWN} (${basename(path)})`, reason: `and ${(count - MAX_UNREAD_PLACES).toLocaleString('en-US')} more` }]
        : [],
    );
    const elements = [...this.elements].sort(([a], [b]) => compare(a, b)).map(([type, counts]) => [type, byCount(counts)] as const);
    return {
      patients: this.people.size,
      resources,
      ...(files.length > 0 ? { files } : {}),
      skipped: [...this.named, ...more],
      ...(elements.length > 0 ? { elements: Object.fromEntries(elements) } : {}),
    };
  }

  private countElement(type: string, path: string, count: number): void {
    const counts = this.elements.get(type) ?? new Map<string, number>();
    this.elements.set(type, counts);
    const name = counts.has(path) || counts.size < MAX_ELEMENTS ? path : OTHER_ELEMENTS;
    counts.set(name, (counts.get(name) ?? 0) + count);
  }

  private of(type: string): Counts {
    const counts = this.resources.get(type) ?? { read: 0, imported: 0, unchanged: 0, skipped: 0 };
    this.resources.set(type, counts);
    return counts;
  }
}

const byCount = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || compare(a, b)));

const typeOf = (reference: string): string => reference.split(/[/ ]/, 1)[0] ?? reference;
