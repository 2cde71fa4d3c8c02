import { Controller, Get, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { fold } from '#contracts/folding';
import type { LabParameterView } from '#contracts/lab-parameters';
import type { LabResultView, LabSeries } from '#contracts/lab-results';
import { messages } from '#contracts/messages';
import { packSeries } from '#contracts/packed';
import { ById } from '#contracts/primitives';
import { Access } from '#infra/access/access';
import { isStaffFor, notFound, type UserActor } from '#infra/access/actor';
import { CurrentActor } from '#infra/http/current-actor';
import type { Filter } from '#infra/read-store/read-store';
import { users } from '../accounts/users.projection.ts';
import { answered, CurrentExchange, type Exchange } from '../items/answers.ts';
import { After, List, OfPatient, packed, visibleOf } from '../items/asked.ts';
import { NEWEST, pageOf } from '../items/page-of.ts';
import type { Source } from '../items/kept.ts';
import { withClinics, withNames } from '../items/names.ts';
import { labParameters } from '../lab-parameters/lab-parameters.projection.ts';
import { organizations } from '../organizations/organizations.projection.ts';
import { withUploads } from '../reports/upload-names.ts';
import { readAll } from '../runner/read-all.ts';
import { Reader } from '../runner/reader.ts';
import { type LabResultDocument, labResults } from './lab-results.projection.ts';
import { labSeries } from './lab-series.ts';
import { previousValues } from './previous-values.ts';

/** `in_units=<parameter_id>:<unit>,...`: the units that a person asked for; everything else stays as it was reported. */
const SeriesOf = OfPatient.extend({
  packed,
  in_units: z
    .string()
    .max(4000)
    .optional()
    .transform((asked, context): Map<string, string> => {
      const pairs = (asked ?? '').split(',').filter((pair) => pair !== '');
      const read = pairs.map((pair) => /^([0-9a-f-]{36}):(.{1,60})$/i.exec(pair.trim()));
      if (read.some((pair) => pair === null)) context.addIssue({ code: 'custom', message: messages.format });
      return new Map(read.flatMap((pair) => (pair ? [[pair[1]!, pair[2]!] as const] : [])));
    }),
});

/** `day`: only the results of that local day. */
const ListOf = List.extend({ day: z.iso.date().optional() });

@Controller('api/lab-results')
export class LabResultsQueries {
  constructor(
    private readonly reader: Reader,
    private readonly access: Access,
  ) {}

  /** A patient's results, newest first. `unchecked` counts the drafts among all of them, whatever page is asked for. */
  @Get()
  async list(@Query({ schema: ListOf }) { patient_id, after, day, ...page }: z.infer<typeof ListOf>, @CurrentActor() actor: UserActor) {
    await this.access.patientScope(actor, patient_id);
    const isFresh = await this.reader.caughtUp([labResults.name, users.name, organizations.name], after);
    const ofDay: Filter = day === undefined ? {} : { collected: { gte: `${day}T00:00:00`, lte: `${day}T23:59:59` } };
    const order = { filter: { ...visibleOf(actor, patient_id), ...ofDay }, sort: NEWEST };
    const skip = await pageOf(this.reader, labResults, order, page);
    const { items, overall_count } = await this.reader.find<LabResultDocument>(labResults, { ...order, skip, take: page.take });
    const drafts = await this.reader.find(labResults, { filter: { patient_id: { eq: patient_id }, draft: { eq: true } }, take: 0 });
    return {
      items: await this.shown(items.map(({ data }) => data)),
      overall_count,
      skip,
      ...(isStaffFor(actor, patient_id) ? { unchecked: drafts.overall_count } : {}),
      ...(isFresh ? {} : { stale: true }),
    };
  }

  /** Every result of the patient as lines of the chart: complete, however many there are. */
  @Get('series')
  async series(
    @Query({ schema: SeriesOf }) asked: z.infer<typeof SeriesOf>,
    @CurrentActor() actor: UserActor,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Buffer> {
    const { patient_id, after, in_units } = asked;
    const isFresh = await this.reached(actor, patient_id, after);
    const question = this.question(actor, 'series', patient_id, asked.packed, ...[...in_units].flat());
    return answered(this.reader, exchange, { question, sources: this.sources(patient_id), isFresh }, async () => {
      const items = await this.lines(actor, patient_id, in_units);
      return asked.packed === 'true' ? { packed: packSeries(items), overall_count: items.length } : { items, overall_count: items.length };
    });
  }

  /** What the form shows beside a value, and what 'Add from previous' copies names, units and ranges from. */
  @Get('previous')
  async previous(
    @Query({ schema: OfPatient }) { patient_id, after }: z.infer<typeof OfPatient>,
    @CurrentActor() actor: UserActor,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Buffer> {
    const { organization_id } = await this.access.patientScope(actor, patient_id);
    const isFresh = await this.reached(actor, patient_id, after);
    const question = this.question(actor, 'previous', patient_id);
    return answered(this.reader, exchange, { question, sources: this.sources(patient_id), isFresh }, async () => {
      const { results, catalogue } = await this.record(actor, patient_id);
      const items = previousValues(results, (parameter_id) => catalogue.get(parameter_id)?.primary_alias, organization_id);
      return { items, overall_count: items.length };
    });
  }

  @Get(':id')
  async one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: After }) { after }: z.infer<typeof After>,
    @CurrentActor() actor: UserActor,
  ): Promise<LabResultView & { stale?: true }> {
    const { patient_id } = await this.access.streamScope(actor, `lab_result-${id}`);
    if (patient_id === undefined) throw notFound();
    await this.access.patientScope(actor, patient_id);
    const isFresh = await this.reader.caughtUp([labResults.name, users.name, organizations.name], after);
    const result = await this.reader.get<LabResultDocument>(labResults, id);
    if (!result || (result.draft && !isStaffFor(actor, patient_id))) throw notFound();
    const [view] = await this.shown([result]);
    if (!view) throw notFound();
    return { ...view, ...(isFresh ? {} : { stale: true as const }) };
  }

  /** With the names of editors, clinics, uploads and, where they are others than the printed ones, of parameters. */
  private async shown(results: readonly LabResultDocument[]): Promise<LabResultView[]> {
    const catalogue = await this.parametersOf(results);
    const named = results.map((result) => ({
      ...result,
      parameters: result.parameters.map((entry) => {
        const name = catalogue.get(entry.parameter_id ?? '')?.primary_alias;
        return name === undefined || fold(name) === fold(entry.name) ? entry : { ...entry, catalogue_name: name };
      }),
    }));
    return withUploads(this.reader, await withNames(this.reader, named));
  }

  private parametersOf(results: readonly LabResultDocument[]): Promise<ReadonlyMap<string, LabParameterView>> {
    const named = results.flatMap(({ parameters }) => parameters.map(({ parameter_id }) => parameter_id)).filter((id) => id !== null);
    return this.reader.getMany<LabParameterView>(labParameters, named);
  }

  /** The lines of a record that this person has reached. */
  async lines(actor: UserActor, patient_id: string, in_units: ReadonlyMap<string, string> = new Map()): Promise<LabSeries[]> {
    const { results, catalogue } = await this.record(actor, patient_id);
    return withClinics(this.reader, labSeries(results, catalogue, in_units));
  }

  /** The documents that the lines of a record are made of. */
  sources(patient_id: string): Source[] {
    return [
      [labResults, { patient_id: { eq: patient_id } }],
      [labParameters, {}],
      [organizations, {}],
    ];
  }

  /** @returns whether everything up to `after` is there. @throws Refusal 404 where the person may not see the record */
  async reached(actor: UserActor, patient_id: string, after: string | undefined): Promise<boolean> {
    await this.access.patientScope(actor, patient_id);
    return this.reader.caughtUp([labResults.name, labParameters.name, organizations.name], after);
  }

  /** Of the same question the staff and a patient get different answers (ruling 24). */
  private question(actor: UserActor, what: string, patient_id: string, ...asked: string[]): string {
    return JSON.stringify(['lab-results', isStaffFor(actor, patient_id), what, patient_id, ...asked]);
  }

  /** All of a patient's results that the person may see, with the catalogue's parameters they name. */
  private async record(actor: UserActor, patient_id: string) {
    const results = await readAll<LabResultDocument>(this.reader, labResults, visibleOf(actor, patient_id));
    return { results, catalogue: await this.parametersOf(results) };
  }
}
