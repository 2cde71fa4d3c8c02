import { typeOfName, type VersionLink } from '#contracts/wire/coding';
import { compare } from '#contracts/rules/compare';
import { saysTheSame } from '#contracts/rules/equal';
import type { References } from './references.ts';
import { digestOf } from './resources/digest.ts';
import type { RawResource } from './resources/fhir-file.ts';
import { lastUpdatedOf, Links, Patient, textOf, unreadable } from './resources/resource.ts';

/** A resource of the file, or within one. */
export interface Linked {
  reference: string;
  resource: RawResource;
  /** The name of the resource that contains it. */
  container?: string | undefined;
}

/** Why a resource is not taken: another one that it depends on is withdrawn. */
export interface Withheld {
  reason: string;
  /** The withdrawn resource. */
  by: string;
  version: string;
  last_updated?: string;
  /** A report or a panel: another one that lists the result outweighs it. */
  isList: boolean;
  /** Otherwise it merely cannot be read, which says nothing of an earlier version. */
  withdraws: boolean;
}

interface Doubt {
  reason: string;
  isList: boolean;
}

/** What the state of other resources says about one. */
export interface Reached {
  withheld?: Withheld;
  /** Why it is not final. */
  doubts: readonly Doubt[];
  /** Types of the resources of the file that could withhold it and do not. */
  confirmedBy: readonly string[];
  /** Types of the resources of the file that it depends on. */
  dependsOn: readonly string[];
  /** What it depends on, as its version keeps it. */
  links: VersionLink[];
}

type State = 'error' | 'cancelled' | 'preliminary' | 'unknown';
type Effect = 'withheld' | 'doubt';
type Dependency = 'report' | 'panel' | 'origin' | 'medication' | 'order' | 'visit' | 'specimen';

/** What a state means for what depends on a resource so, in words. A state that is not here means nothing. */
const dependencies: Readonly<Record<Dependency, { what: string; effects: Partial<Record<State, Effect>> }>> = {
  report: { what: 'its report', effects: { error: 'withheld', cancelled: 'withheld', preliminary: 'doubt', unknown: 'withheld' } },
  panel: { what: 'its panel', effects: { error: 'withheld', cancelled: 'withheld', preliminary: 'doubt', unknown: 'withheld' } },
  origin: { what: 'what it was derived from', effects: { error: 'withheld', cancelled: 'withheld', preliminary: 'doubt' } },
  medication: { what: 'its medication', effects: { error: 'withheld' } },
  // what was ordered by mistake was not for this patient; what was given or measured after a cancelled order is there all the same
  order: { what: 'its order', effects: { error: 'withheld', cancelled: 'doubt' } },
  visit: { what: 'its visit', effects: { error: 'doubt', cancelled: 'doubt' } },
  specimen: { what: 'its specimen', effects: { error: 'doubt' } },
};

/** Several reports or panels may list a result: the best of them counts. */
const LISTS: ReadonlySet<Dependency> = new Set(['report', 'panel']);

const words: Readonly<Record<State, string>> = {
  error: 'was entered in error',
  cancelled: 'was cancelled',
  preliminary: 'is preliminary',
  unknown: 'has a status that is not known',
};

const states: Readonly<Record<string, State>> = {
  'entered-in-error': 'error',
  cancelled: 'cancelled',
  revoked: 'cancelled',
  preliminary: 'preliminary',
  registered: 'preliminary',
  // of a report: it may be incomplete or unverified
  partial: 'preliminary',
};

/** Every other status of a report or an observation that R4 knows. */
const FINISHED = new Set(['final', 'amended', 'corrected', 'appended', 'unknown']);

const stateOf = (resource: RawResource): State | undefined => {
  const status = textOf(resource, 'status');
  if (status === undefined) return undefined;
  const isResult = resource['resourceType'] === 'DiagnosticReport' || resource['resourceType'] === 'Observation';
  return states[status] ?? (isResult && !FINISHED.has(status) ? 'unknown' : undefined);
};

