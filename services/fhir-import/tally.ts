import { compare } from '#contracts/rules/compare';

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
  /** What was not taken, each with its reason; a part of a resource is named by what it is. */
  skipped: { reference: string; reason: string }[];
  /** True if the import was interrupted and repeated: resources imported before the interruption count as unchanged. */
  repeated?: boolean;
}

/** Counts every resource exactly once: imported, unchanged or skipped. Parts that could not be taken are named beside. */
export class Tally {
  private readonly resources = new Map<string, Counts>();
  private readonly named: ImportReport['skipped'] = [];
  private readonly people = new Set<string>();

  read(type: string): void {
    this.of(type).read++;
  }

  /** @param reference `Type/id` */
  imported(reference: string): void {
    this.of(typeOf(reference)).imported++;
  }

  unchanged(reference: string): void {
    this.of(typeOf(reference)).unchanged++;
  }

  skipped(reference: string, reason: string): void {
    this.of(typeOf(reference)).skipped++;
    this.named.push({ reference, reason });
  }

  /** A part of a resource whose rest was taken. */
  part(reference: string, reason: string): void {
    this.named.push({ reference, reason });
  }

  /** Takes over what another one counted. */
  add(other: Tally): void {
    for (const [type, counts] of other.resources) {
      const own = this.of(type);
      for (const name of ['read', 'imported', 'unchanged', 'skipped'] as const) own[name] += counts[name];
    }
    for (const named of other.named) this.named.push(named);
    for (const patient_id of other.people) this.people.add(patient_id);
  }

  patient(patient_id: string): void {
    this.people.add(patient_id);
  }

  report(): ImportReport {
    const resources = Object.fromEntries([...this.resources].sort(([a], [b]) => compare(a, b)));
    return { patients: this.people.size, resources, skipped: this.named };
  }

  private of(type: string): Counts {
    const counts = this.resources.get(type) ?? { read: 0, imported: 0, unchanged: 0, skipped: 0 };
    this.resources.set(type, counts);
    return counts;
  }
}

const typeOf = (reference: string): string => reference.split(/[/ ]/, 1)[0] ?? reference;
