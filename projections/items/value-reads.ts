import type { z } from 'zod';
import { compare } from '#contracts/rules/compare';
import { type OnClock, onClockOf } from '#contracts/wire/clock';
import type { Filter } from '#infra/read-store/read-store';
import { packSeries } from '#contracts/observations/observation-columns';
import type { ObservationSeries } from '#contracts/observations/observations';
import { ITEM_KINDS, itemKinds } from '#contracts/items/item-kinds';
import type { Access } from '#infra/access/access';
import { isStaffFor, recordsRead, type UserActor } from '#infra/event-store/actor';
import { users } from '../accounts/users.projection.ts';
import { externalReports } from '../records/external-reports.projection.ts';
import { organizations } from '../organizations/organizations.projection.ts';
import { Rebuilding } from '#infra/read-store/rebuilding';
import type { Named } from '../runner/builds.ts';
import { eachOf } from '../runner/read-all.ts';
import type { Reader } from '../runner/reader.ts';
import type { Exchange } from './answers.ts';
import { anyOf, asReadBy, type Documented, type PreviousOf, readingOf, type SeriesOf, visibleOf } from './asked.ts';
import { cacheOf, type Source } from './cache.ts';
import { mixesClocks, type Timed, withClinicTimes, zonesOf } from './clinic-times.ts';
import { ItemReads, type Options, type PageAsked, type PageOf } from './item-reads.ts';
import { pageWithin } from './page-of.ts';

/** Of a kind that is drawn as lines: besides, what was measured. */
interface ValueOptions<D, V, P> extends Options<D, V> {
  /** What the catalogue of parameters is made of. */
  catalogue: readonly Source[];
  /** What the catalogue says of these parameters, by the ids that documents name. */
  parametersBy: (ids: readonly string[]) => Promise<ReadonlyMap<string, P>>;
  /** The parameters of the catalogue that a document names; null for one that it does not have. */
  parametersOf: (document: D) => readonly (string | null)[];
}

/** The document on the clinic's clock, unless it has another time by now. */
const onClockAs = <D extends ValueDocument>(document: D, ordered: Ordered | undefined): D =>
  ordered && ordered.collected === document.collected ? { ...document, ...onClockOf(ordered) } : document;

/** Items with their catalogue. */
interface Recorded<D, P> {
  documents: D[];
  catalogue: ReadonlyMap<string, P>;
}

type ValueDocument = Documented & Timed & OnClock & { id: string; draft: boolean; recorded_at: string };

/** Item in the order of a record with several clocks. */
type Ordered = Pick<ValueDocument, 'id' | 'organization_id' | 'collected' | 'collected_precision' | 'collected_offset' | 'recorded_at'> &
  OnClock;

/** Times of a record with several clocks. */
interface Clocks {
  isMixed: boolean;
  /** By projection: its items, newest first; undefined if the order of the read store is right, and no time of another clock. */
  ordered: ReadonlyMap<string, ReadonlyMap<string, Ordered> | undefined>;
}

/** Kinds of items that count for the clocks of a record; their projections are called alike. */
const VALUED = ITEM_KINDS.filter((kind) => itemKinds[kind].chart === 'lines');

/** Bytes, about, that one of them takes. */
const ORDERED_BYTES = 200;

const timeOf = ({ clinic_time, collected }: Ordered): string => clinic_time ?? collected ?? '';

const newestFirst = (a: Ordered, b: Ordered): number =>
  compare(timeOf(b), timeOf(a)) || compare(b.recorded_at, a.recorded_at) || compare(b.id, a.id);

const orderedOf = ({ id, organization_id, collected, collected_precision, collected_offset, recorded_at }: Ordered): Ordered => ({
  id,
  organization_id,
  collected,
  collected_precision,
  collected_offset,
  recorded_at,
});

