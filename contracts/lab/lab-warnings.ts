import { decadesApart, farOff } from '../rules/decimals.ts';
import { searchText } from '../rules/search-text.ts';
import { birthOf } from '../wire/birth.ts';
import { type BirthPrecision, dayShown } from '../wire/precision.ts';
import { mayFitAge, type UsualRange } from './usual-ranges.ts';
import { type Collected, collectedShown } from '../wire/clock.ts';
import type { LabResultView } from './lab-results.ts';
import { flagDisagrees, type LabValue } from '../observations/lab-values.ts';
import { lifeQuestion } from '../observations/life-limits.ts';
import { unitKey } from '../rules/units.ts';
import { isLocalDateTime } from '../wire/primitives.ts';

/** As /api/lab-results/previous tells it of the record's values. */
type Merged = readonly { parameter_id: string | null; merged_ids?: readonly string[] | undefined }[];

/** The parameter on whose line values of this one stand: itself, where no merge is known. */
export const onLineOf = (parameter_id: string, merged: Merged = []): string =>
  merged.find(({ merged_ids }) => merged_ids?.includes(parameter_id))?.parameter_id ?? parameter_id;

/** What is asked of a result that the record has already. */
export type RecordedResult = Pick<LabResultView, keyof Collected | 'draft' | 'origin' | 'last_edited_by_name' | 'parameters'>;

/** What the form knows besides what was typed. Everything may be missing: what is unknown warns of nothing. */
export interface LabFacts {
  /** The clinic's local day (`YYYY-MM-DD...`), in its own time zone. */
  today?: string;
  date_of_birth?: string;
  date_of_birth_precision?: BirthPrecision | undefined;
  sex?: string;
  /** Last checked values, one per parameter, as /api/lab-results/previous answers them. */
  previous?: readonly ({
    parameter_id: string | null;
    name: string;
    value: string | null;
    comparator?: string | undefined;
    unit: string;
    units: readonly string[];
  } & Collected)[];
  /** Which parameters stand on the line of which. */
  merged?: Merged;
  /** Of the catalogue, by parameter id. */
  parameters?: ReadonlyMap<string, { code?: string | undefined; unit: string; usual_ranges: readonly UsualRange[] }>;
  /** Results of the same day that the record has already, drafts too; not the one that is changed, nor what came from the same page. */
  recorded?: readonly RecordedResult[];
  /** The values as they are stored, where they are changed. */
  before?: readonly LabValue[];
}

/**
 * A thing to ask once before saving; never an error. `key` names the question together with what was typed, so that a person who
 * answered it is not asked again until something of it changes.
 */
export interface LabWarning {
  /** Path of the field: 'collected', 'parameters.0.value'. */
  path: string;
  code:
    | 'future-date'
    | 'before-birth'
    | 'ten-times-off'
    | 'implausible'
    | 'unit-missing'
    | 'unit-differs'
    | 'flag-disagrees'
    | 'already-recorded';
  message: string;
  key: string;
}

/** Two neighbours of a slipped decimal point are rarely exactly ten times apart: 6.9 and 64 are meant too. */
const SLIPPED = 0.9;

const shown = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
const sameUnit = (a: string, b: string): boolean => unitKey(a) === unitKey(b);
const number = (decimal: string | null | undefined): number | null => (decimal == null ? null : Number(decimal));

type Entry = LabValue;
type Warn = (field: string, code: LabWarning['code'], message: string, ...typed: unknown[]) => void;

const previousOf = (entry: Entry, { previous, merged }: LabFacts) =>
  previous?.find(({ parameter_id, name }) =>
    parameter_id === null || entry.parameter_id === null
      ? searchText(name) === searchText(entry.name)
      : parameter_id === onLineOf(entry.parameter_id, merged),
  );

const unitWarnings = (entry: Entry, last: NonNullable<ReturnType<typeof previousOf>>, warn: Warn): void => {
  const earlier = last.units.filter((unit) => unitKey(unit) !== '');
  if (unitKey(entry.unit) === '') {
    if (earlier.length > 0)
      warn('unit', 'unit-missing', `Earlier results of ${entry.name} had a unit (${earlier.join(', ')}). Save without one?`);
    return;
  }
  if (unitKey(last.unit) !== '' && !sameUnit(last.unit, entry.unit)) {
    warn(
      'unit',
      'unit-differs',
      `The last result of ${entry.name} was in ${last.unit}, this one is in ${entry.unit}. Is that right?`,
      entry.unit,
    );
  }
};

