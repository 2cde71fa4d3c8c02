import type { LabMerge, LabMergePreview, MergeUnit } from '#contracts/lab/lab-merges';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { showCount } from '#web/lib/numbers.ts';

/** What becomes of values in a unit that does not fit: shown in another one, or kept on a line of their own. */
export type UnitChoice = 'convert' | 'own-line';

/** What somebody decided about a merge, by the codes of the preview. */
export interface Decisions {
  units: ReadonlyMap<string, UnitChoice>;
  doubts: ReadonlySet<string>;
}

export const UNDECIDED: Decisions = { units: new Map(), doubts: new Set() };

/** Only an approved parameter takes in others; of several first one that has a LOINC code. */
export const keptOf = (chosen: readonly LabParameterView[], wanted: string | undefined): string | undefined => {
  const approved = chosen.filter(({ status }) => status === 'Approved');
  return (approved.find(({ id }) => id === wanted) ?? approved.find(({ code }) => code) ?? approved[0])?.id;
};

const unfit = ({ parameters }: LabMergePreview): { id: string; unit: MergeUnit; code: string }[] =>
  parameters.flatMap(({ id, units }) =>
    units.flatMap((unit) => (unit.fits || unit.own_line === undefined ? [] : [{ id, unit, code: unit.own_line }])),
  );

/** What keeps the merge from being made: 'Not decided yet: 1 unit, 2 doubts'; '' where nothing does. */
export const openIn = (preview: LabMergePreview, { units, doubts }: Decisions): string => {
  const open = [
    { count: unfit(preview).filter(({ code }) => !units.has(code)).length, what: 'unit' },
    { count: preview.doubts.filter(({ code }) => !doubts.has(code)).length, what: 'doubt' },
  ].filter(({ count }) => count > 0);
  return open.length === 0 ? '' : `Not decided yet: ${open.map(({ count, what }) => showCount(count, what)).join(', ')}`;
};

/** The command's content: what was decided about this preview, and nothing that was decided about an earlier one. */
export const mergeOf = (chosen: readonly LabParameterView[], preview: LabMergePreview, { units, doubts }: Decisions): LabMerge => {
  const decided = unfit(preview);
  const isConverted = ({ code, unit }: (typeof decided)[number]) => units.get(code) === 'convert' && unit.conversion !== undefined;
  return {
    parameter_ids: [...chosen.map(({ id }) => id).filter((id) => id !== preview.kept_id), preview.kept_id],
    kept_id: preview.kept_id,
    conversions: decided
      .filter(isConverted)
      .flatMap(({ id, unit }) => (unit.conversion ? [{ parameter_id: id, unit: unit.unit, to: unit.conversion.to }] : [])),
    confirmed: [
      ...preview.doubts.flatMap(({ code }) => (doubts.has(code) ? [code] : [])),
      ...decided.flatMap((one) => (isConverted(one) ? [] : [one.code])),
    ],
    // what was only requested is known by its printed name from then on
    aliases: chosen.flatMap(({ id, status, primary_alias }) => (status === 'Approved' ? [] : [{ parameter_id: id, alias: primary_alias }])),
  };
};
