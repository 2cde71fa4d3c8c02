import { searchText } from '#contracts/rules/search-text';
import { unitKey } from '#contracts/rules/units';
import { codeInWords } from '#contracts/wire/code-systems';
import type { OpenQuestion } from '#contracts/wire/open-questions';
import type { Regimen } from '#contracts/treatments/dosages';
import {
  decimalOf,
  differingUnits,
  nameOf,
  plain,
  quantityWords,
  rangeWords,
  ratioWords,
  shortened,
  unitOf,
} from '../resources/fhir-text.ts';
import type { Dosage, Medication } from '../resources/medications.ts';
import type { CodeableConcept, Quantity } from '../resources/resource.ts';
import { lengthWords, NOT_SAID, oftenOf, rateOf, timingWords } from './timing.ts';
import { type Agreement, dosesAgree, ratesAgree, readWritten, type Written, type WrittenAmount } from './written-dosage.ts';

/** Instructions as numbers, if these are certain, and as words. */
export interface ReadDosages {
  regimen: Regimen;
  /** Undefined where nothing is said. */
  text: string | undefined;
  /** One for each instruction whose words contradict its numbers. */
  asks: OpenQuestion[];
}

const TABLETS = /^(\{?(tbl|tab|tablet|cap|capsule|caplet|pill)s?\}?|tablet\(s\)|capsule\(s\))$/i;

type Doses = Pick<Regimen, 'form' | 'quantity' | 'dosages'>;
const NO_DOSE: Doses = { form: null, quantity: null, dosages: [] };

/** The one amount of an administration; undefined where several are meant: 'ordered' and 'calculated', a range, a comparator. */
const amountOf = ({ doseAndRate }: Dosage): { amount: string; unit: string | null; isCounted: boolean } | undefined => {
  const said = doseAndRate.flatMap(({ doseQuantity }) => (doseQuantity?.value === undefined ? [] : [doseQuantity]));
  const [quantity, ...others] = said;
  const isOne =
    quantity &&
    quantity.comparator === undefined &&
    Number(quantity.value) > 0 &&
    others.every((other) => quantityWords(other) === quantityWords(quantity));
  const amount = decimalOf(quantity?.value);
  if (!isOne || amount === undefined || doseAndRate.some(({ doseRange }) => doseRange !== undefined)) return undefined;
  const unit = unitOf(quantity) || null;
  return { amount, unit, isCounted: unit !== null && TABLETS.test(unit) };
};

/** The dose in its own unit. A number of tablets is a quantity, not a dose: how much is in one is the strength's to say. */
const dosesOf = (given: string, dosage: Dosage): Doses => {
  const said = amountOf(dosage);
  if (said === undefined) return NO_DOSE;
  const { amount, unit, isCounted } = said;
  if (isCounted) return { form: 'per tablet', quantity: Number(amount), dosages: [] };
  return { form: 'total dose', quantity: null, dosages: [{ nonproprietary_name: given, step: 0, days: null, dose: amount, unit }] };
};

const isAsNeeded = ({ asNeededBoolean, asNeededCodeableConcept }: Dosage): boolean =>
  asNeededBoolean === true || asNeededCodeableConcept !== undefined;

/** A bare number beside 'once a day' would be read as whatever is expected there. */
const doseWords = (dose: Quantity | undefined): string | undefined => {
  const words = quantityWords(dose);
  return words === undefined || dose === undefined || unitOf(dose) !== '' ? words : `${words} (no unit said)`;
};

const amountWords = ({ doseAndRate }: Dosage): string[] => {
  const words = doseAndRate.flatMap(({ doseQuantity, doseRange, rateQuantity, rateRatio, rateRange }) => {
    const rate = quantityWords(rateQuantity) ?? (rateRatio && ratioWords(rateRatio.numerator, rateRatio.denominator));
    const rates = rate ?? (rateRange && rangeWords(rateRange.low, rateRange.high));
    return [doseWords(doseQuantity) ?? (doseRange && rangeWords(doseRange.low, doseRange.high)), rates && `at a rate of ${rates}`];
  });
  return [...new Set(words.flatMap((said) => said || []))];
};