interface Edge {
  dependency: Dependency;
  /** The resource that the other one depends on. */
  on: string;
  /** Its content, where the file has it. */
  resource: RawResource | undefined;
}

type Settled = Pick<Reached, 'withheld' | 'doubts'>;
const NOTHING: Settled = { doubts: [] };

const push = <K, V>(map: Map<K, V[]>, key: K, value: V): void => {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
};

/** What withdrawn and preliminary resources mean for those that depend on them, however many steps away. */
export class Reach {
  private readonly edges = new Map<string, Edge[]>();
  private readonly dependents = new Map<string, string[]>();
  private readonly all = new Map<string, Linked>();
  private readonly settled = new Map<string, Settled>();

  constructor(private readonly references: References) {}

  /** Every resource is added before the first one is linked. */
  add(one: Linked): void {
    this.all.set(one.reference, one);
  }

  /** Reads what a resource depends on, and what it lists. */
  link({ reference, resource, container }: Linked): void {
    const { result, hasMember, derivedFrom, basedOn, medicationReference, encounter, context, specimen } = Links.parse(resource);
    const within = container ?? reference;
    const add = (dependent: string, dependency: Dependency, on: string, found: RawResource | undefined): void => {
      if (on === dependent || this.areOfTwo(dependent, on)) return;
      push(this.edges, dependent, { dependency, on, resource: found });
      push(this.dependents, on, dependent);
    };
    const dependsOn = (dependency: Dependency, said: string | undefined): void => {
      const on = this.references.nameOf(said, within);
      if (on !== undefined) add(reference, dependency, on, this.references.find(said, resource) ?? this.all.get(on)?.resource);
    };
    const list: Dependency = textOf(resource, 'resourceType') === 'DiagnosticReport' ? 'report' : 'panel';
    const listed = (list === 'report' ? result : hasMember).flatMap((said) => this.references.nameOf(said.reference, within) ?? []);
    for (const name of new Set(listed)) add(name, list, reference, resource);
    if (container !== undefined && !this.edges.get(reference)?.some(({ on }) => on === container)) {
      add(reference, container.startsWith('DiagnosticReport/') ? 'report' : 'panel', container, this.all.get(container)?.resource);
    }
    for (const origin of derivedFrom) dependsOn('origin', origin.reference);
    for (const order of basedOn) dependsOn('order', order.reference);
    for (const each of specimen) dependsOn('specimen', each.reference);
    dependsOn('medication', medicationReference?.reference);
    dependsOn('visit', (encounter ?? context)?.reference);
  }

  /** After the last link: carries states on until nothing changes. */
  settle(): void {
    const waiting = new Set(this.edges.keys());
    for (const reference of waiting) {
      waiting.delete(reference);
      const next = this.reckon(reference);
      if (saysTheSame(next, this.settled.get(reference) ?? NOTHING)) continue;
      this.settled.set(reference, next);
      for (const dependent of this.dependents.get(reference) ?? []) waiting.add(dependent);
    }
  }

  /** Whether the resource is in the file. */
  has(reference: string): boolean {
    return this.all.has(reference);
  }

  /** What the state of others says of this resource. */
  of(reference: string): Reached {
    const edges = this.edges.get(reference) ?? [];
    const settled = this.settled.get(reference) ?? NOTHING;
    const present = edges.filter(({ resource }) => resource !== undefined);
    const confirming = present.filter((edge) => dependencies[edge.dependency].effects.error === 'withheld' && weight(this.along(edge)) < 2);
    return {
      ...settled,
      confirmedBy: confirming.map(({ on }) => typeOfName(on)),
      dependsOn: present.map(({ on }) => typeOfName(on)),
      links: linksOf(edges),
    };
  }

  /** What reports and panels of the file withhold, and the file itself does not have. */
  elsewhere(): Map<string, Withheld> {
    const found = new Map<string, Withheld>();
    for (const [reference, { withheld }] of this.settled) {
      if (withheld && !this.all.has(reference)) found.set(reference, withheld);
    }
    return found;
  }

