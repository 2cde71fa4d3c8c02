import { z } from 'zod';
import { clinicDay } from './clinic-day.ts';
import { type ItemKind, itemKinds } from '#contracts/items/item-kinds';
import type { Access } from '#infra/access/access';
import { isStaffFor, notFound, recordsRead, type UserActor } from '#infra/event-store/actor';
import type { Filter, Query } from '#infra/read-store/read-store';
import { users } from '../accounts/users.projection.ts';
import { organizationNames } from '../organizations/organizations.names.ts';
import { organizations } from '../organizations/organizations.projection.ts';
import type { Named } from '../runner/builds.ts';
import { readAll } from '../runner/read-all.ts';
import type { Reader } from '../runner/reader.ts';
import { answered, type Exchange } from './answers.ts';
import { anyOf, asReadBy, type Documented, List, type OfPatient, readingOf, visibleOf } from './asked.ts';
import type { Source } from './cache.ts';
import { withClinics } from './names.ts';
import { pageOf } from './page-of.ts';

export const LastingList = List.extend({
  /** 'true' leaves out what is over; the answer says how many these are. */
  active: z.enum(['true', 'false']).default('false'),
});

/** What an answer says beside its items; `today` is the clinic's day, which decides what is active (ruling 31). */
interface Said {
  today: string;
  staleness: { stale?: true };
}

/** A page of a list, with its counts. */
export interface ItemPage<V> {
  items: V[];
  overall_count: number;
  skip: number;
  hidden?: number;
  /** Items among `hidden` that are only probably over. */
  probably_over?: number;
  /** Items among `hidden` that are of visits. */
  of_visits?: number;
  /** Items among `hidden` that are doses that were given. */
  given_doses?: number;
  unchecked?: number;
  stale?: true;
}

/** A page that is asked for of all that one of the filters lets pass; `day`: only items of that local day. */
export interface PageAsked extends Pick<z.infer<typeof List>, 'skip' | 'take' | 'at'> {
  filters: readonly Filter[];
  day: string | undefined;
}

export interface PageOf<D> {
  documents: D[];
  overall_count: number;
  skip: number;
}

/** Of a kind: its documents, and what else its answers are made of. */
export interface Options<D, V> {
  kind: ItemKind;
  projection: Named;
  /** Projections that answers are made of besides its own and the names of people and clinics. */
  alsoReads?: readonly Named[];
  /** A field that is true if an end is only probable. */
  probable?: string;
  /** The documents as lists and forms show them to this person, on the clinic's day. */
  views: (documents: readonly D[], today: string, actor: UserActor) => Promise<V[]>;
}

type Sort = NonNullable<Query['sort']>;
/** What lasts first, then the newest. */
const LASTING: Sort = [
  ['ongoing', 'desc'],
  ['time_from', 'desc'],
  ['recorded_at', 'desc'],
];
/** Items that have one day each: the newest first. */
const NEWEST: Sort = [
  ['collected', 'desc'],
  ['recorded_at', 'desc'],
];

/** Reads a patient's items of one kind for somebody who may see them. Nothing is read before access is settled. */
export class ItemReads<D extends Documented & { draft: boolean }, V extends object> {
  protected readonly projection: Named;
  private readonly sort: Sort;
  private readonly names: readonly string[];

  constructor(
    protected readonly reader: Reader,
    protected readonly access: Access,
    protected readonly options: Options<D, V>,
  ) {
    this.projection = options.projection;
    this.sort = itemKinds[options.kind].chart === 'bars' ? LASTING : NEWEST;
    this.names = [this.projection, ...(options.alsoReads ?? []), users, organizations].map(({ name }) => name);
  }

  /**
   * A page of them. `unchecked` counts the drafts among all of them, for the staff; `hidden` what `active` leaves out.
   * @param day only items of that local day
   */
  async page(actor: UserActor, { patient_id, active, after, ...page }: z.infer<typeof List>, day?: string): Promise<ItemPage<V>> {
    const { today, staleness } = await this.reached(actor, patient_id, after);
    const all = visibleOf(actor, patient_id);
    const isFiltered = this.sort === LASTING && active === 'true';
    const ofPage = { ...page, day, filters: isFiltered ? all.map((filter) => ({ ...filter, last_day: { gte: today } })) : all };
    const { documents, overall_count, skip } = await this.inOrder(actor, patient_id, ofPage);
    return {
      items: await this.options.views(documents, today, actor),
      overall_count,
      skip,
      ...(isFiltered ? { hidden: (await this.count(all)) - overall_count, ...(await this.probablyOver(all, today)) } : {}),
      ...(await this.unchecked(actor, patient_id)),
      ...staleness,
    };
  }

