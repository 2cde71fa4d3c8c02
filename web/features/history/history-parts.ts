import type { AuditEntry } from '#contracts/history';

interface Part {
  changes: AuditEntry['changes'];
  accepted: NonNullable<AuditEntry['accepted']>;
}

const of = (
  { changes, accepted = [] }: Pick<AuditEntry, 'changes' | 'accepted'>,
  isWanted: (entry_id: string | undefined) => boolean,
): Part => ({
  changes: changes.filter(({ entry_id }) => isWanted(entry_id)),
  accepted: accepted.filter(({ entry_id }) => isWanted(entry_id)),
});

/** The value itself stands first, what is said of the whole entry after it. */
const valueFirst = (part: Part): Part => ({
  ...part,
  changes: part.changes.toSorted((a, b) => Number(a.entry_id === undefined) - Number(b.entry_id === undefined)),
});

/** An operation, told of one value: what it did to it and to the entry as a whole, and apart from that what it did to other values. */
export const partsOf = (
  entry: Pick<AuditEntry, 'changes' | 'accepted'>,
  asked: string | undefined,
): { own: Part; others: Part; otherValues: number } => {
  if (asked === undefined) return { own: of(entry, () => true), others: { changes: [], accepted: [] }, otherValues: 0 };
  const others = of(entry, (entry_id) => entry_id !== undefined && entry_id !== asked);
  const ids = new Set([...others.changes, ...others.accepted].map(({ entry_id }) => entry_id));
  return { own: valueFirst(of(entry, (entry_id) => entry_id === undefined || entry_id === asked)), others, otherValues: ids.size };
};
