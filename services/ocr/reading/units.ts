import type { DecimalSign } from '#contracts/rules/printed-numbers';
import { readRange } from '#contracts/rules/printed-ranges';
import { isUsualResult } from '#contracts/rules/result-words';
import { unitKey } from '#contracts/rules/units';
import { textOf, type Word } from './word.ts';

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

const MASS = words('g mg µg ug mcg ng pg');
const AMOUNT = words(
  'mol mmol µmol umol nmol pmol mEq mval mOsm U IU kU mU mIU kIU µIU uIU µU E kat µkat ukat nkat AU RU G T Gpt Tpt copies',
);
const VOLUME = words('L dL mL µL uL l dl ml µl ul nl pl');
const COUNT = words(
  '10^3 10^6 10^9 10^12 x10^3 x10^6 x10^9 x10^12 10*3 10*6 10*9 10*12 x10E3 x10E6 10E3 10E6 10E9 10E12 K M Thousand Million Tsd cells',
);
const OTHER = [
  ...words(
    '% ‰ pg ng fL fl s sec seconds min mm INR Ratio ratio (calc) Index index S/CO COI kPa mmHg mL ml /hpf /HPF /lpf /LPF /mm3 /mm^3 /cumm',
  ),
  ...words(
    'cells/cumm mill/cumm lakhs/cumm mm/hr mm/h mm/1h mL/min ml/min mL/min/1.73m2 mL/min/1.73m^2 ml/min/1,73m2 ml/min/1,73m^2 ml/min/1.73m2',
  ),
  ...words('mmol/mol mg/mmol mg/mol mg/g µg/g ug/g mg/24h g/24h mmol/24h mOsm/kg mosmol/kg mOsmol/kg L/L l/l'),
  ...[
    'mL/min/1.73 m2',
    'mL/min/1.73 m^2',
    'ml/min/1,73 m2',
    'ng/mL FEU',
    'ng/mL DDU',
    'mg/L FEU',
    'µg/mL FEU',
    'mg/dL (calc)',
    'g/dL (calc)',
  ],
  ...['mL/min/{1.73_m2}', '% (calc)', '% of total Hgb', 'mm Hg', 'mm/1st hr'],
];

/** One spelling for signs that look alike on paper or have two codes: micro and mu, raised digits. */
const sameSigns = (unit: string): string =>
  unit
    .normalize('NFC')
    .replace(/\u03bc/g, 'µ')
    .replace(/[²³¹⁰⁴-⁹]+/g, (raised) => `^${raised.normalize('NFKC')}`);

/** What remains when strokes, micro signs, noughts and case cannot be told apart. */
const blurred = (unit: string): string =>
  unit
    .replace(/\s+/g, '')
    .replace(/^[yL](?=g)/, 'µ')
    .replace(/[Il|!1i\]/]/g, 'l')
    .replace(/[µu]/g, 'u')
    .replace(/\bhpt$|\bnpf$/, 'hpf')
    .replace(/O/g, '0')
    .toLowerCase();

const known = new Set([
  ...[...MASS, ...AMOUNT].flatMap((what) => VOLUME.map((volume) => `${what}/${volume}`)),
  ...[...COUNT, ''].flatMap((count) => VOLUME.map((volume) => `${count}/${volume}`)),
  ...OTHER,
]);
const alike = new Map<string, string[]>();
for (const unit of known) alike.set(blurred(unit), [...(alike.get(blurred(unit)) ?? []), unit]);

/** Whether a text is a unit as laboratories print it. */
export const isUnit = (text: string): boolean => known.has(sameSigns(text.trim()));

const LIKE_UNIT = /^[x×]?[a-zA-Zµμ%^*\d.]{0,12}(?:\/[a-zA-Zµμ\d.,^²³]{1,12}){1,2}$/;

/** Whether a text could be a unit, listed or not: letters around a slash, or two, as in 'mL/min/1,73 m²'. A date is none. */
export const looksLikeUnit = (text: string): boolean => {
  const bare = text.trim().replace(/^(.*\/1[.,]73) m/, '$1m');
  return isUnit(text) || (LIKE_UNIT.test(bare) && /[a-zA-Zµμ%]/.test(bare));
};

/** Signs by which two texts of one length differ. */
const differences = (a: string, b: string): number =>
  a.length === b.length ? Array.from(a).filter((sign, i) => sign !== b[i]).length : a.length + b.length;

