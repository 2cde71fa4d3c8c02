import { isSameUnit } from '#contracts/rules/unit-measures';
import type { Quantity, ReferenceRange } from '../resources/resource.ts';
import { decimalOf, hasCode, nameOf, plain, rangeWords, shortened, unitOf } from '../resources/fhir-text.ts';

/** The range stored with a result: limits that are computed with, or words. */
export interface SaidRange {
  min: string | null;
  max: string | null;
  range_text?: string;
}

const LONGEST = 400;

/** For whom a range is, and of what kind: several can only be told apart so. */
const wordsOf = ({ text, low, high, type, appliesTo, age }: ReferenceRange, isAlone: boolean): string | undefined => {
  const limits = plain(text) ?? rangeWords(low, high);
  if (limits === undefined) return undefined;
  const kind = isUsual(type) && isAlone ? undefined : (nameOf(type) ?? plain(type?.coding[0]?.code));
  const ages = age && rangeWords(age.low, age.high);
  const whom = [kind, ...appliesTo.map((concept) => nameOf(concept) ?? plain(concept.coding[0]?.code)), ages && `age ${ages}`];
  const said = whom.filter((word) => word !== undefined && !limits.includes(word));
  return said.length === 0 ? limits : `${said.join(', ')}: ${limits}`;
};

/** Whether a limit speaks of the unit that the value has; one without a unit does. */
const inUnit = (limit: Quantity | undefined, unit: string): boolean =>
  limit === undefined || unitOf(limit) === '' || isSameUnit(unitOf(limit), unit);

const isHeld = (limit: Quantity | undefined): boolean => limit?.value === undefined || decimalOf(limit.value) !== undefined;

/** What a healthy person has; others say what is aimed at, or what is dangerous. */
const isUsual = (type: ReferenceRange['type']): boolean => {
  if (type === undefined || hasCode(type, 'normal', 'recommended')) return true;
  const name = nameOf(type) ?? type.coding.find(({ code }) => code)?.code;
  return name === undefined || /^(normal|reference)( range)?$/i.test(name);
};

/**
 * The range of this very result. Of several none is chosen for the patient, and one in another unit, of another kind or in words alone is
 * not computed with: they are kept in words.
 * @param isUnitSure whether text and code of the value's unit say the same
 */
export const rangeOf = (ranges: readonly ReferenceRange[], unit: string, isUnitSure: boolean): SaidRange => {
  const usual = ranges.filter(({ type }) => isUsual(type));
  const [only, ...others] = usual;
  const spoken = usual.length > 0 ? usual : ranges;
  const text = shortened(spoken.flatMap((range) => wordsOf(range, spoken.length === 1) ?? []).join('; '), LONGEST);
  const kept = text === '' ? {} : { range_text: text };
  const { low, high } = only ?? {};
  if (!isUnitSure || !only || others.length > 0 || ![low, high].every((limit) => inUnit(limit, unit) && isHeld(limit)))
    return { min: null, max: null, ...kept };
  const [min, max] = [decimalOf(low?.value) ?? null, decimalOf(high?.value) ?? null];
  const isForSome = only.appliesTo.length > 0 || only.age !== undefined || plain(only.text) !== undefined;
  return { min, max, ...((min === null && max === null) || isForSome ? kept : {}) };
};
