import type { LabParameterStatus, LabParameterView } from '#contracts/lab/lab-parameters';
import type { Reader } from '../runner/reader.ts';
import { type FoundParameterDocument, foundParameters } from './found-parameters.projection.ts';
import { type LabParameterDocument, labParameters } from './lab-parameters.projection.ts';
import { type Merges, readMerges, withMerged } from './merges.ts';

/** The catalogue as people see it: with merges, and what was requested under the name that is printed on pages. */
export class LabCatalogue {
  constructor(private readonly reader: Reader) {}

  /** Of these statuses, or of every, what is neither merged nor removed. */
  async listed(statuses: readonly LabParameterStatus[] | undefined): Promise<LabParameterView[]> {
    const filter = statuses === undefined ? {} : { filter: { status: { in: statuses } } };
    const merges = await readMerges(this.reader);
    const { items } = await this.reader.find<LabParameterDocument>(labParameters, filter);
    const present = items.map(({ data }) => data).filter(({ id, is_removed }) => !is_removed && merges.mergeOf(id) === undefined);
    const merged = await this.mergedInto(present, merges);
    return this.withNames(present.map((document) => withMerged(document, merges, merged)));
  }

  /** By the ids asked for, what is or was in the catalogue: of what was merged, the parameter that it stands for, under the id asked for. */
  async named(ids: readonly string[]): Promise<Map<string, LabParameterView>> {
    const merges = await readMerges(this.reader);
    const roots = await this.reader.getMany<LabParameterDocument>(
      labParameters,
      ids.map((id) => merges.rootOf(id)),
    );
    const merged = await this.mergedInto([...roots.values()], merges);
    return new Map(
      ids.flatMap((id): [string, LabParameterView][] => {
        const root = roots.get(merges.rootOf(id));
        if (root?.status !== 'Approved') return [];
        const view = withMerged(root, merges, merged);
        const merge = merges.mergeOf(id);
        if (merge === undefined) return [[id, view]];
        return [[id, { ...view, id, merged_into: { merge_id: merge.merge_id, id: root.id, primary_alias: root.primary_alias } }]];
      }),
    );
  }

  /** What was requested, under its printed name; undefined where none of its pages is left. */
  async requested(id: string): Promise<LabParameterView | undefined> {
    const document = await this.reader.get<LabParameterDocument>(labParameters, id);
    const named = document === undefined ? [] : await this.withNames([document]);
    return (await this.withPages(named))[0];
  }

  private mergedInto(documents: readonly LabParameterDocument[], merges: Merges): Promise<ReadonlyMap<string, LabParameterDocument>> {
    const ids = documents.flatMap(({ id }) => merges.mergedInto(id).map((merged) => merged.id));
    return this.reader.getMany<LabParameterDocument>(labParameters, ids);
  }

  /** What was found on pages is called as it is printed there; where none of its pages is left, nothing asks for it any more. */
  async withNames(parameters: readonly LabParameterView[]): Promise<LabParameterView[]> {
    const nameless = parameters.filter(({ aliases }) => aliases.length === 0);
    if (nameless.length === 0) return [...parameters];
    const first = await this.reader.getMany<FoundParameterDocument>(
      foundParameters,
      nameless.flatMap(({ found_id }) => found_id ?? []),
    );
    const named = parameters.map(async (parameter): Promise<LabParameterView[]> => {
      if (parameter.aliases.length > 0) return [parameter];
      const found = first.get(parameter.found_id ?? '') ?? (await this.found(parameter.id)).items[0]?.data;
      return found === undefined ? [] : [{ ...parameter, aliases: [found.name], primary_alias: found.name, unit: found.unit }];
    });
    return (await Promise.all(named)).flat();
  }

  /** With the number of pages that what was requested is on. */
  async withPages(parameters: readonly LabParameterView[]): Promise<LabParameterView[]> {
    const counted = parameters.map(async (parameter) =>
      parameter.status === 'Approved' ? parameter : { ...parameter, pages: (await this.found(parameter.id)).overall_count },
    );
    return Promise.all(counted);
  }

  private found(parameter_id: string) {
    return this.reader.find<FoundParameterDocument>(foundParameters, {
      filter: { parameter_id: { eq: parameter_id } },
      sort: [['since', 'asc']],
      take: 1,
    });
  }
}
