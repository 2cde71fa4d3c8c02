import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { Access } from '#infra/access/access';
import { isStaffFor, type UserActor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { CurrentActor } from '#infra/http/current-actor';
import type { Filter, Query as Question } from '#infra/read-store/read-store';
import { pageOf } from '../items/page-of.ts';
import { Reader } from '../runner/reader.ts';
import { externalPage } from './external-items.ts';
import { type MedicalItemDocument, medicalItems } from '../records/medical-items.projection.ts';
import { lastOperations } from './last-operations.ts';
import { medicalItemViews, VIEWED } from './medical-items.views.ts';
import { sinceOf } from './since.ts';
import { withheld } from './withheld.ts';

const List = z.object({
  patient_id: z.uuid(),
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(200).default(10),
  /** The page that holds this item, instead of the one at `skip`; the answer says which it is. */
  at: z.uuid().optional(),
  /** 'true' lists what was removed instead of what is there. */
  removed: z.enum(['true', 'false']).default('false'),
  /** As external differences answer it: rows that a source outside the clinic changed after it say so. */
  since: z.string().optional(),
  /** 'true' lists only these rows, the latest change first, what was removed among them: for the staff, with `since`. */
  external: z.enum(['true', 'false']).default('false'),
  after: z.string().optional(),
});

const ORDER: NonNullable<Question['sort']> = [
  ['date_applies', 'desc'],
  ['recorded_at', 'desc'],
];
/** Where its patient reads what was removed: the place of a row must not tell its date either. */
const LAST_REMOVED: typeof ORDER = [['changed.position', 'desc']];

@Controller('api/patients')
export class MedicalItemsQueries {
  constructor(
    private readonly reader: Reader,
    private readonly access: Access,
    private readonly log: EventLog,
  ) {}

  /** The History of Data Entry: items of every type, newest first, or those that were removed. `removed` counts these, whatever is listed. */
  @Get('history')
  async list(
    @Query({ schema: List }) { patient_id, skip, take, at, removed, since, external, after }: z.infer<typeof List>,
    @CurrentActor() actor: UserActor,
  ) {
    await this.access.patientScope(actor, patient_id);
    const from = since === undefined ? undefined : sinceOf(this.log.store, since);
    const isFresh = await this.reader.caughtUp(VIEWED, after);
    const isStaff = isStaffFor(actor, patient_id);
    // Drafts are for the staff alone (ruling 24)
    const all: Filter = { patient_id: { eq: patient_id }, ...(isStaff ? {} : { draft: { eq: false } }) };
    const isRemoved = removed === 'true';
    const { documents, ...counts } =
      external === 'true' && from !== undefined && isStaff
        ? await externalPage(this.reader, patient_id, from, { skip, take })
        : await this.entries({ ...all, is_removed: { eq: isRemoved } }, isRemoved && !isStaff ? LAST_REMOVED : ORDER, { skip, take, at });
    const gone = await this.reader.find(medicalItems, { filter: { ...all, is_removed: { eq: true } }, take: 0 });
    const views = await medicalItemViews(this.reader, documents, from);
    const told = await lastOperations(this.reader, this.log, documents, !isStaff);
    return {
      items: views.map((view) => ({ ...(isStaff ? view : withheld(view)), ...told.get(view.id) })),
      ...counts,
      removed: gone.overall_count,
      ...(isFresh ? {} : { stale: true }),
    };
  }

  private async entries(filter: Filter, sort: typeof ORDER, page: { skip: number; take: number; at: string | undefined }) {
    const skip = await pageOf(this.reader, medicalItems, { filter, sort }, page);
    const { items, overall_count } = await this.reader.find<MedicalItemDocument>(medicalItems, {
      filter,
      sort,
      skip,
      take: page.take,
    });
    return { documents: items.map(({ data }) => data), overall_count, skip };
  }
}
