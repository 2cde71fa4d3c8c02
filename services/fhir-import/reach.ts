import type { References } from './references.ts';
import type { RawResource } from './resources/fhir-file.ts';
import { lastUpdatedOf, Links, textOf, unreadable } from './resources/resource.ts';

/** A resource of the file, or within one. */
export interface Linked {
  reference: string;
  resource: RawResource;
  /** The name of the resource that contains it. */
  container?: string | undefined;
}

/** What the state of other resources says about one: why it is not taken, or why it is not final. */
export interface Reached {
  withheld?: string;
  doubts: string[];
  /** When the resource that withholds it was changed last, in UTC. */
  last_updated?: string;
}

/** A resource that is withheld and not in the file, by its name. */
export interface ReachedElsewhere extends Reached {
  /** Whose state reaches it. */
  by: string;
}

type State = 'error' | 'cancelled' | 'preliminary' | 'unknown';
type Effect = 'withheld' | 'doubt';
type Way = 'report' | 'panel' | 'origin' | 'medication' | 'order' | 'visit' | 'specimen';

/** What a state reaches along each way, in words. What is not here has no effect. */
const ways: Readonly<Record<Way, { what: string; effects: Partial<Record<State, Effect>> }>> = {
  report: { what: 'its report', effects: { error: 'withheld', cancelled: 'withheld', preliminary: 'doubt', unknown: 'withheld' } },
  panel: { what: 'its panel', effects: { error: 'withheld', cancelled: 'withheld', preliminary: 'doubt', unknown: 'withheld' } },
  origin: { what: 'what it was derived from', effects: { error: 'withheld', cancelled: 'withheld', preliminary: 'doubt' } },
  medication: { what: 'its medication', effects: { error: 'withheld' } },
  // what was ordered by mistake was not for this patient; what was given or measured after a cancelled order is there all the same
  order: { what: 'its order', effects: { error: 'withheld', cancelled: 'doubt' } },
  visit: { what: 'its visit', effects: { error: 'doubt', cancelled: 'doubt' } },
  specimen: { what: 'its specimen', effects: { error: 'doubt' } },
};

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
};

/** Every other status of a report or an observation that R4 knows. */
const STANDING = new Set(['partial', 'final', 'amended', 'corrected', 'appended', 'unknown']);

const stateOf = (resource: RawResource): State | undefined => {
  const status = textOf(resource, 'status');
  if (status === undefined) return undefined;
  const isResult = resource['resourceType'] === 'DiagnosticReport' || resource['resourceType'] === 'Observation';
  return states[status] ?? (isResult && !STANDING.has(status) ? 'unknown' : undefined);
};

interface Edge {
  way: Way;
  /** The resource whose state reaches along it. */
  from: string;
  /** Its content, where the file has it. */
  resource: RawResource | undefined;
}

/** Ways of which one without an effect is enough: a result stands where one of its reports does. */
const ALTERNATIVES: ReadonlySet<Way> = new Set(['report', 'panel']);

/** What withheld resources, withdrawn reports and the like say about the resources that hang on them, however many steps away. */
export class Reach {
  private readonly edges = new Map<string, Edge[]>();
  private readonly computed = new Map<string, Reached>();
  private readonly present = new Set<string>();

  constructor(
    all: readonly Linked[],
    private readonly references: References,
  ) {
    for (const one of all) this.present.add(one.reference);
    for (const one of all) this.link(one);
  }

  /** What the state of others says of this resource. */
  of(reference: string): Reached {
    const known = this.computed.get(reference);
    if (known) return known;
    this.computed.set(reference, { doubts: [] }); // resources that hang on each other
    const reached: Reached = { doubts: [] };
    const edges = this.edges.get(reference) ?? [];
    const effects = edges.map((edge) => ({ ...edge, ...this.along(edge) }));
    const standing = new Set(effects.filter(({ effect, way }) => effect === undefined && ALTERNATIVES.has(way)).map(({ way }) => way));
    for (const { way, effect, text, resource } of effects) {
      if (standing.has(way)) continue;
      if (effect === 'doubt' && !reached.doubts.includes(text)) reached.doubts.push(text);
      if (effect !== 'withheld' || reached.withheld !== undefined) continue;
      reached.withheld = text;
      const last_updated = resource && lastUpdatedOf(resource);
      if (last_updated !== undefined) reached.last_updated = last_updated;
    }
    reached.doubts.sort();
    this.computed.set(reference, reached);
    return reached;
  }

  /** What is withheld by a resource of the file and not in the file itself. */
  elsewhere(): Map<string, ReachedElsewhere> {
    const found = new Map<string, ReachedElsewhere>();
    for (const [reference, edges] of this.edges) {
      const by = edges.find(({ way }) => ALTERNATIVES.has(way))?.from;
      if (this.present.has(reference) || by === undefined) continue;
      const reached = this.of(reference);
      if (reached.withheld !== undefined) found.set(reference, { ...reached, by });
    }
    return found;
  }

  private along({ way, from, resource }: Edge): { effect: Effect | undefined; text: string } {
    const { what, effects } = ways[way];
    const state = resource && stateOf(resource);
    const own = state && effects[state];
    const text = state === undefined ? '' : `${what} ${words[state]}`;
    const unread = way === 'medication' && resource ? unreadable(resource) : undefined;
    if (unread !== undefined) return { effect: 'withheld', text: `${what}: ${unread}` };
    if (own === 'withheld') return { effect: own, text };
    const passed = this.of(from);
    if (passed.withheld !== undefined && effects.error === 'withheld') return { effect: 'withheld', text: passed.withheld };
    if (own === undefined && passed.doubts.length > 0 && effects.preliminary === 'doubt') {
      return { effect: 'doubt', text: passed.doubts[0]! };
    }
    return { effect: own, text };
  }

  private link({ reference, resource, container }: Linked): void {
    const { result, hasMember, derivedFrom, basedOn, medicationReference, encounter, context, specimen } = Links.parse(resource);
    const within = container ?? reference;
    if (container !== undefined) {
      const way = container.startsWith('DiagnosticReport/') ? 'report' : 'panel';
      this.add(reference, { way, from: container, resource: this.references.find(container) });
    }
    const nameOf = (said: string | undefined) => this.references.nameOf(said, within);
    const hangs = (way: Way, said: string | undefined) => {
      const master = this.references.find(said, resource);
      const from = nameOf(said);
      if (from !== undefined) this.add(reference, { way, from, resource: master });
    };
    const type = textOf(resource, 'resourceType');
    for (const listed of type === 'DiagnosticReport' ? result : hasMember) {
      const name = nameOf(listed.reference);
      if (name !== undefined) this.add(name, { way: type === 'DiagnosticReport' ? 'report' : 'panel', from: reference, resource });
    }
    for (const origin of derivedFrom) hangs('origin', origin.reference);
    for (const order of basedOn) hangs('order', order.reference);
    for (const each of specimen) hangs('specimen', each.reference);
    hangs('medication', medicationReference?.reference);
    hangs('visit', (encounter ?? context)?.reference);
  }

  private add(reference: string, edge: Edge): void {
    if (edge.from === reference) return;
    this.edges.set(reference, [...(this.edges.get(reference) ?? []), edge]);
  }
}