/** Reads items that hold values of parameters `P`, and answers their lines, which are kept. */
export class ValueReads<D extends ValueDocument, V extends object, P> extends ItemReads<D, V> {
  constructor(
    reader: Reader,
    access: Access,
    private readonly of: ValueOptions<D, V, P>,
  ) {
    super(reader, access, {
      ...of,
      alsoReads: [...of.catalogue.map(([projection]) => projection), ...(of.alsoReads ?? [])],
    });
  }

  /** The documents that the lines of what this person reads are made of. */
  sources(actor: UserActor, patient_id: string): Source[] {
    return [
      ...recordsRead(actor, patient_id).flatMap((record): Source[] => [
        [this.of.projection, { patient_id: { eq: record } }],
        [externalReports, { patient_id: { eq: record } }, 'may be missing'],
      ]),
      ...this.of.catalogue,
      [organizations, {}],
      // who has seen a critical value, by name
      [users, { organization_id: { eq: actor.organization_id ?? '' } }],
    ];
  }

  /** As for all items; values are answered without their reports while these are being built, and say that something may be missing. */
  override async reached(actor: UserActor, patient_id: string, after: string | undefined): ReturnType<ItemReads<D, V>['reached']> {
    const reached = await super.reached(actor, patient_id, after);
    const isFresh = await this.reader.caughtUp([externalReports.name], after).catch((error: unknown) => {
      if (error instanceof Rebuilding) return false;
      throw error;
    });
    return isFresh ? reached : { ...reached, staleness: { stale: true } };
  }

  /** The catalogue's parameters that these documents name. */
  catalogueOf(documents: readonly D[]): Promise<ReadonlyMap<string, P>> {
    const named = documents.flatMap(this.of.parametersOf).filter((id) => id !== null);
    return this.of.parametersBy(named);
  }

  /** All of a patient's items that the person may see; access was settled before. */
  async record(actor: UserActor, patient_id: string): Promise<Recorded<D, P>> {
    const documents = await this.onClock(actor, patient_id);
    return { documents, catalogue: await this.catalogueOf(documents) };
  }

  /** All items that the person may see, on the clinic's clock. */
  private async onClock(actor: UserActor, patient_id: string): Promise<D[]> {
    return this.placed(actor, patient_id, await this.documents(actor, patient_id));
  }

  /** Undefined if all times are of the clinic's clock: the read store, which knows no time zone, has them in their order. */
  private async clocks(actor: UserActor, patient_id: string): Promise<Clocks | undefined> {
    const filters = visibleOf(actor, patient_id);
    const kinds = VALUED.map((kind) => this.reader.named(kind));
    try {
      const isOfOne = filters.length === 1 && !(await this.hasOffset(kinds, filters));
      return isOfOne ? undefined : await this.clocksOf(kinds, actor, patient_id);
    } catch (error) {
      // the other kind may be under construction: this one is read without it
      if (error instanceof Rebuilding) return this.clocksOf([this.projection], actor, patient_id);
      throw error;
    }
  }

  private async hasOffset(kinds: readonly Named[], filters: readonly Filter[]): Promise<boolean> {
    const query = { ...anyOf(filters.map((filter) => ({ ...filter, collected_offset: { gt: '' } }))), take: 1, counted: false };
    const pages = await Promise.all(kinds.map((kind) => this.reader.find(kind, query)));
    return pages.some(({ items }) => items.length > 0);
  }

