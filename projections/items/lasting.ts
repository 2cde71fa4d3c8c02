import { z } from 'zod';
import { clinicDay } from '#contracts/clinic-day';
import type { Access } from '#infra/access/access';
import { isStaffFor, notFound, type UserActor } from '#infra/access/actor';
import type { Filter, Query } from '#infra/read-store/read-store';
import { users } from '../accounts/users.projection.ts';
import { organizationNames } from '../organizations/organizations.names.ts';
import { organizations } from '../organizations/organizations.projection.ts';
import type { Named } from '../runner/builds.ts';
import { readAll } from '../runner/read-all.ts';
import type { Reader } from '../runner/reader.ts';
import { List, visibleOf } from './asked.ts';
import { pageOf } from './page-of.ts';

export const LastingList = List.extend({
  /** 'true' leaves out what is over; the answer says how many these are. */
  active: z.enum(['true', 'false']).default('false'),
});

/** What a document of an item that lasts from one day to another has besides its own. */
interface Lasting {
  draft: boolean;
}

/** Day of the clinic that decides what is active (ruling 31), and what an answer says beside its items. */
interface Said {
  today: string;
  staleness: { stale?: true };
}

/** What lasts first, then the newest. */
const ORDER: NonNullable<Query['sort']> = [
  ['ongoing', 'desc'],
  ['time_from', 'desc'],
  ['recorded_at', 'desc'],
];

/** Reads a patient's items of one kind that last, as diagnoses and treatments do, for somebody who may see them. */
export class LastingItems<D extends Lasting> {
  /** @param stream what the names of the items' streams begin with */
  constructor(
    private readonly reader: Reader,
    private readonly access: Access,
    private readonly projection: Named,
    private readonly stream: string,
  ) {}

  /** A page of them. `unchecked` counts the drafts among all of them, for the staff; `hidden` what `active` leaves out. */
  async page(
    actor: UserActor,
    { patient_id, active, after, ...page }: z.infer<typeof LastingList>,
  ): Promise<Said & { documents: D[]; counts: { overall_count: number; skip: number; hidden?: number; unchecked?: number } }> {
    const said = await this.reached(actor, patient_id, after);
    const all = visibleOf(actor, patient_id);
    const isFiltered = active === 'true';
    const filter: Filter = isFiltered ? { ...all, last_day: { gte: said.today } } : all;
    const skip = await pageOf(this.reader, this.projection, { filter, sort: ORDER }, page);
    const { items, overall_count } = await this.reader.find<D>(this.projection, { filter, sort: ORDER, skip, take: page.take });
    const counts = {
      overall_count,
      skip,
      ...(isFiltered ? { hidden: (await this.count(all)) - overall_count } : {}),
      ...(isStaffFor(actor, patient_id) ? { unchecked: await this.count({ patient_id: { eq: patient_id }, draft: { eq: true } }) } : {}),
    };
    return { ...said, documents: items.map(({ data }) => data), counts };
  }

  /** All of them, however many there are. */
  async all(actor: UserActor, patient_id: string, after: string | undefined): Promise<Said & { documents: D[] }> {
    const said = await this.reached(actor, patient_id, after);
    return { ...said, documents: await readAll<D>(this.reader, this.projection, visibleOf(actor, patient_id)) };
  }

  /** @throws Refusal 404 where there is none that this person may see */
  async one(actor: UserActor, id: string, after: string | undefined): Promise<Said & { document: D }> {
    const { patient_id } = await this.access.streamScope(actor, `${this.stream}-${id}`);
    if (patient_id === undefined) throw notFound();
    const said = await this.reached(actor, patient_id, after);
    const document = await this.reader.get<D>(this.projection, id);
    if (!document || (document.draft && !isStaffFor(actor, patient_id))) throw notFound();
    return { ...said, document };
  }

  private async reached(actor: UserActor, patient_id: string, after: string | undefined): Promise<Said> {
    const { organization_id } = await this.access.patientScope(actor, patient_id);
    const isFresh = await this.reader.caughtUp([this.projection.name, users.name, organizations.name], after);
    const clinics = await organizationNames(this.reader, [organization_id]);
    return { today: clinicDay(clinics.get(organization_id)?.time_zone, new Date()), staleness: isFresh ? {} : { stale: true } };
  }

  private async count(filter: Filter): Promise<number> {
    return (await this.reader.find(this.projection, { filter, take: 0 })).overall_count;
  }
}