  private reckon(reference: string): Settled {
    const effects = (this.edges.get(reference) ?? []).map((edge) => ({ ...edge, effect: this.along(edge) }));
    const counted = effects.filter(({ dependency, effect }) => {
      if (!LISTS.has(dependency)) return true;
      const best = Math.min(...effects.filter((other) => other.dependency === dependency).map((other) => weight(other.effect)));
      return weight(effect) === best;
    });
    const doubts = new Map<string, Doubt>();
    let withheld: Withheld | undefined;
    for (const { effect } of counted) {
      if (effect === undefined) continue;
      if (!('by' in effect)) doubts.set(effect.reason, effect);
      else if (!withheld || compare(orderOf(withheld), orderOf(effect)) < 0) withheld = effect;
    }
    return { ...(withheld ? { withheld } : {}), doubts: [...doubts.values()].sort((a, b) => compare(a.reason, b.reason)) };
  }

  private along({ dependency, on, resource }: Edge): Withheld | Doubt | undefined {
    const { what, effects } = dependencies[dependency];
    const isList = LISTS.has(dependency);
    const state = resource && stateOf(resource);
    const own = state && effects[state];
    if (resource && own === 'withheld')
      return { ...versionOf(resource), reason: `${what} ${words[state!]}`, by: on, isList, withdraws: state !== 'unknown' };
    const passed = this.settled.get(on) ?? NOTHING;
    if (passed.withheld && effects.error === 'withheld') return { ...passed.withheld, isList };
    if (own === 'doubt') return { reason: `${what} ${words[state!]}`, isList };
    const unread = resource && unreadable(resource);
    if (resource && unread !== undefined) {
      const reason = `${what}: ${unread}`;
      return dependency === 'medication' ? { ...versionOf(resource), reason, by: on, isList, withdraws: false } : { reason, isList };
    }
    const [doubt] = effects.preliminary === 'doubt' ? passed.doubts : [];
    return doubt && { ...doubt, isList };
  }

  private areOfTwo(a: string, b: string): boolean {
    const [one, other] = [this.subjectOf(a), this.subjectOf(b)];
    return one !== undefined && other !== undefined && one !== other;
  }

  private subjectOf(reference: string): string | undefined {
    const one = this.all.get(reference);
    return one && this.references.subjectOf(one.resource, one.container).name;
  }
}

/** The latest one, and one and the same of several: states that are carried on in a ring come to rest. */
const orderOf = ({ withdraws, last_updated = '', by, reason }: Withheld): string => `${withdraws ? 1 : 0} ${last_updated} ${by} ${reason}`;

const weight = (effect: Withheld | Doubt | undefined): number => (effect === undefined ? 0 : 'by' in effect ? 2 : 1);

const versionOf = (resource: RawResource): Pick<Withheld, 'version' | 'last_updated'> => {
  const last_updated = lastUpdatedOf(resource);
  const { versionId } = Patient.shape.meta.parse(resource['meta']) ?? {};
  return {
    version: (versionId ?? last_updated ?? digestOf(resource)).slice(0, 200),
    ...(last_updated === undefined ? {} : { last_updated }),
  };
};

/** How many of them a version keeps. */
const MAX_LINKS = 20;

/** Reports and panels that list it, and its medication. */
const linksOf = (edges: readonly Edge[]): VersionLink[] => {
  const links = new Map<string, VersionLink>();
  for (const { dependency, on, resource } of edges) {
    if (!resource || on.includes('#') || !(LISTS.has(dependency) || dependency === 'medication')) continue;
    const last_updated = lastUpdatedOf(resource);
    links.set(on, {
      reference: on,
      ...(last_updated === undefined ? {} : { last_updated }),
      ...(dependency === 'medication' ? { digest: digestOf(resource) } : {}),
    });
  }
  return [...links.values()].sort((a, b) => compare(a.reference, b.reference)).slice(0, MAX_LINKS);
};
