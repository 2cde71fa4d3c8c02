import { compare } from '#contracts/rules/compare';

/** What every version of a medical item says besides its content. */
export interface VersionedDocument {
  id: string;
  patient_id: string;
  organization_id: string;
  organization_name?: string;
  draft: boolean;
  comment: string;
  last_edited_by: string | null;
  recorded_at: string;
  version: number;
}

/** A row of an export: one value, dosage or diagnosis as a version of its item says it. */
export interface Said {
  /** What it is followed by from version to version. */
  entry_id: string;
  /** Local, for the order of the rows; '' where it is not known. */
  date: string;
  cells: readonly string[];
}

/** 'current' is what holds now; 'replaced' was corrected later, 'removed' was taken out of its item. */
type State = 'current' | 'replaced' | 'removed';

export interface ExportRow<D extends VersionedDocument = VersionedDocument> extends Said {
  state: State;
  /** The version that said so first. */
  document: D;
}

/**
 * Everything that an item has said, each as often as it was said differently: as it is now, and what was replaced by corrections, of ranges
 * and dates as well as of values (ruling 54).
 * @param versions of one item that the reader may see, the oldest first; the last is how it stands
 */
export const rowsOfVersions = <D extends VersionedDocument>(
  versions: readonly D[],
  saidBy: (document: D) => readonly Said[],
): ExportRow<D>[] => {
  const rows: ExportRow<D>[] = [];
  let standing = new Map<string, ExportRow<D>>();
  for (const document of versions) {
    const next = new Map<string, ExportRow<D>>();
    for (const said of saidBy(document)) {
      const before = standing.get(said.entry_id);
      const isSame = before?.document.draft === document.draft && JSON.stringify(before.cells) === JSON.stringify(said.cells);
      const row: ExportRow<D> = isSame ? before : { ...said, state: 'current', document };
      if (before && !isSame) before.state = 'replaced';
      if (!isSame) rows.push(row);
      next.set(said.entry_id, row);
    }
    for (const [entry_id, row] of standing) if (!next.has(entry_id)) row.state = 'removed';
    standing = next;
  }
  return rows;
};

const rank = ({ state, document }: ExportRow): number => (state === 'current' ? 0 : 2) + (document.draft ? 1 : 0);

/** What holds first, newest first, then the drafts of it (ruling 24), then what was replaced. */
export const inExportOrder = <R extends ExportRow>(rows: readonly R[]): R[] =>
  rows.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      compare(b.date, a.date) ||
      compare(a.document.id, b.document.id) ||
      compare(a.entry_id, b.entry_id) ||
      a.document.version - b.document.version,
  );

/** What every row says of its item, after its own cells. */
export const ITEM_TITLES = ['Organization', 'Draft', 'State', 'Item id', 'Entry id', 'Version', 'Recorded at', 'Recorded by', 'Reason'];

export const itemCells = ({ state, document, entry_id }: ExportRow, names: ReadonlyMap<string, string>): string[] => [
  document.organization_name ?? '',
  document.draft ? 'yes' : 'no',
  state,
  document.id,
  entry_id,
  String(document.version),
  document.recorded_at,
  document.last_edited_by === null ? '' : (names.get(document.last_edited_by) ?? ''),
  document.comment,
];
