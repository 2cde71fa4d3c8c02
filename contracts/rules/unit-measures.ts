import { unitKey } from './units.ts';

/** Dimension and size of a unit. */
export interface Measure {
  /** Base units in UCUM's letters, small: 'g/l', 'mol/l', '1/l', '1' for a share. */
  dimension: string;
  factor: number;
}

const base: Readonly<Record<string, readonly [dimension: string, factor: number]>> = {
  g: ['g', 1],
  mol: ['mol', 1],
  eq: ['eq', 1],
  osm: ['osm', 1],
  osmol: ['osm', 1],
  kat: ['kat', 1],
  u: ['iu', 1],
  iu: ['iu', 1],
  l: ['l', 1],
  m: ['m', 1],
  s: ['s', 1],
  pa: ['pa', 1],
};
const prefixes: Readonly<Record<string, number>> = { k: 1e3, d: 1e-1, c: 1e-2, m: 1e-3, u: 1e-6, n: 1e-9, p: 1e-12, f: 1e-15 };
/** 'CU' and 'FU' are units of kits. No prefix for a million: 'MIU/L' is how systems without small letters print 'mIU/L'. */
const prefixesOfUnits: ReadonlySet<string> = new Set(['k', 'm', 'u', 'n']);

/** Units that take no prefix. 1 lb and 1 in are exact by definition. */
const whole: Readonly<Record<string, readonly [dimension: string, factor: number]>> = {
  '': ['1', 1],
  '%': ['1', 0.01],
  min: ['s', 60],
  h: ['s', 3600],
  d: ['s', 86_400],
  wk: ['s', 604_800],
  // the calendar's: no number of seconds
  mo: ['mo', 1],
  a: ['a', 1],
  lb: ['g', 453.592_37],
  oz: ['g', 28.349_523_125],
  in: ['m', 0.0254],
  ft: ['m', 0.3048],
  cel: ['cel', 1],
  degf: ['degf', 1],
  mmhg: ['pa', 133.322],
  hpf: ['hpf', 1],
  lpf: ['lpf', 1],
  m2: ['m2', 1],
  mm3: ['l', 1e-6],
  cm3: ['l', 1e-3],
};

const symbol = (name: string): readonly [string, number] | undefined => {
  if (Object.hasOwn(whole, name)) return whole[name];
  if (Object.hasOwn(base, name)) return base[name];
  for (const [prefix, factor] of Object.entries(prefixes)) {
    const rest = name.slice(prefix.length);
    const isTaken = base[rest]?.[0] !== 'iu' || prefixesOfUnits.has(prefix);
    if (name.startsWith(prefix) && Object.hasOwn(base, rest) && isTaken) return [base[rest]![0], base[rest]![1] * factor];
  }
  return undefined;
};

/** '10^3', '24h', '1.73m2' */
const TERM = /^(?:10\^(\d+)|(\d+(?:\.\d+)?))?(.*)$/;

/** Measure of a unit; undefined for no unit and for unknown ones. */
export const measureOf = (unit: string): Measure | undefined => {
  const key = unitKey(unit);
  // a number alone, such as '1' or '10*3', is no unit
  if (/^(?:10\^)?\d*$/.test(key)) return undefined;
  const [above = '', ...below] = key.split('/').map((term) => {
    const [, power, count, name = ''] = TERM.exec(term) ?? [];
    const measured = symbol(name);
    return measured && { dimension: measured[0], factor: measured[1] * (power === undefined ? Number(count ?? 1) : 10 ** Number(power)) };
  });
  if (above === '' || below.includes(undefined) || key.endsWith('/')) return undefined;
  const divisors = below as Measure[];
  const [first, ...rest] = divisors;
  const factor = divisors.reduce((product, one) => product / one.factor, above.factor);
  // litres in a litre are a share, whatever is measured
  if (above.dimension === 'l' && first?.dimension === 'l' && rest.length === 0) return { dimension: '1', factor };
  // '/100' of something
  const dimension = [above, ...divisors.filter((one) => one.dimension !== '1')].map((one) => one.dimension).join('/');
  // 'm/uL' is a million in small letters
  return dimension === 'm/l' ? undefined : { dimension, factor };
};

/** True if two units are one in two spellings or of one size: '10*3/uL' is '10*9/L', 'ng/L' is 'pg/mL'. */
export const isSameUnit = (a: string, b: string): boolean => {
  if (unitKey(a) === unitKey(b)) return true;
  const [one, other] = [measureOf(a), measureOf(b)];
  return one !== undefined && one.dimension === other?.dimension && Math.abs(one.factor / other.factor - 1) < 1e-9;
};

/** Kinds of quantity, by dimension. One name may have several (share and count of cells, concentration and daily excretion), one parameter only one. */
const kinds: Readonly<Record<string, string>> = {
  '1': 'share',
  '1/l': 'count',
  ...{ 'g/l': 'concentration', 'mol/l': 'concentration', 'eq/l': 'concentration', 'osm/l': 'concentration' },
  ...{ 'iu/l': 'activity', 'kat/l': 'activity' },
  ...{ 'g/s': 'excretion', 'mol/s': 'excretion', 'eq/s': 'excretion' },
  ...{ 'g/g': 'ratio', 'g/mol': 'ratio' },
  s: 'time',
  l: 'volume',
  g: 'mass',
};

/** Fields of a microscope, and cells as strips for urine count them. */
const IN_URINE = /\/[hl]pf$|^(?:leu|ery)\w*\/ul$/;

const kindOf = (unit: string): string | undefined => (IN_URINE.test(unitKey(unit)) ? 'field' : kinds[measureOf(unit)?.dimension ?? '']);

/** True if two units belong to different kinds of quantity. False if one of them is unknown. */
export const areOfOtherKinds = (a: string, b: string): boolean => {
  const [one, other] = [kindOf(a), kindOf(b)];
  return one !== undefined && other !== undefined && one !== other;
};