const slipWarning = (entry: Entry, last: NonNullable<ReturnType<typeof previousOf>>, collected: string, warn: Warn): void => {
  const [now, before] = [number(entry.value), number(last.value)];
  if (now === null || before === null || last.comparator) return;
  // Another unit is asked for what it is; without one it is most likely the same.
  if (unitKey(entry.unit) !== '' && unitKey(last.unit) !== '' && !sameUnit(last.unit, entry.unit)) return;
  // '< 5' after 64 may well be 4.9 after 64: only what lies far off whatever the comparator leaves open.
  if (entry.comparator?.startsWith('<') && now > before) return;
  if (entry.comparator?.startsWith('>') && now < before) return;
  if (decadesApart(now, before) < SLIPPED) return;
  const isLater = isLocalDateTime(collected) && (last.clinic_time ?? last.collected) > collected;
  const text = `${isLater ? 'A later' : 'The last'} value of ${entry.name} was ${last.value} ${last.unit}`.trim();
  warn(
    'value',
    'ten-times-off',
    `${text} (${collectedShown(last)}), this is ${entry.comparator ?? ''}${entry.value}. Is the decimal point right?`,
    entry.value,
    entry.comparator,
  );
};

/** A range belongs to its unit: one that stays as it was while the unit changes is asked about. */
const rangeWarning = (entry: Entry, facts: LabFacts, warn: Warn): void => {
  const before = facts.before?.find(({ entry_id }) => entry_id === entry.entry_id);
  if (!before || sameUnit(before.unit, entry.unit) || (entry.min === null && entry.max === null)) return;
  if (before.min !== entry.min || before.max !== entry.max) return;
  const [from, to] = [before.unit || 'no unit', entry.unit || 'no unit'];
  const range = entry.min === null ? `up to ${entry.max}` : entry.max === null ? `from ${entry.min}` : `${entry.min} to ${entry.max}`;
  warn('max', 'unit-differs', `The range of ${entry.name}, ${range}, was in ${from}; the unit is now ${to}. Is the range right?`, to);
};

const parameterOf = ({ parameter_id }: Entry, { parameters }: LabFacts) =>
  parameter_id === null ? undefined : parameters?.get(parameter_id);

/** The catalogue's usual range where the units agree, otherwise the range given with the value. */
const plausibleRange = (entry: Entry, facts: LabFacts, collected: string): { min: number | null; max: number | null; isOwn?: true } => {
  const parameter = parameterOf(entry, facts);
  const fitting = parameter && sameUnit(parameter.unit, entry.unit) ? parameter.usual_ranges : [];
  const birth = facts.date_of_birth === undefined ? undefined : birthOf({ ...facts, date_of_birth: facts.date_of_birth });
  const ranges = fitting.filter(
    (range) =>
      mayFitAge(range, birth, collected) &&
      (range.sex === undefined || facts.sex === undefined || facts.sex === 'Other' || range.sex === facts.sex),
  );
  if (ranges.length === 0) return { min: number(entry.min), max: number(entry.max), isOwn: true };
  const [mins, maxs] = [ranges.map(({ min }) => number(min)), ranges.map(({ max }) => number(max))];
  return {
    min: mins.includes(null) ? null : Math.min(...(mins as number[])),
    max: maxs.includes(null) ? null : Math.max(...(maxs as number[])),
  };
};

const plausibilityWarning = (entry: Entry, facts: LabFacts, collected: string, warn: Warn): void => {
  const value = number(entry.value);
  if (value === null) return;
  const question = lifeQuestion({ ...entry, code: parameterOf(entry, facts)?.code });
  if (question) return warn('value', 'implausible', question, entry.value, entry.comparator, entry.unit);
  const { min, max, isOwn } = plausibleRange(entry, facts, collected);
  const far = farOff(value, { min, max }, entry.comparator);
  if (!far) return;
  const range = min === null ? `up to ${max}` : max === null ? `from ${min}` : `${min} to ${max}`;
  const typed = `${entry.comparator ?? ''}${entry.value} ${entry.unit}`.trim();
  warn(
    'value',
    'implausible',
    `${isOwn ? `The range of ${entry.name} is` : `${entry.name} is usually`} ${range}; ${typed} is far ${far}. Is that right?`,
    entry.value,
    entry.comparator,
    entry.unit,
  );
};

/** '11/21/2026, entered by Emiko Ito' */
const recordedHow = ({ draft, origin, last_edited_by_name: name = 'a user', ...result }: RecordedResult): string => {
  const day = collectedShown(result);
  if (origin === 'fhir') return `${day}, from an external record`;
  if (origin === 'ocr') return `${day}, read from a report${draft ? ', not checked' : `, checked by ${name}`}`;
  return `${day}, entered by ${name}${draft ? ' as a draft' : ''}`;
};

