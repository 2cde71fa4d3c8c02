import { Controller, Get, Header, Module, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { type ExaminationTemplateView, TemplateKind } from '#contracts/examinations/examination-templates';
import { TEMPLATE_COLUMNS, templateCells } from '#contracts/examinations/office-lists';
import { searchText } from '#contracts/rules/search-text';
import { ById, Id } from '#contracts/wire/primitives';
import { Access } from '#infra/access/access';
import { isStaff, notFound, type UserActor } from '#infra/event-store/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { byUse, CatalogueUsage } from '../catalogue-usage/usage.ts';
import { pageWithin } from '../items/page-of.ts';
import { csvOf } from '#contracts/rules/csv';
import { Reader } from '../runner/reader.ts';
import { readFrom, templateParameters } from './template-parameters.ts';
import { type ExaminationTemplateDocument, examinationTemplates } from './examination-templates.projection.ts';

const Flag = z.enum(['true', 'false']).optional();
const After = z.object({ after: z.string().optional() });
const List = z.object({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(500).default(40),
  query: z.string().trim().max(200).default(''),
  kind: TemplateKind.default('examination'),
  /** 'Use': what the asking clinic used most in the last months first, then by name; those of the patient before all others. */
  order_by: z.enum(['Name', 'Use']).default('Name'),
  /** The private templates of this patient besides: 'LastUsed' of who asks, and groups made for the patient. */
  patient_id: Id.optional(),
  show_individual: Flag,
  showIndividual: Flag,
  /** Only what who asks may change: what belongs to its clinic, or to nobody for a super user. */
  own: Flag,
  /** The page that holds this template, instead of the one at `skip`; the answer says which it is. */
  at: Id.optional(),
  after: z.string().optional(),
});

const matches = ({ folded }: ExaminationTemplateDocument, query: string): boolean =>
  searchText(query)
    .split(' ')
    .every((word) => folded.includes(word));

/** Public templates belong to a clinic or to everybody, a super user's to everybody. */
const mayChange = (actor: UserActor, { organization_id, owner_id }: ExaminationTemplateDocument): boolean => {
  if (owner_id !== null) return false;
  if (organization_id === null) return actor.roles.includes('SuperUser');
  return isStaff(actor) && organization_id === actor.organization_id;
};

@Controller('api/examination-templates')
export class ExaminationTemplatesQueries {
  constructor(
    private readonly reader: Reader,
    private readonly access: Access,
    private readonly usage: CatalogueUsage,
  ) {}

  /** Templates by name; with `show_individual` and a patient that patient's private ones come first. */
  @Get()
  async list(@Query({ schema: List }) asked: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    const { take, query, kind, order_by, patient_id, own, after } = asked;
    const isFresh = await this.reader.caughtUp([examinationTemplates.name, ...readFrom(kind)], after);
    const wantsPrivate = asked.show_individual === 'true' || asked.showIndividual === 'true';
    const individual = wantsPrivate && patient_id !== undefined ? await this.individual(patient_id, actor) : [];
    const usage = order_by === 'Use' ? await this.usage.of(actor, kind === 'lab' ? 'lab' : 'office') : new Map<string, number>();
    const found = [...byUse(individual, usage), ...byUse(await this.shared(actor), usage)]
      .filter((template) => template.kind === kind)
      .filter((template) => own !== 'true' || mayChange(actor, template))
      .filter((template) => matches(template, query));
    const skip = pageWithin(found, asked);
    const items = await this.views(found.slice(skip, skip + take), actor);
    return { items, overall_count: found.length, skip, ...(isFresh ? {} : { stale: true }) };
  }

  /** The public ones that who asks may change, by name, in the columns that an import takes. */
  @Get('export')
  @Header('content-type', 'text/csv; charset=utf-8')
  async export(@Query({ schema: After }) { after }: z.infer<typeof After>, @CurrentActor() actor: UserActor): Promise<Buffer> {
    await this.reader.caughtUp([examinationTemplates.name, ...readFrom('examination'), ...readFrom('lab')], after);
    const own = (await this.shared(actor)).filter((template) => mayChange(actor, template));
    const rows = (await this.views(own, actor)).map(({ id, name, kind, parameters }) =>
      templateCells({ id, name, kind, names: parameters.map((parameter) => parameter.name) }),
    );
    return Buffer.from(
      csvOf(
        TEMPLATE_COLUMNS,
        rows.map((cells) => TEMPLATE_COLUMNS.map((column) => cells[column])),
      ),
    );
  }

  @Get(':id')
  async one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: After }) { after }: z.infer<typeof After>,
    @CurrentActor() actor: UserActor,
  ) {
    const isFresh = await this.reader.caughtUp([examinationTemplates.name], after);
    const template = await this.reader.get<ExaminationTemplateDocument>(examinationTemplates, id);
    if (!template) throw notFound();
    if (template.patient_id !== null) await this.access.patientScope(actor, template.patient_id);
    const isOthers = template.organization_id !== null && template.organization_id !== actor.organization_id;
    if (isOthers || (template.owner_id !== null && template.owner_id !== actor.user_id)) throw notFound();
    const [view] = await this.views([template], actor);
    return { ...view, ...(isFresh ? {} : { stale: true }) };
  }

  private async individual(patient_id: string, actor: UserActor): Promise<ExaminationTemplateDocument[]> {
    await this.access.patientScope(actor, patient_id);
    const { items } = await this.reader.find<ExaminationTemplateDocument>(examinationTemplates, {
      filter: { patient_id: { eq: patient_id } },
      sort: [['folded', 'asc']],
    });
    return items.map(({ data }) => data).filter(({ owner_id }) => owner_id === null || owner_id === actor.user_id);
  }

  private async shared({ organization_id }: UserActor): Promise<ExaminationTemplateDocument[]> {
    const everybodys = { is_public: { eq: true }, organization_id: { eq: null } };
    const clinics = organization_id === null ? [] : [{ is_public: { eq: true }, organization_id: { eq: organization_id } }];
    const { items } = await this.reader.find<ExaminationTemplateDocument>(examinationTemplates, {
      any_of: [[everybodys, ...clinics]],
      sort: [['folded', 'asc']],
    });
    return items.map(({ data }) => data);
  }

  private async views(templates: readonly ExaminationTemplateDocument[], actor: UserActor): Promise<ExaminationTemplateView[]> {
    const parameters = await templateParameters(this.reader, templates);
    return templates.map((template) => {
      const { folded: _, ...shown } = template;
      return { ...shown, parameters: parameters.get(template.id) ?? [], editable: mayChange(actor, template) };
    });
  }
}

@Module({ controllers: [ExaminationTemplatesQueries], providers: [CatalogueUsage] })
export class ExaminationTemplatesQueriesModule {}
