import { dayNumber, shownDay } from '../rules/calendar-days.ts';
import { type BirthPrecision, dayShown } from '../wire/precision.ts';
import { decadesApart } from '../rules/decimals.ts';
import { amountText, doseText, quantityLabel } from './dose-text.ts';
import { type Dosage, dosePerAdministration, DoseUnit, ingredientsOf, type Regimen } from './dosages.ts';
import type { Medication } from './intakes.ts';
import { medicationName } from './medication-name.ts';
import { searchText } from '../rules/search-text.ts';
import { daysPerUnit } from './schedules.ts';

/** What the form knows besides what was typed. Everything may be missing: what is unknown warns of nothing. */
export interface IntakeFacts {
  /** The clinic's local day (`YYYY-MM-DD...`), in its own time zone. */
  today?: string;
  date_of_birth?: string;
  date_of_birth_precision?: BirthPrecision | undefined;
}

/** What is looked at; `time_from` of a new treatment, `change_date` of a change of dosage. */
export interface WarnedForm extends Regimen {
  medication: Pick<Medication, 'proprietary_name' | 'nonproprietary_name' | 'strength' | 'form'> | null;
  time_from?: string | null;
  change_date?: string | null;
}

/**
 * A thing to ask once before saving; never an error. `key` names the question together with what was typed, so that a person who
 * answered it is not asked again until something of it changes.
 */
export interface IntakeWarning {
  /** Path of the field: 'time_from', 'dosages.0.dose', 'frequency'. */
  path: string;
  code: 'future-date' | 'before-birth' | 'ten-times-off' | 'not-the-strength' | 'unit-differs' | 'implausible' | 'weekly-methotrexate';
  message: string;
  key: string;
}

type Warn = (path: string, code: IntakeWarning['code'], message: string, ...typed: unknown[]) => void;

/** A dose of three or four tablets is meant, and half a tablet too; eight and more, or an eighth and less, is asked. */
const SLIPPED = 0.9;
/** Of what is measured out, any multiple of the concentration may be meant; a thousand times is another unit. */
const ANOTHER_UNIT = 2.5;

