import type { EnvelopeProjection } from '#projections/runner/projection';

interface Tally {
  events: number;
  /** Of all event ids in order. */
  chain: string;
}

/** FNV-1a, as eight hexadecimal digits. */
const chained = (text: string): string => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
};

/** Counts every event by the kind of its stream, in order: a document that shows each event that is missing, doubled or out of its place. */
export const tally: EnvelopeProjection<Tally> = {
  name: 'tally',
  version: 1,
  of: 'envelopes',
  key: (_type, { stream }) => stream.slice(0, stream.indexOf('-')),
  fold: (before, _type, { event_id }) => ({ events: (before?.events ?? 0) + 1, chain: chained(`${before?.chain ?? ''}${event_id}`) }),
  indexes: [],
  erasedWith: {},
};
