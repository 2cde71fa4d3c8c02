import type { z } from 'zod';
import type { DiagnosisView } from '#contracts/diagnoses/diagnoses';
import type { UserActor } from '#infra/event-store/actor';
import { type List, visibleOf } from '../items/asked.ts';
import { type ItemPage, ItemReads } from '../items/item-reads.ts';
import { pageWithin } from '../items/page-of.ts';
import type { DiagnosisDocument } from './diagnoses.projection.ts';
import { type DiagnosisRow, rowsOf } from './visits.ts';

/** Reads a patient's diagnoses, those of one disease at visits as one row of the list. */
export class DiagnosisReads extends ItemReads<DiagnosisDocument, DiagnosisView> {
  /** Without diagnoses of visits every diagnosis is a row, and the read store has the page; otherwise all are read. */
  override async page(actor: UserActor, asked: z.infer<typeof List>): Promise<ItemPage<DiagnosisView>> {
    const { patient_id, active, after, skip: from, take, at } = asked;
    const { today, staleness } = await this.reached(actor, patient_id, after);
    const ofVisits = visibleOf(actor, patient_id).map((filter) => ({ ...filter, of_visit: { eq: true } }));
    if ((await this.count(ofVisits)) === 0) return super.page(actor, asked);
    const rows = rowsOf(await this.documents(actor, patient_id));
    // what nobody checked is not over
    const isShown = ({ last_day, draft, of_visit }: DiagnosisRow) => last_day >= today || (draft && of_visit === true);
    const shown = active === 'true' ? rows.filter(isShown) : rows;
    const hasItem = ({ id, earlier_visits = [] }: DiagnosisRow) => id === at || earlier_visits.some((visit) => visit.id === at);
    const row = at === undefined ? undefined : shown.find(hasItem)?.id;
    const skip = pageWithin(shown, { skip: from, take, at: row });
    const hidden = active === 'true' ? rows.filter((one) => !isShown(one)) : [];
    return {
      items: await this.options.views(shown.slice(skip, skip + take), today),
      overall_count: shown.length,
      skip,
      ...(active === 'true' ? { hidden: hidden.length, of_visits: hidden.filter(({ of_visit }) => of_visit).length } : {}),
      ...(await this.unchecked(actor, patient_id)),
      ...staleness,
    };
  }
}