/** The most that may be given. */
const mostWords = ({ maxDosePerPeriod, maxDosePerAdministration, maxDosePerLifetime }: Dosage): string[] => {
  const { numerator, denominator } = maxDosePerPeriod ?? {};
  const [most, period] = [quantityWords(numerator), lengthWords(denominator)];
  return [
    most && `at most ${most}${period === undefined ? '' : ` in ${period}`}`,
    maxDosePerAdministration && `at most ${quantityWords(maxDosePerAdministration) ?? ''} at a time`,
    maxDosePerLifetime && `at most ${quantityWords(maxDosePerLifetime) ?? ''} in a lifetime`,
  ].flatMap((said) => said || []);
};

/** A concept in words; a code without a name stands as code. */
const wordsOf = (concept: CodeableConcept | undefined): string | undefined => {
  const [coded] = concept?.coding.flatMap(({ system, code }) => (code === undefined ? [] : [{ system: system ?? '', code }])) ?? [];
  return nameOf(concept) ?? (coded && plain(codeInWords(coded)));
};

/** The parts of an instruction in words: how much, how often, and all else. */
interface Parts {
  amounts: string[];
  often: string[];
  rest: string[];
}

/** Of more parts than an instruction can have the first. */
const MAX_PARTS = 100;

/** @param shown local dates that stand beside the treatment already */
const partsOf = (dosage: Dosage, shown: readonly (string | undefined)[]): Parts => {
  const { often, named, bounds } = timingWords(dosage.timing, shown);
  const [site, reason] = [wordsOf(dosage.site), wordsOf(dosage.asNeededCodeableConcept)];
  const rest = [
    named,
    ...bounds,
    wordsOf(dosage.route),
    wordsOf(dosage.method),
    site && `site: ${site}`,
    isAsNeeded(dosage) ? (reason ? `as needed: ${reason}` : 'as needed') : undefined,
    ...mostWords(dosage),
    ...dosage.additionalInstruction.map(wordsOf),
    plain(dosage.patientInstruction),
  ];
  return { amounts: amountWords(dosage), often, rest: rest.flatMap((said) => said || []).slice(0, MAX_PARTS) };
};

/** Other words for the same, as instructions have them. */
const SYNONYMS: readonly (readonly [part: RegExp, text: RegExp])[] = [
  [/^(oral|oral route|by mouth|orally|per os|po)$/i, /\b(oral(ly)?|by mouth|per os|po|p\.o\.)(?![a-z])/i],
  [/^as needed$/i, /\b(as needed|prn|p\.r\.n\.|when required|as required|if needed|if required)(?![a-z])/i],
];
const NEGATED = /\b(?:not|never|no|without|except|avoid|kein\w*|nicht|nie|ohne|pas|jamais|sans)\b/;

/** Whether a text says a part of an instruction, word for word. Where it denies anything nothing counts as said. */
const saying = (text: string): ((part: string) => boolean) => {
  const folded = searchText(text);
  if (NEGATED.test(folded)) return () => false;
  return (part) => {
    if (SYNONYMS.some(([of, said]) => of.test(part) && said.test(text))) return true;
    const own = searchText(part);
    for (let at = folded.indexOf(own); at >= 0; at = folded.indexOf(own, at + 1)) {
      if (!/[\p{L}\d]$|\d[.,]$/u.test(folded.slice(0, at)) && !/^(?:[\p{L}\d]|[.,]\d)/u.test(folded.slice(at + own.length))) return true;
    }
    return false;
  };
};

interface Read {
  doses: Doses;
  often: Pick<Regimen, 'frequency' | 'period' | 'period_unit'>;
  text: string | undefined;
  ask: OpenQuestion | undefined;
}

