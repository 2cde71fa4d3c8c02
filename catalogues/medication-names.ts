import { searchText } from '#contracts/rules/search-text';

/** '.50' is 0.5: no naked point, no trailing zero. */
const amount = (text: string): string => {
  const digits = text.trim().replaceAll(',', '');
  if (!/^\d*\.?\d*$/.test(digits) || digits === '') return text.trim();
  const [whole = '', part = ''] = digits.split('.');
  const rest = part.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '') || '0'}${rest === '' ? '' : `.${rest}`}`;
};

const UNITS: Readonly<Record<string, string>> = {
  ug: 'mcg',
  "[usp'u]": 'units',
  '[iu]': 'units',
  "[arb'u]": 'units',
  meq: 'mEq',
  ml: 'mL',
  l: 'L',
  mci: 'mCi',
};

const unit = (text: string): string => UNITS[text.trim().toLowerCase()] ?? text.trim();

/** 'mg/1' is mg, 'mg/5mL' is mg/5 mL, 'ug/h' is mcg/h. */
const writtenUnit = (text: string): string => {
  const [of = '', per = ''] = text.trim().split('/');
  const [, count = '', name = ''] = /^([\d.]*)(.*)$/.exec(per.trim()) ?? [];
  if (per.trim() === '1' || per.trim() === '') return unit(of);
  return `${unit(of)}/${count === '' || count === '1' ? '' : `${amount(count)} `}${unit(name)}`;
};

const parts = (text: string): string[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** One strength for each active ingredient in the order of the directory: '5 mg; 325 mg'. '' where none is given. */
export const writtenStrength = (numerators: string, units: string): string => {
  const [amounts, names] = [parts(numerators), parts(units)];
  return amounts.map((each, index) => [amount(each), writtenUnit(names[index] ?? names[0] ?? '')].filter(Boolean).join(' ')).join('; ');
};

const firstWord = (text: string): string => searchText(text).split(/[^a-z0-9]+/)[0] ?? '';

/**
 * The generic name with its ingredients separated by ';', in the order of the strengths, where it names exactly the substances that the
 * directory lists; as written otherwise: guessing would put a strength to the wrong substance.
 */
export const writtenGeneric = (generic: string, substances: string): string => {
  const [written, listed] = [sentenceCase(generic), parts(substances)];
  if (listed.length < 2) return written;
  const named = written.split(/\s*(?:;|,\s*and\s+|,|\s+and\s+|\s*\/\s*|\s+-\s+)\s*/i).filter((part) => part !== '');
  if (named.length !== listed.length) return written;
  const ordered = listed.map((substance) => named.filter((name) => firstWord(name).slice(0, 5) === firstWord(substance).slice(0, 5)));
  if (ordered.some((found) => found.length !== 1) || new Set(ordered.flat()).size !== named.length) return written;
  return ordered.flat().join('; ');
};

/** 'METFORMIN HYDROCHLORIDE' shouts; what is written in both cases stays. */
export const sentenceCase = (text: string): string => (/[a-z]/.test(text) ? text : text.toLowerCase()).replace(/\s+/g, ' ').trim();

const SALTS =
  /\b(hydrochloride|hcl|hydrobromide|sodium|potassium|calcium|magnesium|besylate|maleate|mesylate|tartrate|succinate|fumarate|sulfate|phosphate|acetate|citrate|nitrate|bromide|chloride|monohydrate|dihydrate|trihydrate|hemihydrate|anhydrous|hydrate|disodium|dihydrochloride|medoxomil|axetil|pamoate|lactate|malate|tosylate|propionate|furoate|valerate|palmitate|decanoate|hyclate|bitartrate|usp|tromethamine|strontium|erbumine|arginine|cilexetil|proxetil|etexilate|mofetil)\b/g;

/** The active ingredients without their salts, in order of the alphabet: what two lists that spell them differently have in common. */
export const baseOf = (generic: string): string =>
  searchText(generic)
    .split(/\s*(?:;|,|\/|\band\b)\s*/)
    .map((one) =>
      one
        .replace(SALTS, ' ')
        .replace(/\b\d+ hr\b|modified/g, ' ')
        .replace(/[^a-z0-9]+/g, ' ')
        .trim(),
    )
    .filter((one) => one !== '')
    .sort()
    .join(';');

const IN_MG: Readonly<Record<string, number>> = { g: 1000, mg: 1, mcg: 0.001, ug: 0.001 };

/** '0.5 g', '500mg' and '500 mg' are one, '250 mg/5 mL' is 50 mg/mL: for comparing lists, not for showing. */
export const strengthKey = (strength: string): string =>
  parts(strength)
    .map((part) => {
      const found = /^([\d.]+)\s*([^\d/\s]+)(?:\/([\d.]*)\s*(.*))?$/.exec(part.toLowerCase());
      if (!found) return part.toLowerCase().replace(/\s+/g, '');
      const [, count = '', of = '', per = '', by = ''] = found;
      const value = (Number(count) * (IN_MG[of] ?? 1)) / (per === '' ? 1 : Number(per));
      return `${Number(value.toPrecision(6))}${IN_MG[of] === undefined ? of : 'mg'}${by === '' || by === '1' ? '' : `/${by.trim()}`}`;
    })
    .sort()
    .join(';');
