import { Controller, Get, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { fold } from '#contracts/folding';
import type { LabParameterView } from '#contracts/lab-parameters';
import type { LabResultView, LabSeries } from '#contracts/lab-results';
import { messages } from '#contracts/messages';
import { packSeries } from '#contracts/packed';
import { ById } from '#contracts/primitives';
import { Access } from '#infra/access/access';
import type { UserActor } from '#infra/access/actor';
import { CurrentActor } from '#infra/http/current-actor';
import type { Filter } from '#infra/read-store/read-store';
import { CurrentExchange, type Exchange } from '../items/answers.ts';
import { After, List, OfPatient, packed } from '../items/asked.ts';
import { ItemReads } from '../items/item-reads.ts';
import type { Source } from '../items/kept.ts';
import { withClinics, withNames } from '../items/names.ts';
import { labParameters } from '../lab-parameters/lab-parameters.projection.ts';
import { organizations } from '../organizations/organizations.projection.ts';
import { withUploads } from '../reports/upload-names.ts';
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
  private readonly items: ItemReads<LabResultDocument>;

  constructor(
    private readonly reader: Reader,
    private readonly access: Access,
  ) {
    this.items = new ItemReads(reader, access, { kind: 'lab-results', projection: labResults, alsoReads: [labParameters] });
  }

  /** A patient's results, newest first. `unchecked` counts the drafts among all of them, whatever page is asked for. */
  @Get()
  async list(@Query({ schema: ListOf }) { day, ...asked }: z.infer<typeof ListOf>, @CurrentActor() actor: UserActor) {
    const ofDay: Filter = day === undefined ? {} : { collected: { gte: `${day}T00:00:00`, lte: `${day}T23:59:59` } };
    const { documents, counts, staleness } = await this.items.page(actor, asked, ofDay);
    return { items: await this.shown(documents), ...counts, ...staleness };
  }

  /** Every result of the patient as lines of the chart: complete, however many there are. */
  @Get('series')
  series(
    @Query({ schema: SeriesOf }) asked: z.infer<typeof SeriesOf>,
    @CurrentActor() actor: UserActor,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Buffer> {
    const { patient_id, in_units } = asked;
    const what = async () => ['series', asked.packed, ...[...in_units].flat()];
    return this.items.kept(actor, exchange, asked, what, this.sources(patient_id), async () => {
      const items = await this.lines(actor, patient_id, in_units);
      return asked.packed === 'true' ? { packed: packSeries(items), overall_count: items.length } : { items, overall_count: items.length };
    });
  }

  /** What the form shows beside a value, and what 'Add from previous' copies names, units and ranges from. */
  @Get('previous')
  async previous(
    @Query({ schema: OfPatient }) asked: z.infer<typeof OfPatient>,
    @CurrentActor() actor: UserActor,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Buffer> {
    const { patient_id } = asked;
    const { organization_id } = await this.access.patientScope(actor, patient_id);
    return this.items.kept(
      actor,
      exchange,
      asked,
      async () => ['previous'],
      this.sources(patient_id),
      async () => {
        const { results, catalogue } = await this.record(actor, patient_id);
        const items = previousValues(results, (parameter_id) => catalogue.get(parameter_id)?.primary_alias, organization_id);
        return { items, overall_count: items.length };
      },
    );
  }

  @Get(':id')
  async one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: After }) { after }: z.infer<typeof After>,
    @CurrentActor() actor: UserActor,
  ): Promise<LabResultView & { stale?: true }> {
    const { document, staleness } = await this.items.one(actor, id, after);
    const [view] = await this.shown([document]);
    return { ...view!, ...staleness };
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

  /** @throws Refusal 404 where the person may not see the record */
  reached(actor: UserActor, patient_id: string, after: string | undefined): ReturnType<ItemReads<LabResultDocument>['reached']> {
    return this.items.reached(actor, patient_id, after);
  }

  /** All of a patient's results that the person may see, with the catalogue's parameters they name. */
  private async record(actor: UserActor, patient_id: string) {
    const results = await this.items.documents(actor, patient_id);
    return { results, catalogue: await this.parametersOf(results) };
  }
}