const DIFFERS = 'words and numbers differ';

/** Comparison of an instruction's words with its numbers. */
const agreementOf = (dosage: Dosage, strength: WrittenAmount | undefined): Agreements => {
  const amount = amountOf(dosage);
  const rate = rateOf(oftenOf(dosage.timing));
  const dose = amount && { amount: Number(amount.amount), unit: amount.isCounted ? 'tablet' : (amount.unit ?? 'tablet') };
  const doseOf = (one: Written): Agreement => (dose === undefined ? 'silent' : dosesAgree(one, dose, strength));
  const rateSaid = (one: Written): Agreement => (rate === null ? 'silent' : ratesAgree(one, rate, isAsNeeded(dosage)));
  const [text, named] = [dosage.text, nameOf(dosage.timing?.code)].map((said) => (said === undefined ? undefined : readWritten(said)));
  // told to the patient beside the order: 'once a week', 'every other day'
  const beside = [dosage.patientInstruction, ...dosage.additionalInstruction.slice(0, MAX_PARTS).map(nameOf)];
  const others = beside.flatMap((said) => (said === undefined ? [] : [readWritten(said)]));
  const doubt = (agreement: Agreement): Agreement => (agreement === 'differs' || agreement === 'unclear' ? 'unclear' : 'silent');
  const own = [text, named].flatMap((one) => one ?? []);
  return {
    text: { dose: text && doseOf(text), rate: text && rateSaid(text) },
    dose: [...own.map(doseOf), ...others.map((one) => doubt(doseOf(one)))],
    rate: [...own.map(rateSaid), ...others.map((one) => doubt(rateSaid(one)))],
    lasts: own.some((one) => one.lasts?.isCertain === true && lengthsDiffer(one.lasts, dosage)) ? 'differs' : 'silent',
  };
};

interface Agreements {
  /** Of the text alone. */
  text: { dose: Agreement | undefined; rate: Agreement | undefined };
  dose: Agreement[];
  rate: Agreement[];
  lasts: Agreement;
}

const lengthsDiffer = ({ count, unit }: NonNullable<Written['lasts']>, { timing }: Dosage): boolean => {
  const bounds = timing?.repeat?.boundsDuration;
  const days = { d: 1, wk: 7, mo: 30 } as const;
  const [said, own] = [decimalOf(bounds?.value), unitKey(unitOf(bounds))];
  if (bounds === undefined || bounds.comparator !== undefined || said === undefined || !Object.hasOwn(days, own)) return false;
  return Number(said) * days[own as keyof typeof days] !== count * days[unit];
};

const isCertain = (agreements: readonly Agreement[]): boolean => agreements.every((one) => one === 'agrees' || one === 'silent');

/** No days, moments or dates beside how often. */
const saysOnlyRate = ({ timing }: Dosage): boolean => {
  const { dayOfWeek = [], timeOfDay = [], when = [], unread = [] } = timing?.repeat ?? {};
  return dayOfWeek.length + timeOfDay.length + when.length + unread.length + (timing?.event.length ?? 0) === 0;
};