  private async probablyOver(all: readonly Filter[], today: string): Promise<{ probably_over?: number }> {
    const { probable } = this.options;
    if (probable === undefined) return {};
    return { probably_over: await this.count(all.map((filter) => ({ ...filter, [probable]: { eq: true }, last_day: { lt: today } }))) };
  }

  /** Documents of a page, in the order of the read store. */
  protected async inOrder(actor: UserActor, _patient_id: string, { filters, day, ...page }: PageAsked): Promise<PageOf<D>> {
    const ofDay: Filter = day === undefined ? {} : { collected: { gte: `${day}T00:00:00`, lte: `${day}T23:59:59` } };
    const order = { ...anyOf(filters.map((filter) => ({ ...filter, ...ofDay }))), sort: this.sort };
    const skip = await pageOf(this.reader, this.projection, order, page);
    const { items, overall_count } = await this.reader.find<D>(this.projection, { ...order, skip, take: page.take });
    return { documents: items.map(({ data }) => asReadBy(actor, data)), overall_count, skip };
  }

  /** All of them as the bars of a chart: complete, however many there are. */
  async bars<S extends { organization_id: string }>(
    actor: UserActor,
    { patient_id, after }: z.infer<typeof OfPatient>,
    seriesOf: (documents: readonly D[], today: string) => S[],
  ) {
    const { today, staleness } = await this.reached(actor, patient_id, after);
    const items = await withClinics(this.reader, seriesOf(await this.documents(actor, patient_id), today));
    return { items, overall_count: items.length, ...staleness };
  }

  /** All of them that this person may see, however many there are; access was settled before. */
  async documents(actor: UserActor, patient_id: string): Promise<D[]> {
    const each = await Promise.all(visibleOf(actor, patient_id).map((filter) => readAll<D>(this.reader, this.projection, filter)));
    return each.flat().map((document) => asReadBy(actor, document));
  }

  /** @throws Refusal 404 where there is none that this person may see */
  async one(actor: UserActor, id: string, after: string | undefined): Promise<V & { stale?: true }> {
    const { patient_id } = await this.access.streamScope(actor, `${itemKinds[this.options.kind].stream}-${id}`);
    if (patient_id === undefined) throw notFound();
    const { today, staleness } = await this.reached(actor, patient_id, after);
    const document = await this.reader.get<D>(this.projection, id);
    if (!document || (document.draft && !isStaffFor(actor, patient_id))) throw notFound();
    const [view] = await this.options.views(await this.placed(actor, patient_id, [asReadBy(actor, document)]), today, actor);
    return { ...view!, ...staleness };
  }

  /** The documents with what follows from the others of the record. */
  protected placed(_actor: UserActor, _patient_id: string, documents: D[]): Promise<D[]> {
    return Promise.resolve(documents);
  }

  /**
   * An answer that is kept for as long as its `sources` stay as they are. Of the same question the staff and a patient get different answers
   * (ruling 24). @param what names the question, with all that its answer depends on besides the sources; asked once what `after` names is there
   */
  protected async kept(
    actor: UserActor,
    exchange: Exchange,
    { patient_id, after }: z.infer<typeof OfPatient>,
    what: () => Promise<readonly unknown[]>,
    sources: readonly Source[],
    make: () => Promise<object>,
  ): Promise<Buffer> {
    const isFresh = !(await this.reached(actor, patient_id, after)).staleness.stale;
    const question = JSON.stringify([this.options.kind, patient_id, readingOf(actor, patient_id), ...(await what())]);
    return answered(this.reader, exchange, { question, sources, isFresh }, make);
  }

  /** @throws Refusal 404 where the person may not see the record */
  async reached(actor: UserActor, patient_id: string, after: string | undefined): Promise<Said> {
    const { organization_id } = await this.access.patientScope(actor, patient_id);
    const isFresh = await this.reader.caughtUp(this.names, after);
    const clinics = await organizationNames(this.reader, [organization_id]);
    return { today: clinicDay(clinics.get(organization_id)?.time_zone, new Date()), staleness: isFresh ? {} : { stale: true } };
  }

  /** How many drafts wait for the staff, in the records of its own clinic. */
  protected async unchecked(actor: UserActor, patient_id: string): Promise<{ unchecked?: number }> {
    const own = recordsRead(actor, patient_id).filter((record) => isStaffFor(actor, record));
    return own.length === 0
      ? {}
      : { unchecked: await this.count(own.map((record) => ({ patient_id: { eq: record }, draft: { eq: true } }))) };
  }

  protected async count(filters: readonly Filter[]): Promise<number> {
    return (await this.reader.find(this.projection, { ...anyOf(filters), take: 0 })).overall_count;
  }
}