export type ReadUnit = { unit: string; uncertain: boolean };

/** A small and a large l look alike: litre is written as in the page's other units. */
const inStyle = (unit: string, style: 'l' | 'L' | null): string => {
  const styled = style === null ? unit : unit.replace(/[lL]$/, style);
  return known.has(styled) ? styled : unit;
};

/** A power of ten whose exponent was read as an ordinary digit: '103/uL'. */
const POWER = /^([x×]?)10\^?(3|6|9|12)\s?\/\s?([uµp]?)([lL])$/;
/** A power of ten with an unreadable exponent: '10%uL', '107/uL'. */
const BROKEN_POWER = /^([x×]?)10.{0,3}?([uµp]?)[lI|]{0,2}([lL])$/;

/**
 * A unit as recognised from a picture, mended where only one listed unit looks like it ('mlU/L' is mIU/L, 'mmol/|' is mmol/l).
 * What resembles several, or none, is the catalogue's usual unit if it resembles that, and uncertain in any case.
 * @param style how the page's other units write litre
 * @param usual the catalogue's unit for this name, '' for none
 */
export const mendUnit = (read: string, style: 'l' | 'L' | null, usual: string): ReadUnit => {
  const text = sameSigns(read.trim().replace(/[_~]+$/, ''));
  if (text === '' || known.has(text)) return { unit: inStyle(text, style), uncertain: false };
  const power = POWER.exec(text);
  // no laboratory counts per picolitre: a p there is a misread µ
  if (power) return { unit: `${power[1]}10^${power[2]}/${power[3] === 'p' ? 'µ' : power[3]}${power[4]}`, uncertain: false };
  const broken = BROKEN_POWER.exec(text);
  const exponent = /^10\^(\d+)\/ul$/.exec(unitKey(usual))?.[1];
  if (broken && exponent !== undefined)
    return { unit: `${broken[1]}10^${exponent}/${broken[2] === 'p' ? 'µ' : broken[2]}${broken[3]}`, uncertain: true };
  const bare = text.replace(/\s+/g, '');
  const lookalikes = (alike.get(blurred(text)) ?? []).filter((unit) => style === null || !/l$/i.test(unit) || unit.endsWith(style));
  const nearest = Math.min(...lookalikes.map((unit) => differences(unit, bare)));
  const best = lookalikes.filter((unit) => differences(unit, bare) === nearest);
  const [only] = best;
  if (only !== undefined) return { unit: only, uncertain: best.length > 1 };
  return { unit: resembling(text, style, usual) ?? text, uncertain: true };
};

/** The usual unit in the page's style, where at most one sign was lost or changed. */
const resembling = (text: string, style: 'l' | 'L' | null, usual: string): string | null => {
  if (usual === '') return null;
  const styled = style === null ? usual : usual.replace(/[lL]$/, style);
  const [a, b] = [blurred(text), blurred(styled)];
  if (Math.abs(a.length - b.length) > 1) return null;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end <= 1 ? styled : null;
};

/** A document's own unit: signs unified, nothing else touched. */
export const plainUnit = (printed: string): ReadUnit => ({ unit: sameSigns(printed.trim()), uncertain: false });

/** How most of a page's units write litre; null where undecided. */
export const litreStyle = (units: readonly string[]): 'l' | 'L' | null => {
  const small = units.filter((unit) => /\/[dmµun]?l$/.test(unit)).length;
  const large = units.filter((unit) => /\/[dmµun]?L$/.test(unit)).length;
  return small === large ? null : small > large ? 'l' : 'L';
};

/** What ends a unit's cell and is no part of it: a range in numbers, or the usual result in words. */
const isRange = (text: string, sign: DecimalSign): boolean => {
  const { numeric, unit } = readRange(text, sign);
  return (numeric && unit === '') || (isUsualResult(text) && text.length > 2);
};

/** A cell of units that holds the range too, parted: 'mmol/L 3.5 - 5.1', 'mg/dl negativ'. The range is empty where there is none. */
export const unitAndRange = (cell: Word[], sign: DecimalSign): { unit: Word[]; range: Word[] } => {
  for (let cut = 0; cut < cell.length; cut++) {
    const range = cell.slice(cut);
    if (isRange(textOf(range), sign)) return { unit: cell.slice(0, cut), range };
  }
  return { unit: cell, range: [] };
};
