import type { z } from 'zod';
import type { Access } from '#infra/access/access';
import type { UserActor } from '#infra/event-store/actor';
import type { Reader } from '../runner/reader.ts';
import { type Documented, type List, visibleOf } from './asked.ts';
import type { FoldedRow } from './folded-rows.ts';
import { type ItemPage, ItemReads, type Options } from './item-reads.ts';
import { pageWithin } from './page-of.ts';

interface Document extends Documented {
  id: string;
  draft: boolean;
  last_day: string;
}

/** Of a kind some of whose documents share a row of its list. */
interface Folding<D, V> extends Options<D, V> {
  /** The field that is true of these. */
  folded: 'of_visit' | 'given';
  rowsOf: (documents: readonly D[]) => FoldedRow<D>[];
  /** A row as `views` gets it. */
  rowOf: (row: FoldedRow<D>) => D;
  /** What an answer says of the rows that Active hides; `ofFolded`: those of them that are of the folded kind. */
  hidden: (hidden: readonly FoldedRow<D>[], ofFolded: readonly FoldedRow<D>[]) => Partial<ItemPage<V>>;
}

/** Reads a patient's items of which several may be one row of the list. */
export class FoldedReads<D extends Document, V extends object> extends ItemReads<D, V> {
  constructor(
    reader: Reader,
    access: Access,
    private readonly folding: Folding<D, V>,
  ) {
    super(reader, access, folding);
  }

  /** Without such items every one is a row, and the read store has the page; otherwise all are read. */
  override async page(actor: UserActor, asked: z.infer<typeof List>): Promise<ItemPage<V>> {
    const { patient_id, active, after, skip: from, take, at } = asked;
    const { folded, rowsOf, rowOf, hidden, views } = this.folding;
    const { today, staleness } = await this.reached(actor, patient_id, after);
    const ofFolded = visibleOf(actor, patient_id).map((filter) => ({ ...filter, [folded]: { eq: true } }));
    if ((await this.count(ofFolded)) === 0) return super.page(actor, asked);
    const isFolded = ({ document }: FoldedRow<D>) => (document as { [field in typeof folded]?: true })[folded] === true;
    const rows = rowsOf(await this.documents(actor, patient_id));
    // what nobody checked is not over
    const isShown = (row: FoldedRow<D>) => row.document.last_day >= today || (row.document.draft && isFolded(row));
    const shown = active === 'true' ? rows.filter(isShown) : rows;
    const hasItem = ({ document, earlier }: FoldedRow<D>) => document.id === at || earlier.some(({ id }) => id === at);
    const row = at === undefined ? undefined : shown.find(hasItem)?.document.id;
    const skip = pageWithin(
      shown.map(({ document }) => document),
      { skip: from, take, at: row },
    );
    const left = active === 'true' ? rows.filter((one) => !isShown(one)) : [];
    return {
      items: await views(shown.slice(skip, skip + take).map(rowOf), today, actor),
      overall_count: shown.length,
      skip,
      ...(active === 'true' ? hidden(left, left.filter(isFolded)) : {}),
      ...(await this.unchecked(actor, patient_id)),
      ...staleness,
    };
  }
}
