import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { z } from 'zod';
import type { FoundRow } from '#contracts/lab/found-parameters';
import type { LabMergePreview } from '#contracts/lab/lab-merges';
import type { LabParameterView, ParameterSuggestion } from '#contracts/lab/lab-parameters';
import { fileOfPage } from '#contracts/stored-files';
import { unitKey } from '#contracts/rules/units';
import { ById, Id } from '#contracts/wire/primitives';
import { notFound } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { SealedFiles } from '#infra/files/sealed-files';
import { Pictures } from '#infra/pictures/pictures';
import { Reader } from '../runner/reader.ts';
import { type FoundParameterDocument, foundParameters } from './found-parameters.projection.ts';
import { conversion, converted } from './conversions.ts';
import { LabCatalogue } from './lab-catalogue.ts';
import { labMerges } from './lab-merges.projection.ts';
import { labUsage } from './lab-usage.projection.ts';
import { LabUsage, type UnitUse, type Uses } from './lab-usage.ts';
import { type LabParameterDocument, labParameters } from './lab-parameters.projection.ts';
import { mergePreview, type Merging } from './merge-preview.ts';
import { type Merges, readMerges } from './merges.ts';
import { reasonsAgainst, type Sought, suggestions } from './suggestions.ts';

const Preview = z.object({
  parameter_ids: z
    .string()
    .transform((ids) => [...new Set(ids.split(',').filter((id) => id !== ''))])
    .pipe(z.array(Id).min(2, 'Choose at least two parameters').max(50)),
  /** The last one where it is left out. */
  kept_id: Id.optional(),
  after: z.string().optional(),
});
const Found = z.object({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(50).default(10),
  after: z.string().optional(),
});
/** Values by which a name is compared with the catalogue. */
const MOST_VALUES = 50;
/** Pixels around a row, so that it can be read. */
const MARGIN = 6;

/** What a super user decides about requests and merges by: counts, printed words and cut-outs, no page, file or person (ruling 58). */
@Controller('api/lab-parameters')
export class LabCurationQueries {
  private readonly catalogue: LabCatalogue;

  constructor(
    private readonly reader: Reader,
    private readonly files: SealedFiles,
    private readonly pictures: Pictures,
    private readonly usage: LabUsage,
  ) {
    this.catalogue = new LabCatalogue(reader);
  }

  /** Changes that merging these would make, counted over all records. */
  @Get('merge/preview')
  async preview(
    @Query({ schema: Preview }) { parameter_ids, kept_id = parameter_ids.at(-1)!, after }: z.infer<typeof Preview>,
  ): Promise<LabMergePreview> {
    await this.reader.caughtUp([labParameters.name, labMerges.name, labUsage.name], after);
    const merges = await readMerges(this.reader);
    const documents = await this.reader.getMany<LabParameterDocument>(labParameters, parameter_ids);
    const printed = new Map((await this.catalogue.withNames([...documents.values()])).map((named) => [named.id, named]));
    const uses = await this.usage.all(after);
    // undefined where it is no approved one: then nothing can be merged into it
    const kept = (await this.catalogue.named([kept_id])).get(kept_id);
    const merging: Merging[] = [];
    for (const id of parameter_ids) {
      const document = documents.get(id);
      if (!document) throw notFound();
      // of what was found on pages, name and unit are printed there
      const named = printed.get(id);
      const { primary_alias: name = '', unit = '' } = named ?? {};
      const against = named && kept && id !== kept_id ? reasonsAgainst(await this.sought(named), kept) : [];
      merging.push({ document: { ...document, unit }, name, uses: usesOf(document, merges, uses), against });
    }
    if (!parameter_ids.includes(kept_id))
      throw new Refusal('kept', 'Not one of the parameters that are merged', { kept_id: ['Not one of the parameters that are merged'] });
    return mergePreview(merging, kept_id);
  }

  /** Where a parameter that was requested is printed, the latest first. */
  @Get(':id/pages')
  async pages(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: Found }) { skip, take, after }: z.infer<typeof Found>,
  ) {
    const isFresh = await this.reader.caughtUp([foundParameters.name], after);
    const { items, overall_count } = await this.reader.find<FoundParameterDocument>(foundParameters, {
      filter: { parameter_id: { eq: id } },
      sort: [['since', 'desc']],
      skip,
      take,
    });
    return { items: items.map(({ data }) => rowOf(data)), overall_count, ...(isFresh ? {} : { stale: true }) };
  }

  /** The picture of the row alone, as PNG. */
  @Get('pages/:id/image')
  async image(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Res({ passthrough: true }) reply: { header(name: string, value: string): void },
  ) {
    const found = await this.reader.get<FoundParameterDocument>(foundParameters, id);
    if (!found?.region) throw notFound();
    const page = await this.files.get(fileOfPage(found.page_id));
    if (page === undefined || page === 'destroyed') throw notFound();
    reply.header('Content-Type', 'image/png');
    const row = await this.pictures.cutOut(page, found.region, MARGIN);
    if (row === undefined) throw notFound();
    return Buffer.from(row);
  }

  /** Parameters of the catalogue that may be meant by a requested one, or be the same as one that is there. */
  @Get(':id/suggestions')
  async suggestions(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
  ): Promise<{ items: ParameterSuggestion[]; overall_count: number }> {
    const document = await this.reader.get<LabParameterDocument>(labParameters, id);
    const [named] = document === undefined ? [] : await this.catalogue.withNames([document]);
    if (!named) throw notFound();
    const items = suggestions(await this.sought(named), await this.catalogue.listed(['Approved']));
    return { items, overall_count: items.length };
  }

  /** With values as they are printed on pages. */
  private async sought(named: LabParameterView): Promise<Sought> {
    const found = await this.reader.find<FoundParameterDocument>(foundParameters, {
      filter: { parameter_id: { eq: named.id } },
      take: MOST_VALUES,
    });
    return { ...named, values: found.items.map(({ data: { value, unit } }) => ({ text: value, unit })) };
  }
}

/** As lines show it: as it was reported where it is not known how that unit is said in this one. */
const shownIn = (use: UnitUse, unit: string | undefined, code: string | undefined): UnitUse => {
  const convert = unit === undefined ? undefined : conversion(code, use.unit, unit);
  if (unit === undefined || convert === undefined) return use;
  return { ...use, unit, examples: use.examples.map((value) => converted(value, convert)), limits: use.limits.map(convert) };
};

/** Of a parameter with all that stands on its lines, in the units in which it stands there. */
const usesOf = ({ id, code }: LabParameterDocument, merges: Merges, uses: Uses): ReadonlyMap<string, UnitUse> => {
  const all = new Map<string, UnitUse>();
  for (const one of [id, ...merges.mergedInto(id).map((merged) => merged.id)]) {
    for (const reported of uses.get(one)?.values() ?? []) {
      const use = shownIn(reported, merges.shownIn(one, reported.unit), code);
      const key = unitKey(use.unit);
      const before = all.get(key);
      all.set(key, before ? joined(before, use) : use);
    }
  }
  return all;
};

const joined = (a: UnitUse, b: UnitUse): UnitUse => ({
  unit: a.unit,
  values: a.values + b.values,
  patients: new Set([...a.patients, ...b.patients]),
  examples: [...a.examples, ...b.examples],
  limits: [...a.limits, ...b.limits],
});

const rowOf = ({ id, name, value, unit, range, since, region }: FoundParameterDocument): FoundRow => ({
  ...{ id, name, value, unit, range, since },
  has_image: region !== null,
});
