import { Controller, Get, Header, Module, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import type { ManagedMeasurementParameter, MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { OFFICE_COLUMNS, officeCells } from '#contracts/examinations/office-lists';
import { compare } from '#contracts/rules/compare';
import { ById, Id } from '#contracts/wire/primitives';
import { isStaff, notFound, type UserActor } from '#infra/event-store/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { csvOf } from '#contracts/rules/csv';
import { examinationTemplates } from './examination-templates.projection.ts';
import { byUse, CatalogueUsage } from '../catalogue-usage/usage.ts';
import { pageWithin } from '../items/page-of.ts';
import { searchByAlias } from '../lab-parameters/alias-search.ts';
import { Reader } from '../runner/reader.ts';
import { measurementParameters } from './measurement-parameters.projection.ts';
import { measurementUsage } from './measurement-usage.projection.ts';
import { UsageCounts } from './measurement-usage.ts';

const After = z.object({ after: z.string().optional() });
const List = z.object({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(500).default(50),
  query: z.string().trim().max(200).default(''),
  /** 0 approved, 1 pending. */
  state: z
    .enum(['0', '1'])
    .transform((state) => Number(state))
    .optional(),
  /** For the examination form: what can be measured, what the clinic measures most first where nothing is searched for, with what the asking clinic suggested itself behind it. */
  exam: z.enum(['true', 'false']).default('false'),
  /** Exactly these, removed ones too, in the order asked for: 'a,b,c'. */
  ids: z
    .string()
    .transform((ids) => ids.split(',').filter((id) => id !== ''))
    .pipe(z.array(Id).max(500))
    .optional(),
  /** The page that holds this parameter, instead of the one at `skip`; the answer says which it is. */
  at: Id.optional(),
  after: z.string().optional(),
});

const searched = (view: MeasurementParameterView) => ({
  id: view.id,
  aliases: [view.name, ...(view.aliases ?? [])],
  primary_alias: view.name,
  is_default: false,
  code: view.code,
  view,
});

/** Super users see every suggestion, others their own clinic's. */
const seesPending = (actor: UserActor, { suggested_by_organization }: MeasurementParameterView): boolean =>
  actor.roles.includes('SuperUser') ||
  (isStaff(actor) && actor.organization_id !== null && suggested_by_organization === actor.organization_id);

/** The catalogue belongs to nobody: everybody who is signed in reads what is approved. */
@Controller('api/measurement-parameters')
export class MeasurementParametersQueries {
  private readonly counts: UsageCounts;

  constructor(
    private readonly reader: Reader,
    private readonly usage: CatalogueUsage,
  ) {
    this.counts = new UsageCounts(reader);
  }

  /** `query` is compared with name, aliases and code, the best fit first. The super user's answer says how often each is used. */
  @Get()
  async list(@Query({ schema: List }) asked: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    const { take, after, ids } = asked;
    const isFresh = await this.reader.caughtUp([measurementParameters.name], after);
    const found = ids ? await this.named(ids, actor) : await this.found(asked, actor);
    const skip = pageWithin(found, asked);
    const items = await this.managed(found.slice(skip, skip + take), actor, after);
    return { items, overall_count: found.length, skip, ...(isFresh ? {} : { stale: true }) };
  }

  /** What is approved, by name, in the columns that an import takes. */
  @Get('export')
  @Header('content-type', 'text/csv; charset=utf-8')
  async export(@Query({ schema: After }) { after }: z.infer<typeof After>, @CurrentActor() actor: UserActor): Promise<Buffer> {
    await this.reader.caughtUp([measurementParameters.name], after);
    const approved = (await this.found({ ...List.parse({}), state: 0 }, actor)).toSorted((a, b) => compare(a.name, b.name));
    return Buffer.from(
      csvOf(
        OFFICE_COLUMNS,
        approved.map(officeCells).map((cells) => OFFICE_COLUMNS.map((column) => cells[column])),
      ),
    );
  }

  @Get(':id')
  async one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: After }) { after }: z.infer<typeof After>,
    @CurrentActor() actor: UserActor,
  ) {
    const isFresh = await this.reader.caughtUp([measurementParameters.name], after);
    const [parameter] = await this.named([id], actor);
    if (!parameter) throw notFound();
    const [item] = await this.managed([parameter], actor, after);
    return { ...item, ...(isFresh ? {} : { stale: true }) };
  }

  private async named(ids: readonly string[], actor: UserActor): Promise<MeasurementParameterView[]> {
    const found = await this.reader.getMany<MeasurementParameterView>(measurementParameters, ids);
    return ids.flatMap((id) => {
      const view = found.get(id);
      return view && (view.state === 0 || seesPending(actor, view)) ? [view] : [];
    });
  }

  private async found({ state, exam, query }: z.infer<typeof List>, actor: UserActor): Promise<MeasurementParameterView[]> {
    // The catalogue is a curated list of some hundreds: it is ranked whole, so that the best fit is never on a later page.
    const { items } = await this.reader.find<MeasurementParameterView>(measurementParameters, { filter: { removed: { eq: false } } });
    const visible = items.map(({ data }) => data).filter((view) => view.state === 0 || seesPending(actor, view));
    const ranked = searchByAlias(visible.map(searched), query).map(({ view }) => view);
    if (exam === 'true') {
      // Bmi is computed: nobody enters it. What waits for approval is shown last, to be cancelled, never to be chosen.
      const measured = ranked.filter(({ normalization_type }) => normalization_type !== 'Bmi');
      // where nothing is searched for, what the clinic measures most comes first
      const ordered = query === '' ? byUse(measured, await this.usage.of(actor, 'office')) : measured;
      return [...ordered.filter((view) => view.state === 0), ...ordered.filter((view) => view.state === 1)];
    }
    return state === undefined ? ranked : ranked.filter((view) => view.state === state);
  }

  private async managed(
    views: readonly MeasurementParameterView[],
    actor: UserActor,
    after: string | undefined,
  ): Promise<(MeasurementParameterView | ManagedMeasurementParameter)[]> {
    if (!actor.roles.includes('SuperUser')) return [...views];
    if (after !== undefined) await this.reader.caughtUp([measurementUsage.name, examinationTemplates.name], after);
    const used: ManagedMeasurementParameter[] = [];
    for (const [index, view] of views.entries()) {
      const used_in = await this.counts.of(view.id, after !== undefined && index === 0);
      used.push({ ...view, used_in, used_count: used_in.templates + used_in.examinations });
    }
    return used;
  }
}

@Module({ controllers: [MeasurementParametersQueries], providers: [CatalogueUsage] })
export class MeasurementParametersQueriesModule {}
