import { bmi, converted, isUnitOf, type Measured } from '#contracts/examinations/body-measures';
import { decadesApart } from '#contracts/rules/decimals';
import { BMI_AGE } from '#contracts/examinations/measurement-graph';
import type { Measurement, PreviousMeasurement } from '#contracts/examinations/examinations';
import { searchText } from '#contracts/rules/search-text';
import { lifeQuestion } from '#contracts/observations/life-limits';
import { leastAge } from '#contracts/lab/usual-ranges';
import { showUnit } from '#contracts/examinations/measurement-units';
import { type MeasurementParameterView, panels } from '#contracts/examinations/measurement-parameters';
import { collectedShown } from '#contracts/wire/clock';
import { shownAt } from '#contracts/wire/precision';
import { unitKey } from '#contracts/rules/units';
import type { BirthPrecision } from '#contracts/wire/precision';

/** Of the catalogue, what a value is asked about with. */
export type AskedParameter = Pick<MeasurementParameterView, 'code' | 'description' | 'normalization_type' | 'scale_divider' | 'plausible'>;

/** What the form knows besides what was typed. Everything may be missing: what is unknown warns of nothing. */
export interface ExaminationFacts {
  /** The clinic's local day (`YYYY-MM-DD...`), in its own time zone. */
  today?: string;
  date_of_birth?: string;
  date_of_birth_precision?: BirthPrecision | undefined;
  /** Last values that are no drafts, one per parameter, as /api/examinations/previous answers them. */
  previous?: readonly PreviousMeasurement[];
  /** Of the catalogue, by parameter id. */
  parameters?: ReadonlyMap<string, AskedParameter>;
}

/** A thing to ask once before saving; never an error. `key` names the question with what was typed: answered, it is not asked again. */
export interface ExaminationWarning {
  /** Path of the field: 'collected', 'measurements.0.parameter_value'. */
  path: string;
  code:
    | 'future-date'
    | 'before-birth'
    | 'ten-times-off'
    | 'implausible'
    | 'implausible-bmi'
    | 'unit-missing'
    | 'unit-differs'
    | 'height-changed';
  message: string;
  key: string;
}

/** Two neighbours of a slipped decimal point are rarely exactly ten times apart: 6.9 and 64 are meant too. */
const SLIPPED = 0.9;
/** Factor beyond the upper limit of normal at which a value without a plausible range is asked. */
const FAR = 10;
/** A Bmi outside of this was hardly ever measured: a unit or a digit is more likely wrong. */
const POSSIBLE_BMI = { min: 9, max: 80 };
/** Grown people do not grow: a height this many metres off the last is asked. */
const GROWN = 0.05;

type Warn = (field: string, code: ExaminationWarning['code'], message: string, ...typed: unknown[]) => void;
const sameUnit = (a: string, b: string): boolean => unitKey(a) === unitKey(b);
const bodyMeasure = (entry: Measurement, parameter: AskedParameter | undefined): 'Weight' | 'Height' | undefined => {
  const type = parameter?.normalization_type ?? entry.normalization_type;
  return type === 'Weight' || type === 'Height' ? type : undefined;
};

const previousOf = (entry: Measurement, previous: readonly PreviousMeasurement[]): PreviousMeasurement | undefined =>
  previous.find(({ parameter_id, parameter_name }) =>
    parameter_id === null || entry.parameter_id === null
      ? searchText(parameter_name) === searchText(entry.parameter_name)
      : parameter_id === entry.parameter_id,
  );

const unitWarnings = (entry: Measurement, last: PreviousMeasurement, isBody: boolean, warn: Warn): void => {
  const name = entry.parameter_name;
  if (unitKey(entry.unit) === '') {
    const earlier = last.units.filter((unit) => unitKey(unit) !== '');
    if (earlier.length > 0)
      warn('unit', 'unit-missing', `Earlier values of ${name} had a unit (${earlier.map(showUnit).join(', ')}). Save without one?`);
    return;
  }
  // Weight and height are converted: another unit of theirs is no slip, the value is asked in the one unit.
  if (isBody || unitKey(last.unit) === '' || sameUnit(last.unit, entry.unit)) return;
  warn(
    'unit',
    'unit-differs',
    `The last value of ${name} was in ${showUnit(last.unit)}, this one is in ${showUnit(entry.unit)}. Is that right?`,
    entry.unit,
  );
};