  private async clocksOf(kinds: readonly Named[], actor: UserActor, patient_id: string): Promise<Clocks> {
    const filters = visibleOf(actor, patient_id);
    const sources = kinds.flatMap((kind) => recordsRead(actor, patient_id).map((id): Source => [kind, { patient_id: { eq: id } }]));
    const question = JSON.stringify(['clocks', kinds.map(({ name }) => name), patient_id, readingOf(actor, patient_id)]);
    const { value } = await cacheOf(this.reader).of(question, [...sources, [organizations, {}]], async () => {
      const items = new Map(kinds.map(({ name }): [string, Ordered[]] => [name, []]));
      for (const kind of kinds) {
        for (const filter of filters)
          for await (const one of eachOf<Ordered>(this.reader, kind, filter)) items.get(kind.name)!.push(orderedOf(one));
      }
      const all = [...items.values()].flat();
      const { organization_id } = await this.access.patientScope(actor, patient_id);
      const zones = await zonesOf(this.reader, organization_id, all);
      const isMixed = mixesClocks(all, zones);
      const ordered = [...items].map(([name, ofKind]): [string, ReadonlyMap<string, Ordered> | undefined] => {
        const timed = withClinicTimes(ofKind, zones, isMixed);
        const isOther = timed.some(({ clinic_time, shown_offset }) => clinic_time !== undefined || shown_offset !== undefined);
        return [name, isOther || filters.length > 1 ? new Map(timed.sort(newestFirst).map((one) => [one.id, one])) : undefined];
      });
      return { value: { isMixed, ordered: new Map(ordered) }, weight: ORDERED_BYTES * all.length };
    });
    return value;
  }

  private async ordered(actor: UserActor, patient_id: string): Promise<ReadonlyMap<string, Ordered> | undefined> {
    return (await this.clocks(actor, patient_id))?.ordered.get(this.projection.name);
  }

  private async mixesClocks(actor: UserActor, patient_id: string): Promise<boolean> {
    return (await this.clocks(actor, patient_id))?.isMixed ?? false;
  }

  protected override async placed(actor: UserActor, patient_id: string, documents: D[]): Promise<D[]> {
    const ordered = await this.ordered(actor, patient_id);
    return ordered ? documents.map((one) => onClockAs(one, ordered.get(one.id))) : documents;
  }

  protected override async inOrder(actor: UserActor, patient_id: string, asked: PageAsked): Promise<PageOf<D>> {
    const ordered = await this.ordered(actor, patient_id);
    if (!ordered) return super.inOrder(actor, patient_id, asked);
    const { day, take } = asked;
    const isOfDay = ({ collected, clinic_time }: Ordered) => [collected, clinic_time].some((time) => time?.slice(0, 10) === day);
    const all = [...ordered.values()].filter((one) => day === undefined || isOfDay(one));
    const skip = pageWithin(all, asked);
    const shown = all.slice(skip, skip + take);
    const found = await this.reader.getMany<D>(
      this.projection,
      shown.map(({ id }) => id),
    );
    const documents = shown.flatMap((one) => {
      const document = found.get(one.id);
      const isThere = document && (!document.draft || isStaffFor(actor, document.patient_id));
      return isThere ? [onClockAs(asReadBy(actor, document), one)] : [];
    });
    return { documents, overall_count: all.length, skip };
  }

  /** Every value of the patient as lines of the chart: complete, however many there are. @param what as in `kept` */
  series(
    actor: UserActor,
    exchange: Exchange,
    asked: z.infer<typeof SeriesOf>,
    what: () => Promise<readonly unknown[]>,
    lines: () => Promise<ObservationSeries[]>,
  ): Promise<Buffer> {
    const question = async () => ['series', asked.packed, await this.mixesClocks(actor, asked.patient_id), ...(await what())];
    return this.kept(actor, exchange, asked, question, this.sources(actor, asked.patient_id), async () => {
      const items = await lines();
      return asked.packed === 'true' ? { packed: packSeries(items), overall_count: items.length } : { items, overall_count: items.length };
    });
  }

  /** What the form shows beside a value of each parameter that the patient has one of. */
  previous<T>(
    actor: UserActor,
    exchange: Exchange,
    asked: z.infer<typeof PreviousOf>,
    itemsOf: (recorded: Recorded<D, P>) => T[] | Promise<T[]>,
  ): Promise<Buffer> {
    const { patient_id } = asked;
    return this.kept(
      actor,
      exchange,
      asked,
      async () => ['previous', asked.before ?? '', await this.mixesClocks(actor, patient_id)],
      this.sources(actor, patient_id),
      async () => {
        const items = await itemsOf(await this.record(actor, patient_id));
        return { items, overall_count: items.length };
      },
    );
  }
}
