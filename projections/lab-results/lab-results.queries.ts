import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { withoutCritical } from '#contracts/lab/critical-state';
import type { LabResultView } from '#contracts/lab/lab-results';
import { messages } from '#contracts/rules/messages';
import type { ObservationSeries } from '#contracts/observations/observations';
import { ById } from '#contracts/wire/primitives';
import { Access } from '#infra/access/access';
import { isStaffFor, type UserActor } from '#infra/event-store/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { withReports } from '../external-reports/listing-reports.ts';
import { CurrentExchange, type Exchange } from '../items/answers.ts';
import { After, List, PreviousOf, SeriesOf } from '../items/asked.ts';
import { withClinics, withNames } from '../items/names.ts';
import { ValueReads } from '../items/value-reads.ts';
import { labMerges } from '../lab-parameters/lab-merges.projection.ts';
import { type LabParameterDocument, labParameters } from '../lab-parameters/lab-parameters.projection.ts';
import { type Merges, onTheirLines, parametersOf, readMerges } from '../lab-parameters/merges.ts';
import { withUploads } from '../reports/upload-names.ts';
import { Reader } from '../runner/reader.ts';
import { withCatalogueNames } from './catalogue-names.ts';
import { type LabResultDocument, labResults } from './lab-results.projection.ts';
import { labSeries } from './lab-series.ts';
import { previousValues } from './previous-values.ts';
import { withSeers } from './seers.ts';

/** `in_units=<parameter_id>:<unit>,...`: the units that a person asked for; everything else stays as it was reported. */
const LabSeriesOf = SeriesOf.extend({
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

/** Results with their values under the parameters on whose lines they stand. */
const placed = (documents: readonly LabResultDocument[], merges: Merges) =>
  merges.none ? documents : documents.map((document) => ({ ...document, parameters: onTheirLines(document.parameters, merges) }));

const withFormerIds = (line: ObservationSeries, merges: Merges): ObservationSeries => {
  const { parameter_id } = line;
  const merged = parameter_id === null ? [] : merges.mergedInto(parameter_id);
  return merged.length === 0 ? line : { ...line, former_ids: merged.map(({ id }) => `${id}${line.id.slice(parameter_id!.length)}`) };
};

@Controller('api/lab-results')
export class LabResultsQueries {
  readonly items: ValueReads<LabResultDocument, LabResultView, LabParameterDocument>;

  constructor(
    private readonly reader: Reader,
    private readonly access: Access,
  ) {
    this.items = new ValueReads(reader, access, {
      kind: 'lab-results',
      projection: labResults,
      // what was only requested changes no line
      catalogue: [
        [labParameters, { status: { eq: 'Approved' } }],
        [labMerges, {}],
      ],
      parametersBy: async (ids) => parametersOf(reader, await readMerges(reader), ids),
      parametersOf: ({ parameters }) => parameters.map(({ parameter_id }) => parameter_id),
      views: async (documents, _today, actor) => this.views(await withReports(reader, actor, documents)),
    });
  }

  /** A patient's results, newest first. `unchecked` counts the drafts among all of them, whatever page is asked for. */
  @Get()
  list(@Query({ schema: ListOf }) { day, ...asked }: z.infer<typeof ListOf>, @CurrentActor() actor: UserActor) {
    return this.items.page(actor, asked, day);
  }

  @Get('series')
  series(
    @Query({ schema: LabSeriesOf }) asked: z.infer<typeof LabSeriesOf>,
    @CurrentActor() actor: UserActor,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Buffer> {
    const { patient_id, in_units } = asked;
    const units = async () => [...in_units].flat();
    return this.items.series(actor, exchange, asked, units, () => this.lines(actor, patient_id, in_units));
  }

  /** What the form shows beside a value, and what 'Add from previous' copies names, units and ranges from. */
  @Get('previous')
  async previous(
    @Query({ schema: PreviousOf }) asked: z.infer<typeof PreviousOf>,
    @CurrentActor() actor: UserActor,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Buffer> {
    const { organization_id } = await this.access.patientScope(actor, asked.patient_id);
    return this.items.previous(actor, exchange, asked, async ({ documents, catalogue }) => {
      const merges = await readMerges(this.reader);
      const nameOf = (parameter_id: string) => catalogue.get(parameter_id)?.primary_alias;
      return previousValues(placed(documents, merges), nameOf, organization_id, asked.before).map((value) => {
        const merged_ids = value.parameter_id === null ? [] : merges.mergedInto(value.parameter_id).map(({ id }) => id);
        return merged_ids.length === 0 ? value : { ...value, merged_ids };
      });
    });
  }

  @Get(':id')
  one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: After }) { after }: z.infer<typeof After>,
    @CurrentActor() actor: UserActor,
  ): Promise<LabResultView & { stale?: true }> {
    return this.items.one(actor, id, after);
  }

  /** The lines of a record that this person has reached. */
  async lines(actor: UserActor, patient_id: string, in_units: ReadonlyMap<string, string> = new Map()): Promise<ObservationSeries[]> {
    const { documents, catalogue } = await this.items.record(actor, patient_id);
    const merges = await readMerges(this.reader);
    // others get the time alone: what an answer that is kept says of people has to be one of its sources
    const named = isStaffFor(actor, patient_id) ? await withSeers(this.reader, documents) : documents;
    const listed = await withReports(this.reader, actor, named);
    const series = labSeries(placed(listed, merges), catalogue, in_units).map((line) => withFormerIds(line, merges));
    return withClinics(this.reader, series);
  }

  /** With the names of editors, clinics, uploads and, where they are others than the printed ones, of parameters. */
  private async views(results: readonly LabResultDocument[]): Promise<LabResultView[]> {
    const seen = await withSeers(this.reader, results);
    const named = await withCatalogueNames(this.reader, seen.map(withoutCritical));
    return withUploads(this.reader, await withNames(this.reader, named));
  }
}

@Module({ controllers: [LabResultsQueries] })
export class LabResultsQueriesModule {}