/** The value in the unit of the other; null where that cannot be said. */
const comparable = (entry: Measurement, unit: string, measure: 'Weight' | 'Height' | undefined): number | null => {
  const value = entry.parameter_value;
  if (value === null) return null;
  if (measure && isUnitOf(measure, entry.unit) && isUnitOf(measure, unit)) {
    const same = converted(measure, { value, unit: entry.unit }, unit);
    return same === null ? null : Number(same);
  }
  // Another unit is asked for what it is; without one it is most likely the same.
  return unitKey(entry.unit) !== '' && unitKey(unit) !== '' && !sameUnit(entry.unit, unit) ? null : Number(value);
};

const slipWarning = (entry: Measurement, last: PreviousMeasurement, measure: 'Weight' | 'Height' | undefined, warn: Warn): boolean => {
  const now = comparable(entry, last.unit, measure);
  if (now === null || last.value === null || last.comparator || entry.option_id !== undefined) return false;
  const before = Number(last.value);
  if (entry.comparator?.startsWith('<') && now > before) return false;
  if (entry.comparator?.startsWith('>') && now < before) return false;
  if (decadesApart(now, before) < SLIPPED) return false;
  const text = `The last value of ${entry.parameter_name} was ${last.value} ${showUnit(last.unit)}`.trim();
  const typed = `${entry.comparator ?? ''}${entry.parameter_value} ${showUnit(entry.unit)}`.trim();
  warn(
    'parameter_value',
    'ten-times-off',
    `${text} (${collectedShown(last)}), this is ${typed}. Is the decimal point right?`,
    entry.parameter_value,
    entry.comparator,
    entry.unit,
  );
  return true;
};

const limitsOf = (parameter: AskedParameter): { min: number | null; max: number | null } => {
  const { plausible, normalization_type, scale_divider } = parameter;
  if (plausible)
    return { min: plausible.min === null ? null : Number(plausible.min), max: plausible.max === null ? null : Number(plausible.max) };
  const isLimit = normalization_type === 'Arithmetic' || normalization_type === 'Logarithmic';
  return { min: null, max: isLimit && scale_divider !== 1 ? scale_divider * FAR : null };
};

const plausibilityWarning = (
  entry: Measurement,
  parameter: AskedParameter | undefined,
  measure: 'Weight' | 'Height' | undefined,
  warn: Warn,
): void => {
  if (!parameter || entry.option_id !== undefined) return;
  const question = lifeQuestion({ ...entry, code: parameter.code, name: entry.parameter_name, value: entry.parameter_value });
  if (question) return warn('parameter_value', 'implausible', question, entry.parameter_value, entry.comparator, entry.unit);
  const value = comparable(entry, parameter.description, measure);
  if (value === null) return;
  const { min, max } = limitsOf(parameter);
  const isHigh = max !== null && value > max && !entry.comparator?.startsWith('<');
  const isLow = min !== null && value < min && !entry.comparator?.startsWith('>');
  if (!isHigh && !isLow) return;
  const typed = `${entry.comparator ?? ''}${entry.parameter_value} ${showUnit(entry.unit)}`.trim();
  const limit = `${isHigh ? max : min} ${showUnit(parameter.description)}`.trim();
  const text = `${entry.parameter_name} is hardly ever ${isHigh ? 'above' : 'below'} ${limit}, this is ${typed}. Is that right?`;
  warn('parameter_value', 'implausible', text, entry.parameter_value, entry.comparator, entry.unit);
};

/** Weight and height of one examination, with where they stand in it. */
interface Body {
  Weight?: { index: number; measured: Measured };
  Height?: { index: number; measured: Measured };
}

const bodyOf = (measurements: readonly Measurement[], facts: ExaminationFacts): Body => {
  const body: Body = {};
  measurements.forEach((entry, index) => {
    const measure = bodyMeasure(entry, entry.parameter_id === null ? undefined : facts.parameters?.get(entry.parameter_id));
    if (!measure || entry.parameter_value === null || entry.comparator) return;
    body[measure] ??= { index, measured: { value: entry.parameter_value, unit: entry.unit } };
  });
  return body;
};

