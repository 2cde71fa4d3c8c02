import { searchText } from '#contracts/rules/search-text';
import { replacedText } from '#contracts/treatments/corrected-periods';
import { untilText } from '#contracts/treatments/courses';
import { amountsText, byGiving, isGivenWhole } from '#contracts/treatments/given';
import type { IntakeView } from '#contracts/treatments/intake-views';
import { type FoldedRow, foldedRows } from '../items/folded-rows.ts';
import type { IntakeDocument } from './intakes.projection.ts';

type EarlierDose = NonNullable<IntakeView['earlier_given']>[number];
/** A treatment as a row of the list. */
export type IntakeRow = IntakeDocument & Pick<IntakeView, 'earlier_given' | 'given_count' | 'given_amounts'>;

/** How many earlier doses come with a row; the chart has all of them. */
const MAX_EARLIER = 20;

const doseOf = (one: IntakeDocument): EarlierDose => {
  const { id, time_from, time_to, time_from_precision, time_to_precision, clinical_status } = one;
  return {
    id,
    time_from,
    time_to,
    ...(time_from_precision === undefined ? {} : { time_from_precision }),
    ...(time_to_precision === undefined ? {} : { time_to_precision }),
    ...(clinical_status === undefined ? {} : { clinical_status }),
    // what was given says the same on every day
    until_text: untilText(one, ''),
    dose_text: one.dosage_text ?? '',
  };
};

export const givenRow = ({ document, earlier }: FoldedRow<IntakeDocument>): IntakeRow => {
  if (earlier.length === 0) return document;
  const given_amounts = amountsText([document, ...earlier].map(({ dosage_text = '' }) => dosage_text));
  return {
    ...document,
    earlier_given: earlier.slice(0, MAX_EARLIER).map(doseOf),
    given_count: earlier.length + 1,
    ...(given_amounts === '' ? {} : { given_amounts }),
  };
};

/** Names a product: by its names, form and strength. */
export const productOf = ({ medication }: Pick<IntakeDocument, 'medication'>): string => {
  const { nonproprietary_name, proprietary_name = '', form = '', strength = '' } = medication;
  return JSON.stringify([nonproprietary_name, proprietary_name, form, strength].map(searchText));
};

/** A correction is marked in the row of its own dose (ruling 34). */
const isCorrected = ({ name, nested_items }: IntakeDocument): boolean => nested_items.some((period) => replacedText(name, period) !== '');

const keyOf = (one: IntakeDocument): string | undefined =>
  one.given && isGivenWhole(one) && !isCorrected(one) ? `${one.organization_id} ${productOf(one)}` : undefined;

/** The rows of a list, in its order: completed doses of one product in one clinic are one row, that of the last one. */
export const rowsOf = (documents: readonly IntakeDocument[]): FoldedRow<IntakeDocument>[] => foldedRows(documents, keyOf, byGiving);

/** How many treatments and doses stand in some rows. */
export const countIn = (rows: readonly FoldedRow<IntakeDocument>[]): number =>
  rows.reduce((sum, { earlier }) => sum + 1 + earlier.length, 0);
