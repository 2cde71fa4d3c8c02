import type { Message } from './message.ts';
import type { StrategyName } from './settings.ts';

/** A consumer as the choice among them sees it. */
export interface Candidate {
  id: string;
  /** How many more messages it takes now. */
  free: number;
  /** How many it has in hand of each pin. */
  pins: ReadonlyMap<string, number>;
}

/** Whom to give a message to; undefined: the message waits, others may pass it. `candidates` in the order in which they joined, one at least free. */
export type Strategy = <C extends Candidate>(message: Message, candidates: readonly C[]) => C | undefined;

const roundRobin = (): Strategy => {
  let last = '';
  return (_message, candidates) => {
    const after = candidates.findIndex(({ id }) => id === last) + 1;
    const chosen = [...candidates.slice(after), ...candidates.slice(0, after)].find(({ free }) => free > 0);
    last = chosen?.id ?? last;
    return chosen;
  };
};

/** FNV-1a, then the last steps of MurmurHash3, so that consumers with like ids get like shares. */
const weight = (pin: string, id: string): number => {
  let hash = 0x811c9dc5;
  for (const text of [id, pin]) {
    for (let n = 0; n < text.length; n += 1) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** The consumer with the highest weight for a pin: when one comes or goes, only its own pins move. */
const heaviest = <C extends Candidate>(pin: string, candidates: readonly C[]): C | undefined => {
  const [first, ...others] = candidates;
  if (others.length === 0) return first;
  const weighed = candidates.map((candidate) => ({ candidate, weight: weight(pin, candidate.id) }));
  return weighed.reduce((best, one) => (one.weight > best.weight ? one : best)).candidate;
};

const pinned: Strategy = ({ pin }, candidates) => {
  // while a consumer has something of the pin in hand, the rest of it waits for that consumer
  const chosen = candidates.find(({ pins }) => pins.has(pin)) ?? heaviest(pin, candidates);
  return chosen !== undefined && chosen.free > 0 ? chosen : undefined;
};

/** A strategy with its own memory of whose turn it is. */
export const strategyNamed = (name: StrategyName): Strategy => {
  switch (name) {
    case 'RoundRobin':
      return roundRobin();
    case 'DispatchToSingle':
      return (_message, candidates) => candidates.find(({ free }) => free > 0);
    case 'Pinned':
    case 'PinnedByCorrelation':
      return pinned;
  }
};