const toMg: Readonly<Record<string, number>> = { g: 1000, mg: 1, mcg: 0.001, ug: 0.001 };
/** Strengths are in these too; no dose is. */
const otherUnits: Readonly<Record<string, 'mEq' | 'mmol'>> = { meq: 'mEq', mmol: 'mmol' };
const STRENGTH =
  /(\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)\s*(g|mg|mcg|ug|meq|mmol|\[?iu\]?|\[?usp'?u\]?|unt|units?)(?![a-z])\s*(?:\/\s*([\d.]*\s*[a-z]+))?/iu;

/** One strength of a product as its catalogue writes it. */
export interface Strength {
  amount: number;
  /** Grams and micrograms are milligrams. */
  unit: DoseUnit | 'mEq' | 'mmol';
  /** As written: '88 ug'. */
  text: string;
  /** It is a concentration ('100 [iU]/mL'), not what one tablet holds. */
  isMeasured: boolean;
}

/** What one active ingredient's strength says; undefined where it says nothing that can be compared. */
export const readStrength = (written: string): Strength | undefined => {
  const [found, digits = '', unit = '', per] = STRENGTH.exec(written.replace(/[µμ]/g, 'u')) ?? [];
  if (found === undefined) return undefined;
  const number = Number(digits.replaceAll(',', ''));
  const factor = toMg[unit.toLowerCase()];
  const rest = { text: written.trim(), isMeasured: per !== undefined };
  if (factor !== undefined) return { amount: number * factor, unit: 'mg', ...rest };
  return { amount: number, unit: otherUnits[unit.toLowerCase()] ?? 'units', ...rest };
};

type Product = Pick<Medication, 'nonproprietary_name' | 'strength'>;

/** The strength that a dosage of the product is compared with; undefined where the catalogue's text leaves it open. */
const strengthOf = ({ nonproprietary_name, strength = '' }: Product, ingredient: string): Strength | undefined => {
  const written = strength.split(';');
  const ingredients = ingredientsOf(nonproprietary_name).map(searchText);
  if (written.length !== ingredients.length) return undefined;
  return readStrength(written[ingredients.indexOf(searchText(ingredient))] ?? '');
};

/**
 * The units that a dose of an ingredient may be typed in, the usual one first: that of the product's strength, mg where it has none. The first
 * is '' where the strength is in none of them, such as '5 %' or '20 mEq': a person chooses.
 */
export const doseUnitsOf = (product: Product, ingredient: string): readonly (DoseUnit | '')[] => {
  const strength = strengthOf(product, ingredient);
  const all = new Set((product.strength ?? '').split(';').map((one) => readStrength(one)?.unit ?? ''));
  // of strengths that are not one for each ingredient, the unit that they have in common
  const [common = ''] = all.size === 1 ? all : [];
  const usual = strength?.unit ?? ((product.strength ?? '').trim() === '' ? 'mg' : common);
  return [...new Set<DoseUnit | ''>([DoseUnit.safeParse(usual).data ?? '', ...DoseUnit.options])];
};

const tabletsOf = (dose: number, strength: Strength): string => `${Number((dose / strength.amount).toPrecision(3))}`;

const SOLID = /tablet|capsule|caplet|pill|lozenge|suppository/i;
/** Taken one by one, each by itself: 'Tablet', 'Capsule'. */
export const isSolid = ({ form = '' }: Pick<Medication, 'form'>): boolean => SOLID.test(form);

/** Tablets are halved and quartered, what has a shell is not. */
const partsOf = (form: string): number => (/tablet|caplet|pill/i.test(form) ? 4 : 1);

/** The question about a dose that tablets of the product do not add up to; undefined if they do, or if their strength is unknown. */
const misfitOf = (
  { form, dosages, quantity }: Regimen,
  medication: NonNullable<WarnedForm['medication']>,
  dose: { amount: number; text: string },
  strength: Strength,
): string | undefined => {
  const product = `${medicationName({ medication, is_generic_selected: false })} ${strength.text}`;
  if (strength.isMeasured || form === null || dose.amount === 0) return undefined;
  // a total dose is that of all tablets together
  const count = dose.amount / strength.amount / (form === 'total dose' ? (quantity ?? 1) : 1);
  if (form === 'per tablet') return isWhole(count) && Math.round(count) === 1 ? undefined : `${dose.text} per tablet, but ${product}.`;
  const { form: shape = '' } = medication;
  const isOfSeveral = new Set(dosages.map(({ nonproprietary_name }) => nonproprietary_name)).size > 1;
  if (isOfSeveral || !isSolid(medication) || isWhole(count * partsOf(shape))) return undefined;
  return `${dose.text} is no number of ${partsOf(shape) === 1 ? 'whole' : 'whole, half or quarter'} pieces of ${product}.`;
};

const isWhole = (count: number): boolean => Math.abs(count - Math.round(count)) < 1e-6;

/** A dose in another kind of unit than the strength is no part or multiple of it. */
const unitWarning = (dosage: Dosage, { unit, text }: Strength, path: string, warn: Warn): void => {
  if (dosage.dose === null || ![dosage.unit, unit].every((each) => DoseUnit.safeParse(each).success)) return;
  const message = `This product has ${text}; the dose is ${amountText(dosage)}, not in ${unit}. Is the unit right?`;
  warn(path, 'unit-differs', message, dosage.dose, dosage.unit, text);
};

/** More tablets or capsules at once are rarely prescribed. */
const MAX_PIECES = 4;

/** The number is typed in a field of its own, where a slip is as easy as in the dose. */
const piecesWarning = ({ medication, form, quantity, dosages }: WarnedForm, warn: Warn): void => {
  if (medication === null || quantity === null || quantity <= MAX_PIECES || form === 'total dose' || !isSolid(medication)) return;
  const [only, ...others] = dosages;
  const counted = { form, quantity, shape: medication.form };
  const pieces =
    (only && others.length === 0 && doseText(only, counted)) || `${quantity} ${quantityLabel(form, quantity, medication.form)}`;
  const typed = dosages.map(({ dose, unit }) => [dose, unit]);
  warn('quantity', 'implausible', `${pieces} at once is unusually many. Is the number right?`, quantity, form, typed);
};

/** Ruling 29: mg typed for mcg, slipped decimal points, and doses that the product's tablets do not add up to. */
const strengthWarnings = (form: WarnedForm, warn: Warn): void => {
  const { medication } = form;
  if (medication === null) return;
  form.dosages.forEach((dosage, index) => {
    const strength = strengthOf(medication, dosage.nonproprietary_name);
    const dose = dosage.dose === null ? 0 : Number(dosage.dose);
    if (!strength) return;
    if (dosage.unit !== strength.unit) return unitWarning(dosage, strength, `dosages.${index}.unit`, warn);
    const isFar = decadesApart(dose, strength.amount) >= (strength.isMeasured ? ANOTHER_UNIT : SLIPPED);
    const misfit = isFar ? undefined : misfitOf(form, medication, { amount: dose, text: amountText(dosage) }, strength);
    const message = isFar
      ? `This product has ${strength.text}; ${dosage.dose} ${dosage.unit} would be ${tabletsOf(dose, strength)} times that.`
      : misfit;
    if (message === undefined) return;
    const typed = [dosage.dose, dosage.unit, medication.strength, ...(isFar ? [] : [form.form])];
    warn(`dosages.${index}.dose`, isFar ? 'ten-times-off' : 'not-the-strength', `${message} Is the dose right?`, ...typed);
  });
};

/** More often than once in five days is more than weekly, whatever the words. */
const WEEKLY = 5;

/** Ruling 30: low-dose methotrexate is taken once a week; taken daily it kills. */
const methotrexateWarning = (form: WarnedForm, warn: Warn): void => {
  const { medication, frequency, period, period_unit } = form;
  if (medication === null || frequency === null || period === null || frequency <= 0 || period <= 0) return;
  const isMethotrexate = ingredientsOf(medication.nonproprietary_name).some((name) => searchText(name).includes('methotrexate'));
  if (!isMethotrexate || (period * daysPerUnit[period_unit]) / frequency >= WEEKLY) return;
  const doses = form.dosages.map((one) => [one.dose, one.unit, dosePerAdministration(one, form)]);
  warn(
    'frequency',
    'weekly-methotrexate',
    'Methotrexate is usually taken once a week; this is more often. Taken daily it can be fatal. Is that right?',
    frequency,
    period,
    period_unit,
    doses,
  );
};

/** Ruling 31. A treatment may well begin tomorrow; that is asked all the same. */
const dateWarnings = (path: string, date: string | null | undefined, facts: IntakeFacts, warn: Warn): void => {
  if (!date) return;
  const { today, date_of_birth } = facts;
  if (today !== undefined && dayNumber(date) > dayNumber(today)) {
    warn(path, 'future-date', `${shownDay(date)} is in the future. Is that right?`, date.slice(0, 10));
  }
  if (date_of_birth !== undefined && dayNumber(date) < dayNumber(date_of_birth)) {
    warn(
      path,
      'before-birth',
      `${shownDay(date)} is before the patient was born (${dayShown(date_of_birth, facts.date_of_birth_precision)}). Is that right?`,
      date.slice(0, 10),
    );
  }
};

/**
 * What to ask once before a treatment or a change of dosage is saved (rulings 29, 30, 31): a dose ten times off the product's strength or in
 * another kind of unit, more than four tablets at once, methotrexate more often than weekly, a future start or one before birth.
 */
export const intakeWarnings = (form: WarnedForm, facts: IntakeFacts): IntakeWarning[] => {
  const warnings: IntakeWarning[] = [];
  const warn: Warn = (path, code, message, ...typed) =>
    void warnings.push({
      path,
      code,
      message,
      key: JSON.stringify([path, code, searchText(form.medication?.nonproprietary_name ?? ''), ...typed]),
    });
  dateWarnings('time_from', form.time_from, facts, warn);
  dateWarnings('change_date', form.change_date, facts, warn);
  strengthWarnings(form, warn);
  piecesWarning(form, warn);
  methotrexateWarning(form, warn);
  return warnings;
};