const MIDNIGHT = 'T00:00:00';
/** Two times of one day that were both said are two measurements; midnight says the day alone. */
const mayBeOne = (collected: string, { collected: other, collected_precision: precision, clinic_time = other }: RecordedResult): boolean =>
  precision === undefined &&
  (other.endsWith(MIDNIGHT) || collected.endsWith(MIDNIGHT)
    ? [other, clinic_time].some((time) => time.slice(0, 10) === collected.slice(0, 10))
    : clinic_time === collected);

const isOfSame = (a: Entry, b: Entry, merged: Merged | undefined): boolean =>
  a.parameter_id === null || b.parameter_id === null
    ? searchText(a.name) === searchText(b.name)
    : onLineOf(a.parameter_id, merged) === onLineOf(b.parameter_id, merged);
const saysSame = (a: Entry, b: Entry): boolean =>
  number(a.value) === number(b.value) &&
  a.comparator === b.comparator &&
  searchText(a.text ?? '') === searchText(b.text ?? '') &&
  sameUnit(a.unit, b.unit);

const said = ({ comparator, value, text, unit }: Entry): string => `${comparator ?? ''}${value ?? text} ${unit}`.trim();

/** What the record has of the same parameter and day: the same value, or other ones; how it came there is said with it. */
export const recordedThatDay = (
  entry: LabValue,
  collected: string,
  { recorded = [], merged }: Pick<LabFacts, 'recorded' | 'merged'>,
): { same: string | undefined; others: string[] } => {
  if (entry.value === null && !entry.text) return { same: undefined, others: [] };
  const found = recorded.flatMap((result) =>
    mayBeOne(collected, result)
      ? result.parameters
          .filter((other) => isOfSame(entry, other, merged) && (other.value !== null || other.text))
          .map((other) => ({ other, how: recordedHow(result) }))
      : [],
  );
  return {
    same: found.find(({ other }) => saysSame(entry, other))?.how,
    others: found.filter(({ other }) => !saysSame(entry, other)).map(({ other, how }) => `${said(other)} on ${how}`),
  };
};

/**
 * What to ask once before a lab result is saved (rulings 29, 31, 36): a value ten times off the last, not compatible with life or far outside
 * of what is usual, an empty unit where there was one, another unit than last time, a future date or one before birth, a flag that its own range contradicts, the same
 * value of the same day in the record already.
 */
export const labWarnings = (form: { collected: string; parameters: readonly LabValue[] }, facts: LabFacts): LabWarning[] => {
  const warnings: LabWarning[] = [];
  const warnAt = (path: string, code: LabWarning['code'], message: string, typed: unknown[]) =>
    warnings.push({ path, code, message, key: [code, ...typed].join('|') });

  const day = form.collected.slice(0, 10);
  if (facts.today !== undefined && day > facts.today.slice(0, 10)) {
    warnAt('collected', 'future-date', `${shown(day)} is in the future. Is that right?`, [day]);
  }
  if (facts.date_of_birth !== undefined && day < facts.date_of_birth.slice(0, 10)) {
    warnAt(
      'collected',
      'before-birth',
      `${shown(day)} is before the patient was born (${dayShown(facts.date_of_birth, facts.date_of_birth_precision)}). Is that right?`,
      [day],
    );
  }
  form.parameters.forEach((entry, index) => {
    // The entry, not its place, is what was asked about: rows may be removed above it.
    const warn: Warn = (field, code, message, ...typed) =>
      warnAt(`parameters.${index}.${field}`, code, message, [entry.entry_id, field, ...typed]);
    const last = previousOf(entry, facts);
    if (last && entry.value !== null) unitWarnings(entry, last, warn);
    if (last) slipWarning(entry, last, form.collected, warn);
    rangeWarning(entry, facts, warn);
    plausibilityWarning(entry, facts, form.collected, warn);
    const { same } = recordedThatDay(entry, form.collected, facts);
    if (same !== undefined) {
      const message = `Already recorded: ${entry.name} ${said(entry)} on ${same}. Record it again?`;
      warn('value', 'already-recorded', message, day, entry.value, entry.comparator, entry.text, entry.unit);
    }
    if (flagDisagrees(entry)) {
      warn(
        'flag',
        'flag-disagrees',
        `The reported flag ${entry.flag} disagrees with the range ${entry.min ?? ''} - ${entry.max ?? ''}. Is that right?`,
        entry.flag,
        entry.value,
        entry.min,
        entry.max,
      );
    }
  });
  return warnings;
};
