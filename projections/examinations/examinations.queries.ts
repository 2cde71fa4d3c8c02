import { Controller, Get, Param, Query } from '@nestjs/common';
import type { z } from 'zod';
import type { BmiView, ExaminationView, MeasurementSeries } from '#contracts/examinations';
import type { MeasurementParameterView } from '#contracts/measurement-parameters';
import { packSeries } from '#contracts/packed';
import { ById } from '#contracts/primitives';
import { Access } from '#infra/access/access';
import { isStaffFor, notFound, type UserActor } from '#infra/access/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { users } from '../accounts/users.projection.ts';
import { answered, CurrentExchange, type Exchange } from '../items/answers.ts';
import { After, List, OfPatient, packed, visibleOf } from '../items/asked.ts';
import { NEWEST, pageOf } from '../items/page-of.ts';
import type { Source } from '../items/kept.ts';
import { withClinics, withNames } from '../items/names.ts';
import { measurementParameters } from '../measurement-parameters/measurement-parameters.projection.ts';
import { organizations } from '../organizations/organizations.projection.ts';
import { type PatientDocument, patients } from '../patients/patients.projection.ts';
import { readAll } from '../runner/read-all.ts';
import { Reader } from '../runner/reader.ts';
import { bmiOf, heightAt, heightsOf, weightOf } from './body.ts';
import { type ExaminationDocument, examinations } from './examinations.projection.ts';
import { measurementSeries, type SeriesCatalogue, typesOf } from './measurement-series.ts';
import { previousMeasurements } from './previous-measurements.ts';

const SeriesOf = OfPatient.extend({ packed });
const viewed = [examinations.name, measurementParameters.name, users.name, organizations.name];

@Controller('api/examinations')
export class ExaminationsQueries {
  constructor(
    private readonly reader: Reader,
    private readonly access: Access,
  ) {}

  /** A patient's examinations, newest first. `unchecked` counts the drafts among all of them, whatever page is asked for. */
  @Get()
  async list(@Query({ schema: List }) { patient_id, after, ...page }: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    await this.access.patientScope(actor, patient_id);
    const isFresh = await this.reader.caughtUp(viewed, after);
    const order = { filter: visibleOf(actor, patient_id), sort: NEWEST };
    const skip = await pageOf(this.reader, examinations, order, page);
    const { items, overall_count } = await this.reader.find<ExaminationDocument>(examinations, { ...order, skip, take: page.take });
    const drafts = await this.reader.find(examinations, { filter: { patient_id: { eq: patient_id }, draft: { eq: true } }, take: 0 });
    return {
      items: await this.views(items.map(({ data }) => data)),
      overall_count,
      skip,
      ...(isStaffFor(actor, patient_id) ? { unchecked: drafts.overall_count } : {}),
      ...(isFresh ? {} : { stale: true }),
    };
  }

  /** Every measurement of the patient, and the Bmi, as lines of the chart: complete, however many there are. */
  @Get('series')
  async series(
    @Query({ schema: SeriesOf }) asked: z.infer<typeof SeriesOf>,
    @CurrentActor() actor: UserActor,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Buffer> {
    const { patient_id, after } = asked;
    const isFresh = await this.reached(actor, patient_id, after);
    const patient = await this.reader.get<PatientDocument>(patients, patient_id);
    const question = JSON.stringify([
      'examinations',
      isStaffFor(actor, patient_id),
      'series',
      patient_id,
      asked.packed,
      patient?.date_of_birth,
    ]);
    return answered(this.reader, exchange, { question, sources: this.sources(patient_id), isFresh }, async () => {
      const items = await this.lines(actor, patient_id);
      return asked.packed === 'true' ? { packed: packSeries(items), overall_count: items.length } : { items, overall_count: items.length };
    });
  }

  /** The last value of each parameter: what the form shows beside a field. */
  @Get('previous')
  async previous(
    @Query({ schema: OfPatient }) { patient_id, after }: z.infer<typeof OfPatient>,
    @CurrentActor() actor: UserActor,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Buffer> {
    const isFresh = await this.reached(actor, patient_id, after);
    const question = JSON.stringify(['examinations', isStaffFor(actor, patient_id), 'previous', patient_id]);
    return answered(this.reader, exchange, { question, sources: this.sources(patient_id), isFresh }, async () => {
      const { documents, catalogue } = await this.record(actor, patient_id);
      const items = previousMeasurements(documents, catalogue);
      return { items, overall_count: items.length };
    });
  }

  @Get(':id')
  async one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: After }) { after }: z.infer<typeof After>,
    @CurrentActor() actor: UserActor,
  ): Promise<ExaminationView & { stale?: true }> {
    const { patient_id } = await this.access.streamScope(actor, `examination-${id}`);
    if (patient_id === undefined) throw notFound();
    await this.access.patientScope(actor, patient_id);
    const isFresh = await this.reader.caughtUp(viewed, after);
    const examination = await this.reader.get<ExaminationDocument>(examinations, id);
    if (!examination || (examination.draft && !isStaffFor(actor, patient_id))) throw notFound();
    const [view] = await this.views([examination]);
    if (!view) throw notFound();
    return { ...view, ...(isFresh ? {} : { stale: true as const }) };
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

  /** @returns whether everything up to `after` is there. @throws Refusal 404 where the person may not see the record */
  async reached(actor: UserActor, patient_id: string, after: string | undefined): Promise<boolean> {
    await this.access.patientScope(actor, patient_id);
    return this.reader.caughtUp([...viewed, patients.name], after);
  }

  /** All of a patient's examinations that the person may see, with the catalogue's parameters they name. */
  private async record(actor: UserActor, patient_id: string) {
    const documents = await readAll<ExaminationDocument>(this.reader, examinations, visibleOf(actor, patient_id));
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
