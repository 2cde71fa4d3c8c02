import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { compare } from '#contracts/rules/compare';
import { searchText } from '#contracts/rules/search-text';
import { unitKey } from '#contracts/rules/units';
import { readAll } from '../runner/read-all.ts';
import type { Reader } from '../runner/reader.ts';
import { type LabMergeDocument, labMerges } from './lab-merges.projection.ts';
import { type LabParameterDocument, labParameters } from './lab-parameters.projection.ts';

/** One parameter that stands on the lines of another. */
export interface MergedParameter {
  merge_id: string;
  id: string;
  /** Of its own, beside what the catalogue says of it: what was only requested is known by it. */
  alias: string | undefined;
  at: string;
}

interface Edge {
  to: string;
  merge: LabMergeDocument;
}

/** The merges that hold. Documents keep the parameter that they were recorded with: what it stands for is looked up here, whenever it is asked. */
export class Merges {
  private readonly edges = new Map<string, Edge>();
  private readonly under = new Map<string, string[]>();

  constructor(merges: readonly LabMergeDocument[]) {
    for (const merge of merges) {
      for (const id of merge.merged_ids) {
        this.edges.set(id, { to: merge.kept_id, merge });
        this.under.set(merge.kept_id, [...(this.under.get(merge.kept_id) ?? []), id]);
      }
    }
  }

  get none(): boolean {
    return this.edges.size === 0;
  }

  /** The parameter on whose lines values of this one stand: itself, where it was not merged. */
  rootOf(id: string): string {
    let root = id;
    // a merge joins what stands by itself: there is no circle, and a damaged one ends all the same
    for (let step = 0; step <= this.edges.size; step++) {
      const edge = this.edges.get(root);
      if (edge === undefined) return root;
      root = edge.to;
    }
    return id;
  }

  /** By which merge it was joined to another one. */
  mergeOf(id: string): LabMergeDocument | undefined {
    return this.edges.get(id)?.merge;
  }

  /** The unit in which values of this parameter are shown on the line that they were merged into; undefined: as reported. */
  shownIn(id: string, unit: string): string | undefined {
    let shown: string | undefined;
    let at = id;
    for (let step = 0; step <= this.edges.size; step++) {
      const edge = this.edges.get(at);
      if (edge === undefined) return shown;
      const key = unitKey(shown ?? unit);
      const parameter_id = at;
      shown = edge.merge.conversions.find((one) => one.parameter_id === parameter_id && unitKey(one.unit) === key)?.to ?? shown;
      at = edge.to;
    }
    return shown;
  }

  /** All that was merged into it, directly or through another one. */
  mergedInto(id: string): MergedParameter[] {
    return (this.under.get(id) ?? []).flatMap((other) => {
      const { merge_id, at, aliases } = this.edges.get(other)!.merge;
      const alias = aliases.find(({ parameter_id }) => parameter_id === other)?.alias;
      return [{ merge_id, id: other, alias, at }, ...this.mergedInto(other)];
    });
  }
}

/** Oldest first. @throws Rebuilding */
export const readMerges = async (reader: Reader): Promise<Merges> => {
  const merges = await readAll<LabMergeDocument>(reader, labMerges, {});
  return new Merges(merges.toSorted((a, b) => compare(a.at, b.at) || compare(a.merge_id, b.merge_id)));
};

/** A parameter with what was merged into it. @param documents of all that was */
export const withMerged = (
  document: LabParameterDocument,
  merges: Merges,
  documents: ReadonlyMap<string, LabParameterDocument>,
): LabParameterView => {
  const merged = merges.mergedInto(document.id).map(({ merge_id, id, alias, at }) => {
    const aliases = documents.get(id)?.aliases ?? [];
    return { merge_id, id, aliases: aliases.length === 0 && alias !== undefined ? [alias] : aliases, at };
  });
  return merged.length === 0 ? document : { ...document, merged };
};

/** What the curated catalogue says; a name that was only asked for is not in it. */
const isCurated = ({ status }: LabParameterDocument): boolean => status === 'Approved';

/** By the ids that documents name, and by those of its lines: the parameter on whose lines their values stand, as the catalogue has it now. @throws Rebuilding */
export const parametersOf = async (
  reader: Reader,
  merges: Merges,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LabParameterDocument>> => {
  const named = [...new Set(ids.flatMap((id) => [id, merges.rootOf(id)]))];
  const roots = await reader.getMany<LabParameterDocument>(
    labParameters,
    named.map((id) => merges.rootOf(id)),
  );
  return new Map(
    named.flatMap((id) => {
      const root = roots.get(merges.rootOf(id));
      return root !== undefined && isCurated(root) ? [[id, root] as const] : [];
    }),
  );
};

/** A value of which it is known on which line it stands, and in which unit. */
interface Entry {
  parameter_id: string | null;
  unit: string;
}

/** Values under the parameter on whose lines they stand. `shown_in`: the unit that a merge shows them in. */
export const onTheirLines = <E extends Entry>(entries: readonly E[], merges: Merges): (E & { shown_in?: string })[] =>
  entries.map((entry) => {
    const { parameter_id, unit } = entry;
    if (parameter_id === null) return entry;
    const root = merges.rootOf(parameter_id);
    if (root === parameter_id) return entry;
    const shown_in = merges.shownIn(parameter_id, unit);
    return { ...entry, parameter_id: root, ...(shown_in === undefined ? {} : { shown_in }) };
  });

/** A name list by which rows of reports and external records are recognised. */
export interface Recognised {
  /** What is recorded: of a merged parameter its own, so that undoing the merge gives it back what is its own. */
  id: string;
  /** Without those that the parameter already answers to whose lines it stands on. */
  aliases: string[];
  code: string | undefined;
  name: string;
  unit: string;
  usual_ranges: LabParameterView['usual_ranges'];
  ignored_during_validation: boolean;
}

/** All by which something is recognised: what is approved and not removed, and what was merged into it. @throws Rebuilding */
export const recognised = async (reader: Reader): Promise<Recognised[]> => {
  const merges = await readMerges(reader);
  const all = new Map((await readAll<LabParameterDocument>(reader, labParameters, {})).map((document) => [document.id, document]));
  const roots = [...all.values()].filter((one) => isCurated(one) && !one.is_removed && merges.mergeOf(one.id) === undefined);
  return roots.flatMap((root) => {
    const { primary_alias: name, unit, usual_ranges, ignored_during_validation } = root;
    const known = new Set(root.aliases.map(searchText));
    const merged = merges.mergedInto(root.id).map(({ id, alias }): Recognised => {
      const own = all.get(id);
      const named = own && own.aliases.length > 0 ? own.aliases : alias === undefined ? [] : [alias];
      const aliases = named.filter((one) => !known.has(searchText(one)));
      for (const one of aliases) known.add(searchText(one));
      return { id, aliases, code: own?.code, name, unit: own?.unit || unit, usual_ranges, ignored_during_validation };
    });
    return [{ id: root.id, aliases: root.aliases, code: root.code, name, unit, usual_ranges, ignored_during_validation }, ...merged];
  });
};