/** One instruction: as it was written, with all that its words do not say. */
const readOne = (given: string, dosage: Dosage, strength: WrittenAmount | undefined, shown: readonly (string | undefined)[]): Read => {
  const [said, { amounts, often: times, rest }] = [plain(dosage.text), partsOf(dosage, shown)];
  const text = said === undefined ? undefined : shortened(said, LONGEST_TEXT);
  const agreement = agreementOf(dosage, strength);
  const differs = [...agreement.dose, ...agreement.rate, agreement.lasts].includes('differs');
  const doses = isCertain(agreement.dose) ? dosesOf(given, dosage) : NO_DOSE;
  const often = isCertain(agreement.rate) ? oftenOf(dosage.timing) : NOT_SAID;
  if (text === undefined) {
    const all = [...amounts, ...times, ...(differs ? [DIFFERS] : []), ...rest];
    return { doses, often, text: all.length === 0 ? undefined : all.join(', '), ask: differs ? askNumbers(all.join(', ')) : undefined };
  }
  const isSaid = saying(text);
  const isDoseSaid = agreement.text.dose === 'agrees' && amounts.length === 1 && differingUnits(dosage.doseAndRate).length === 0;
  const isRateSaid = agreement.text.rate === 'agrees' && saysOnlyRate(dosage);
  const own = [...(isDoseSaid ? [] : amounts), ...(isRateSaid ? [] : times)].filter((part) => differs || !isSaid(part));
  const besides = [...(differs && own.length > 0 ? [`in numbers: ${own.join(', ')}`] : own), ...(differs ? [DIFFERS] : [])];
  const more = [...besides, ...rest.filter((part) => !isSaid(part))];
  const whole = more.length === 0 ? text : `${text} (${more.join(', ')})`;
  return { doses, often, text: whole, ask: differs ? askNumbers(whole) : undefined };
};

/** Longer than any instruction, and short enough to be held beside all else. */
const LONGEST_TEXT = 3000;

const askNumbers = (said: string): OpenQuestion => ({
  code: 'words-and-numbers',
  text: `The words and the numbers of this dosage do not say the same: ${shortened(said, 1000)}. Ask the sender which of them is right.`,
});

const MASS = /(?<![\d.,])(\d+(?:\.\d+)?)\s*(mcg|µg|ug|mg|g)\b(?!\s*\/)/gi;

/** What one tablet holds, where the product says one strength only. */
const strengthOf = (name: string, medication: Medication | undefined): WrittenAmount | undefined => {
  const [only, ...others] = (medication?.ingredient ?? []).flatMap(({ strength }) => (strength ? [strength] : []));
  const amount = Number(decimalOf(only?.numerator?.value));
  const whole = decimalOf(only?.denominator?.value) ?? '1';
  if (only !== undefined) {
    const isOfOne = others.length === 0 && whole === '1' && (unitOf(only.denominator) === '' || TABLETS.test(unitOf(only.denominator)));
    return isOfOne && amount > 0 ? { amount, unit: unitOf(only.numerator) } : undefined;
  }
  // '875-125 mg', '500mg/125mg': one strength for each ingredient
  if (/\d ?[a-z]* ?[-/] ?\d/i.test(name)) return undefined;
  const [named, ...more] = [...name.matchAll(MASS)];
  return named === undefined || more.length > 0 ? undefined : { amount: Number(named[1]), unit: named[2]!.toLowerCase() };
};

/** Of more instructions than an order can have the first; its words say how many there are. */
export const MAX_DOSAGES = 100;

/**
 * Instructions of an order as numbers and words. One instruction is computed with; of several, each has its words only: to add them up would be a guess.
 * @param given the name of the medication
 * @param shown local dates that stand beside the treatment already
 */
export const readDosages = (
  given: string,
  dosages: readonly Dosage[],
  medication: Medication | undefined,
  shown: readonly (string | undefined)[],
): ReadDosages => {
  const strength = strengthOf(given, medication);
  const read = dosages.slice(0, MAX_DOSAGES).map((dosage) => readOne(given, dosage, strength, dosages.length === 1 ? shown : []));
  const left = dosages.length - read.length;
  const [only, ...others] = read;
  const as_needed = dosages.length > 0 && dosages.every(isAsNeeded);
  const isOne = only !== undefined && others.length === 0;
  const said = [...read.flatMap(({ text }) => text ?? []), ...(left > 0 ? [`and ${left} more instructions`] : [])];
  return {
    regimen: isOne ? { ...only.doses, ...only.often, as_needed } : { ...NO_DOSE, ...NOT_SAID, as_needed },
    text: said.length === 0 ? undefined : shortened(said.join('; '), 4000),
    asks: read.flatMap(({ ask }) => ask ?? []),
  };
};
