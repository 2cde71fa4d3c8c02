import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import type { z } from 'zod';
import type { BmiView, ExaminationView } from '#contracts/examinations/examinations';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import type { ObservationSeries } from '#contracts/observations/observations';
import { ById } from '#contracts/wire/primitives';
import { bornWritten } from '#contracts/wire/birth';
import { Access } from '#infra/access/access';
import type { UserActor } from '#infra/event-store/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { withReports } from '../external-reports/listing-reports.ts';
import { CurrentExchange, type Exchange } from '../items/answers.ts';
import { After, List, OfPatient, SeriesOf } from '../items/asked.ts';
import { withClinicTimes, type Zones, zonesOf } from '../items/clinic-times.ts';
import { withClinics, withNames } from '../items/names.ts';
import { bySeriesName } from '../items/observations.ts';
import { ValueReads } from '../items/value-reads.ts';
import { measurementParameters } from '../office-catalogue/measurement-parameters.projection.ts';
import { type PatientDocument, patients } from '../records/patients.projection.ts';
import { readAll } from '../runner/read-all.ts';
import { Reader } from '../runner/reader.ts';
import { bmiOf, heightAt, heightsOf, type KnownHeight, weightOf } from './body.ts';
import { type ExaminationDocument, examinations } from './examinations.projection.ts';
import { measurementSeries, typesOf } from './measurement-series.ts';
import { previousMeasurements } from './previous-measurements.ts';

/** Heights of a record on the clock of its clinic, the latest first. */
interface Heights {
  zones: Zones;
  known: readonly KnownHeight[];
}

@Controller('api/examinations')
export class ExaminationsQueries {
  readonly items: ValueReads<ExaminationDocument, ExaminationView, MeasurementParameterView>;

  constructor(
    private readonly reader: Reader,
    access: Access,
  ) {
    this.items = new ValueReads(reader, access, {
      kind: 'examinations',
      projection: examinations,
      catalogue: [[measurementParameters, {}]],
      parametersBy: (ids) => reader.getMany(measurementParameters, ids),
      parametersOf: ({ measurements }) => measurements.map(({ parameter_id }) => parameter_id),
      alsoReads: [patients],
      views: async (documents, _today, actor) => this.views(await withReports(reader, actor, documents)),
    });
  }

  /** A patient's examinations, newest first. `unchecked` counts the drafts among all of them, whatever page is asked for. */
  @Get()
  list(@Query({ schema: List }) asked: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    return this.items.page(actor, asked);
  }

  /** Every measurement of the patient, and the Bmi. */
  @Get('series')
  series(
    @Query({ schema: SeriesOf }) asked: z.infer<typeof SeriesOf>,
    @CurrentActor() actor: UserActor,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Buffer> {
    const { patient_id } = asked;
    const born = async () => {
      const patient = await this.reader.get<PatientDocument>(patients, patient_id);
      return [patient && bornWritten(patient)];
    };
    return this.items.series(actor, exchange, asked, born, () => this.lines(actor, patient_id));
  }

  /** The last value of each parameter: what the form shows beside a field. */
  @Get('previous')
  previous(
    @Query({ schema: OfPatient }) asked: z.infer<typeof OfPatient>,
    @CurrentActor() actor: UserActor,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Buffer> {
    return this.items.previous(actor, exchange, asked, ({ documents, catalogue }) => previousMeasurements(documents, catalogue));
  }

  @Get(':id')
  one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: After }) { after }: z.infer<typeof After>,
    @CurrentActor() actor: UserActor,
  ): Promise<ExaminationView & { stale?: true }> {
    return this.items.one(actor, id, after);
  }

  /** The lines of a record that this person has reached. They depend on the patient's date of birth besides their sources. */
  async lines(actor: UserActor, patient_id: string): Promise<ObservationSeries[]> {
    const { documents: all, catalogue } = await this.items.record(actor, patient_id);
    const documents = await withReports(this.reader, actor, all);
    const patient = await this.reader.get<PatientDocument>(patients, patient_id);
    // a Bmi takes weight and height from one clinic (ruling 37)
    const lines = [...new Set(documents.map(({ organization_id }) => organization_id))].flatMap((clinic) => {
      const own = documents.filter(({ organization_id }) => organization_id === clinic);
      return measurementSeries(own, catalogue, patient);
    });
    return withClinics(this.reader, lines.sort(bySeriesName));
  }

  private async views(documents: readonly ExaminationDocument[]): Promise<ExaminationView[]> {
    const catalogue = await this.items.catalogueOf(documents);
    const [named, heights] = await Promise.all([withNames(this.reader, documents), this.heights(documents)]);
    const bmis = await Promise.all(documents.map((document) => this.bmi(document, catalogue, heights.get(document.patient_id))));
    return named.map(({ has_height: _has_height, ...document }, index) => ({ ...document, bmi: bmis[index] ?? null }));
  }

  /** All heights of records that may be of several clocks: the read store does not know which is the last one. By record. */
  private async heights(documents: readonly ExaminationDocument[]): Promise<ReadonlyMap<string, Heights>> {
    const heights = new Map<string, Heights>();
    for (const { patient_id, organization_id } of documents) {
      if (heights.has(patient_id)) continue;
      const ofPatient = { patient_id: { eq: patient_id } };
      const query = { filter: { ...ofPatient, collected_offset: { gt: '' } }, take: 1, counted: false };
      if ((await this.reader.find(examinations, query)).items.length === 0) continue;
      const all = await readAll<ExaminationDocument>(this.reader, examinations, { ...ofPatient, has_height: { eq: true } });
      const zones = await zonesOf(this.reader, organization_id, all);
      heights.set(patient_id, { zones, known: heightsOf(withClinicTimes(all, zones, false), typesOf(await this.items.catalogueOf(all))) });
    }
    return heights;
  }

  /** Only where the examination weighed the patient is a height looked for: its own, otherwise the last of that day or before. */
  private async bmi(
    document: ExaminationDocument,
    catalogue: ReadonlyMap<string, MeasurementParameterView>,
    heights: Heights | undefined,
  ): Promise<BmiView | null> {
    const typeOf = typesOf(catalogue);
    const weighed = document.draft || document.collected === null ? undefined : weightOf(document.measurements, typeOf);
    if (!weighed) return null;
    const own = heightAt(heightsOf([document], typeOf), document);
    if (own) return bmiOf(weighed.weight, own);
    // readers of other clinics get the same Bmi
    const { clinic_time: _, ...weighing } = document;
    if (heights) return bmiOf(weighed.weight, heightAt(heights.known, withClinicTimes([weighing], heights.zones, false)[0]!));
    const last = await this.lastHeight(document);
    return bmiOf(weighed.weight, heightAt(heightsOf(last, typesOf(await this.items.catalogueOf(last))), weighing));
  }

  private async lastHeight({ patient_id, collected }: ExaminationDocument): Promise<ExaminationDocument[]> {
    const { items } = await this.reader.find<ExaminationDocument>(examinations, {
      filter: {
        patient_id: { eq: patient_id },
        has_height: { eq: true },
        collected: { lte: `${collected!.slice(0, 10)}T23:59:59` },
      },
      sort: [['collected', 'desc']],
      take: 1,
    });
    return items.map(({ data }) => data);
  }
}

@Module({ controllers: [ExaminationsQueries] })
export class ExaminationsQueriesModule {}