const heightWarnings = (
  measurements: readonly Measurement[],
  day: string,
  facts: ExaminationFacts,
  warnAt: (index: number) => Warn,
): void => {
  const { Weight, Height } = bodyOf(measurements, facts);
  const known = facts.previous?.find(({ normalization_type, value }) => normalization_type === 'Height' && value !== null);
  const last = known && known.value !== null ? { value: known.value, unit: known.unit } : undefined;
  const height = Height?.measured ?? last;
  const age = facts.date_of_birth === undefined ? null : leastAge({ ...facts, date_of_birth: facts.date_of_birth }, day);
  if (Height && last && known && age !== null && age >= BMI_AGE) {
    const [now, before] = [converted('Height', Height.measured, 'm'), converted('Height', last, 'm')];
    if (
      now !== null &&
      before !== null &&
      Math.abs(Number(now) - Number(before)) > GROWN &&
      decadesApart(Number(now), Number(before)) < SLIPPED
    ) {
      const text = `The last height was ${last.value} ${last.unit} (${collectedShown(known)}), this is ${Height.measured.value} ${Height.measured.unit}. Is that right?`;
      warnAt(Height.index)('parameter_value', 'height-changed', text, Height.measured.value, Height.measured.unit);
    }
  }
  if (!Weight || !height) return;
  const index = bmi(Weight.measured, height);
  if (index === null || (Number(index) >= POSSIBLE_BMI.min && Number(index) <= POSSIBLE_BMI.max)) return;
  const text = `${Weight.measured.value} ${Weight.measured.unit} at ${height.value} ${height.unit} is a BMI of ${index}. Is that right?`;
  warnAt(Weight.index)('parameter_value', 'implausible-bmi', text, Weight.measured, height);
};

/** A pressure falls after the beat: the diastolic one is never the higher. */
const pressureWarning = (measurements: readonly Measurement[], { parameters }: ExaminationFacts, warnAt: (index: number) => Warn): void => {
  const [above, below] = (panels['85354-9'] ?? []).map((code) =>
    measurements.findIndex(({ parameter_id }) => parameter_id !== null && parameters?.get(parameter_id)?.code === code),
  );
  const [systolic, diastolic] = [measurements[above ?? -1], measurements[below ?? -1]];
  if (below === undefined || !systolic?.parameter_value || !diastolic?.parameter_value || !sameUnit(systolic.unit, diastolic.unit)) return;
  const [high, low] = [systolic.parameter_value, diastolic.parameter_value];
  if (Number(low) < Number(high)) return;
  const text = `The diastolic pressure ${low} is not below the systolic ${high}. Is that right?`;
  warnAt(below)('parameter_value', 'implausible', text, high, low);
};

/**
 * What to ask once before an examination is saved (rulings 29, 31): a value ten times off the last or hardly possible, a diastolic pressure above the systolic, an impossible Bmi, a
 * grown person's height that changed, an empty unit where there was one, another unit than last time, a future date or one before birth.
 */
export const examinationWarnings = (
  form: { collected: string; measurements: readonly Measurement[] },
  facts: ExaminationFacts,
): ExaminationWarning[] => {
  const warnings: ExaminationWarning[] = [];
  const warnAt = (path: string, code: ExaminationWarning['code'], message: string, typed: unknown[]) =>
    warnings.push({
      path,
      code,
      message,
      key: [code, ...typed.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))].join('|'),
    });

  const day = form.collected.slice(0, 10);
  if (facts.today !== undefined && day > facts.today.slice(0, 10)) {
    warnAt('collected', 'future-date', `${shownAt(day)} is in the future. Is that right?`, [day]);
  }
  if (facts.date_of_birth !== undefined && day < facts.date_of_birth.slice(0, 10)) {
    const text = `${shownAt(day)} is before the patient was born (${shownAt(facts.date_of_birth, facts.date_of_birth_precision)}). Is that right?`;
    warnAt('collected', 'before-birth', text, [day]);
  }
  // The entry, not its place, is what was asked about: rows may be removed above it.
  const ofEntry =
    (index: number): Warn =>
    (field, code, message, ...typed) =>
      warnAt(`measurements.${index}.${field}`, code, message, [form.measurements[index]!.entry_id, field, ...typed]);
  form.measurements.forEach((entry, index) => {
    if (entry.text && entry.parameter_value === null) return;
    const warn = ofEntry(index);
    const parameter = entry.parameter_id === null ? undefined : facts.parameters?.get(entry.parameter_id);
    const measure = bodyMeasure(entry, parameter);
    const last = previousOf(entry, facts.previous ?? []);
    if (last) unitWarnings(entry, last, measure !== undefined, warn);
    const isSlipped = last !== undefined && slipWarning(entry, last, measure, warn);
    if (!isSlipped) plausibilityWarning(entry, parameter, measure, warn);
  });
  pressureWarning(form.measurements, facts, ofEntry);
  const asked = new Set(warnings.map(({ path }) => path));
  heightWarnings(form.measurements, day, facts, (index) =>
    asked.has(`measurements.${index}.parameter_value`) ? () => undefined : ofEntry(index),
  );
  return warnings;
};
