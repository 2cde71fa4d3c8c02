import { Controller, Get, Param, Query } from '@nestjs/common';
import type { z } from 'zod';
import type { BmiView, ExaminationView, MeasurementSeries } from '#contracts/examinations';
import type { MeasurementParameterView } from '#contracts/measurement-parameters';
import { packSeries } from '#contracts/packed';
import { ById } from '#contracts/primitives';
import { Access } from '#infra/access/access';
import type { UserActor } from '#infra/access/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { CurrentExchange, type Exchange } from '../items/answers.ts';
import { After, List, OfPatient, packed } from '../items/asked.ts';
import { ItemReads } from '../items/item-reads.ts';
import type { Source } from '../items/kept.ts';
import { withClinics, withNames } from '../items/names.ts';
import { measurementParameters } from '../measurement-parameters/measurement-parameters.projection.ts';
import { organizations } from '../organizations/organizations.projection.ts';
import { type PatientDocument, patients } from '../patients/patients.projection.ts';
import { Reader } from '../runner/reader.ts';
import { bmiOf, heightAt, heightsOf, weightOf } from './body.ts';
import { type ExaminationDocument, examinations } from './examinations.projection.ts';
import { measurementSeries, type SeriesCatalogue, typesOf } from './measurement-series.ts';
import { previousMeasurements } from './previous-measurements.ts';

const SeriesOf = OfPatient.extend({ packed });

@Controller('api/examinations')
export class ExaminationsQueries {
  private readonly items: ItemReads<ExaminationDocument>;

  constructor(
    private readonly reader: Reader,
    access: Access,
  ) {
    this.items = new ItemReads(reader, access, {
      kind: 'examinations',
      projection: examinations,
      alsoReads: [measurementParameters, patients],
    });
  }

  /** A patient's examinations, newest first. `unchecked` counts the drafts among all of them, whatever page is asked for. */
  @Get()
  async list(@Query({ schema: List }) asked: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    const { documents, counts, staleness } = await this.items.page(actor, asked);
    return { items: await this.views(documents), ...counts, ...staleness };
  }

  /** Every measurement of the patient, and the Bmi, as lines of the chart: complete, however many there are. */
  @Get('series')
  series(
    @Query({ schema: SeriesOf }) asked: z.infer<typeof SeriesOf>,
    @CurrentActor() actor: UserActor,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Buffer> {
    const { patient_id } = asked;
    const what = async () => ['series', asked.packed, (await this.reader.get<PatientDocument>(patients, patient_id))?.date_of_birth];
    return this.items.kept(actor, exchange, asked, what, this.sources(patient_id), async () => {
      const items = await this.lines(actor, patient_id);
      return asked.packed === 'true' ? { packed: packSeries(items), overall_count: items.length } : { items, overall_count: items.length };
    });
  }

  /** The last value of each parameter: what the form shows beside a field. */
  @Get('previous')
  previous(
    @Query({ schema: OfPatient }) asked: z.infer<typeof OfPatient>,
    @CurrentActor() actor: UserActor,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Buffer> {
    return this.items.kept(
      actor,
      exchange,
      asked,
      async () => ['previous'],
      this.sources(asked.patient_id),
      async () => {
        const { documents, catalogue } = await this.record(actor, asked.patient_id);
        const items = previousMeasurements(documents, catalogue);
        return { items, overall_count: items.length };
      },
    );
  }

  @Get(':id')
  async one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: After }) { after }: z.infer<typeof After>,
    @CurrentActor() actor: UserActor,
  ): Promise<ExaminationView & { stale?: true }> {
    const { document, staleness } = await this.items.one(actor, id, after);
    const [view] = await this.views([document]);
    return { ...view!, ...staleness };
  }

  /** The lines of a record that this person has reached. */
  async lines(actor: UserActor, patient_id: string): Promise<MeasurementSeries[]> {
    const { documents, catalogue } = await this.record(actor, patient_id);
    const patient = await this.reader.get<PatientDocument>(patients, patient_id);
    return withClinics(this.reader, measurementSeries(documents, catalogue, patient?.date_of_birth));
  }

  /** The documents that the lines of a record are made of, besides the patient's own, whose date of birth belongs to the question. */
  sources(patient_id: string): Source[] {
    return [
      [examinations, { patient_id: { eq: patient_id } }],
      [measurementParameters, {}],
      [organizations, {}],
    ];
  }

  /** @throws Refusal 404 where the person may not see the record */
  reached(actor: UserActor, patient_id: string, after: string | undefined): ReturnType<ItemReads<ExaminationDocument>['reached']> {
    return this.items.reached(actor, patient_id, after);
  }

  /** All of a patient's examinations that the person may see, with the catalogue's parameters they name. */
  private async record(actor: UserActor, patient_id: string) {
    const documents = await this.items.documents(actor, patient_id);
    return { documents, catalogue: await this.catalogueOf(documents) };
  }

  /** The catalogue's parameters that examinations name. */
  catalogueOf(documents: readonly ExaminationDocument[]): Promise<SeriesCatalogue> {
    const named = documents.flatMap(({ measurements }) => measurements.map(({ parameter_id }) => parameter_id)).filter((id) => id !== null);
    return this.reader.getMany<MeasurementParameterView>(measurementParameters, named);
  }

  private async views(documents: readonly ExaminationDocument[]): Promise<ExaminationView[]> {
    const catalogue = await this.catalogueOf(documents);
    const [named, bmis] = await Promise.all([
      withNames(this.reader, documents),
      Promise.all(documents.map((document) => this.bmi(document, catalogue))),
    ]);
    return named.map(({ has_height: _has_height, ...document }, index) => ({ ...document, bmi: bmis[index] ?? null }));
  }

  /** Only where the examination weighed the patient is a height looked for: its own, otherwise the last of that day or before. */
  private async bmi(document: ExaminationDocument, catalogue: SeriesCatalogue): Promise<BmiView | null> {
    const typeOf = typesOf(catalogue);
    const weighed = document.draft || document.collected === null ? undefined : weightOf(document.measurements, typeOf);
    if (!weighed) return null;
    const own = heightAt(heightsOf([document], typeOf), document);
    if (own) return bmiOf(weighed.weight, own);
    const { items } = await this.reader.find<ExaminationDocument>(examinations, {
      filter: {
        patient_id: { eq: document.patient_id },
        has_height: { eq: true },
        collected: { lte: `${document.collected!.slice(0, 10)}T23:59:59` },
      },
      sort: [['collected', 'desc']],
      take: 1,
    });
    const last = items.map(({ data }) => data);
    return bmiOf(weighed.weight, heightAt(heightsOf(last, typesOf(await this.catalogueOf(last))), document));
  }
}
