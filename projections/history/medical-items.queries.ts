import { Controller, Get, Headers, Query } from '@nestjs/common';
import { z } from 'zod';
import { Id } from '#contracts/wire/primitives';
import type { MedicalItemView } from '#contracts/items/medical-items';
import { Access } from '#infra/access/access';
import { isStaffFor, recordsRead, relationOf, type UserActor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { CurrentActor } from '#infra/http/current-actor';
import { searchedIn } from '#infra/http/searched';
import type { Filter, Query as Question } from '#infra/read-store/read-store';
import { all_clinics, anyOf, visibleIn } from '../items/asked.ts';
import { pageOf } from '../items/page-of.ts';
import { Reader } from '../runner/reader.ts';
import { externalPage } from './external-items.ts';
import { type MedicalItemDocument, medicalItems } from '../records/medical-items.projection.ts';
import { lastOperations } from './last-operations.ts';
import { medicalItemViews, VIEWED } from './medical-items.views.ts';
import { sinceOf } from './since.ts';
import { ofAnotherClinic, withheld } from './withheld.ts';

const List = z.object({
  patient_id: Id,
  all_clinics,
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(200).default(10),
  /** The page that holds this item, instead of the one at `skip`; the answer says which it is. */
  at: Id.optional(),
  /** 'true' lists what was removed instead of what is there. */
  removed: z.enum(['true', 'false']).default('false'),
  /** As external differences answer it: rows that a source outside the clinic changed after it say so. */
  since: z.string().optional(),
  /** 'true' lists only these rows, the latest change first, what was removed among them: for the staff, with `since`. */
  external: z.enum(['true', 'false']).default('false'),
  after: z.string().optional(),
});

/** Document 2 passes these along in the view of all clinics. They select nothing: only a connection does (ruling 43). */
const PassedAlong = z.object({ social_security_number: z.string().max(20), date_of_birth: z.string().max(20) });

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
    @Headers('x-search') header: string | undefined,
    @CurrentActor() actor: UserActor,
  ) {
    if (header !== undefined) searchedIn(PassedAlong, header);
    await this.access.patientScope(actor, patient_id);
    const from = since === undefined ? undefined : sinceOf(this.log.store, since);
    const isFresh = await this.reader.caughtUp(VIEWED, after);
    const isStaff = isStaffFor(actor, patient_id);
    const isRemoved = removed === 'true';
    const read = recordsRead(actor, patient_id);
    // what another clinic took back is that clinic's to know (ruling 42)
    const own = read.filter((record) => relationOf(actor, record) !== 'connected');
    const among = (records: readonly string[], is_removed: boolean): Filter[] =>
      visibleIn(actor, records).map((filter) => ({ ...filter, is_removed: { eq: is_removed } }));
    const { documents, ...counts } =
      external === 'true' && from !== undefined && isStaff
        ? await externalPage(this.reader, patient_id, from, { skip, take })
        : await this.entries(among(isRemoved ? own : read, isRemoved), isRemoved && !isStaff ? LAST_REMOVED : ORDER, { skip, take, at });
    const gone = await this.reader.find(medicalItems, { ...anyOf(among(own, true)), take: 0 });
    const views = await medicalItemViews(this.reader, documents, from);
    const told = await lastOperations(
      this.reader,
      this.log,
      documents.filter((document) => own.includes(document.patient_id)),
      !isStaff,
    );
    const shown = (view: MedicalItemView): MedicalItemView => {
      if (!own.includes(view.patient_id)) return ofAnotherClinic(view);
      return isStaffFor(actor, view.patient_id) ? view : withheld(view);
    };
    return {
      items: views.map((view) => ({ ...shown(view), ...told.get(view.id) })),
      ...counts,
      removed: gone.overall_count,
      ...(isFresh ? {} : { stale: true }),
    };
  }

  private async entries(filters: readonly Filter[], sort: typeof ORDER, page: { skip: number; take: number; at: string | undefined }) {
    const order = { ...anyOf(filters), sort };
    const skip = await pageOf(this.reader, medicalItems, order, page);
    const { items, overall_count } = await this.reader.find<MedicalItemDocument>(medicalItems, {
      ...order,
      skip,
      take: page.take,
    });
    return { documents: items.map(({ data }) => data), overall_count, skip };
  }
}
