import type { z } from 'zod';
import { packSeries } from '#contracts/observations/observation-columns';
import type { ObservationSeries } from '#contracts/observations/observations';
import type { Access } from '#infra/access/access';
import { recordsRead, type UserActor } from '#infra/event-store/actor';
import { organizations } from '../organizations/organizations.projection.ts';
import type { Reader } from '../runner/reader.ts';
import type { Exchange } from './answers.ts';
import type { Documented, OfPatient, SeriesOf } from './asked.ts';
import { ItemReads, type Options } from './item-reads.ts';
import type { Source } from './cache.ts';

/** Of a kind that is drawn as lines: besides, what was measured. */
interface ValueOptions<D, V, P> extends Options<D, V> {
  /** What the catalogue of parameters is made of. */
  catalogue: readonly Source[];
  /** What the catalogue says of these parameters, by the ids that documents name. */
  parametersBy: (ids: readonly string[]) => Promise<ReadonlyMap<string, P>>;
  /** The parameters of the catalogue that a document names; null for one that it does not have. */
  parametersOf: (document: D) => readonly (string | null)[];
}

/** Items with their catalogue. */
interface Recorded<D, P> {
  documents: D[];
  catalogue: ReadonlyMap<string, P>;
}

/** Reads items that hold values of parameters `P`, and answers their lines, which are kept. */
export class ValueReads<D extends Documented & { draft: boolean }, V extends object, P> extends ItemReads<D, V> {
  constructor(
    reader: Reader,
    access: Access,
    private readonly of: ValueOptions<D, V, P>,
  ) {
    super(reader, access, { ...of, alsoReads: [...of.catalogue.map(([projection]) => projection), ...(of.alsoReads ?? [])] });
  }

  /** The documents that the lines of what this person reads are made of. */
  sources(actor: UserActor, patient_id: string): Source[] {
    return [
      ...recordsRead(actor, patient_id).map((record): Source => [this.of.projection, { patient_id: { eq: record } }]),
      ...this.of.catalogue,
      [organizations, {}],
    ];
  }

  /** The catalogue's parameters that these documents name. */
  catalogueOf(documents: readonly D[]): Promise<ReadonlyMap<string, P>> {
    const named = documents.flatMap(this.of.parametersOf).filter((id) => id !== null);
    return this.of.parametersBy(named);
  }

  /** All of a patient's items that the person may see; access was settled before. */
  async record(actor: UserActor, patient_id: string): Promise<Recorded<D, P>> {
    const documents = await this.documents(actor, patient_id);
    return { documents, catalogue: await this.catalogueOf(documents) };
  }

  /** Every value of the patient as lines of the chart: complete, however many there are. @param what as in `kept` */
  series(
    actor: UserActor,
    exchange: Exchange,
    asked: z.infer<typeof SeriesOf>,
    what: () => Promise<readonly unknown[]>,
    lines: () => Promise<ObservationSeries[]>,
  ): Promise<Buffer> {
    const question = async () => ['series', asked.packed, ...(await what())];
    return this.kept(actor, exchange, asked, question, this.sources(actor, asked.patient_id), async () => {
      const items = await lines();
      return asked.packed === 'true' ? { packed: packSeries(items), overall_count: items.length } : { items, overall_count: items.length };
    });
  }

  /** What the form shows beside a value of each parameter that the patient has one of. */
  previous<T>(
    actor: UserActor,
    exchange: Exchange,
    asked: z.infer<typeof OfPatient>,
    itemsOf: (recorded: Recorded<D, P>) => T[] | Promise<T[]>,
  ): Promise<Buffer> {
    const { patient_id } = asked;
    return this.kept(
      actor,
      exchange,
      asked,
      async () => ['previous'],
      this.sources(actor, patient_id),
      async () => {
        const items = await itemsOf(await this.record(actor, patient_id));
        return { items, overall_count: items.length };
      },
    );
  }
}
