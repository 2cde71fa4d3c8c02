import type { AuditEntry } from '#contracts/items/history';

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

/** 'read 105 mg/dL, now 95 mg/dL' of a value that a person changed since it was read; undefined where it stands as it was read. */
export const readAndNow = (
  entries: readonly AuditEntry[],
  source: Pick<AuditEntry['sources'][number], 'page_id' | 'entry_id'>,
): string | undefined => {
  const ofPage = entries.filter(({ sources }) => sources.some(({ page_id }) => page_id === source.page_id));
  const changes = ofPage.flatMap(({ created_by_id, changes: all }) =>
    all
      .filter(({ entry_id, path }) => entry_id === source.entry_id && path === 'parameters.value')
      .map(({ from, to }) => ({ from, to, isReading: created_by_id === null })),
  );
  const [first] = changes;
  // what a person entered first may be what was read, or not
  const read = first && (first.from ?? (first.isReading ? first.to : null));
  const now = changes.at(-1)?.to;
  return read == null || read === now ? undefined : `read ${read}, ${now == null ? 'taken out' : `now ${now}`}`;
};
