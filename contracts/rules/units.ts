type Spelling = readonly [RegExp, string | ((...found: string[]) => string)];

const prefixNames: Readonly<Record<string, string>> = {
  ...{ kilo: 'k', deci: 'd', centi: 'c', milli: 'm', micro: 'u', nano: 'n', pico: 'p', femto: 'f' },
};
const unitNames: readonly (readonly [RegExp, string])[] = [
  [/^international unit$/, 'iu'],
  [/^unit$/, 'u'],
  [/^gramm?e?$/, 'g'],
  [/^lit(er|re)$/, 'l'],
  [/^met(er|re)$/, 'm'],
  [/^mole$/, 'mol'],
  [/^equivalent$/, 'eq'],
  [/^osmole?$/, 'osm'],
  [/^katal$/, 'kat'],
  [/^second$/, 's'],
  [/^minute$/, 'min'],
  [/^hour$/, 'h'],
  [/^day$/, 'd'],
  [/^week$/, 'wk'],
  [/^month$/, 'mo'],
  [/^year$/, 'a'],
  [/^pascal$/, 'pa'],
];

const NAMED = new RegExp(
  String.raw`\b(?:(${Object.keys(prefixNames).join('|')})[\s-]?)?(international unit|unit|gramm?e?|lit(?:er|re)|met(?:er|re)|mole|equivalent|osmole?|katal|second|minute|hour|day|week|month|year|pascal)(?:s|\(s\))?(?![\p{L}])`,
  'giu',
);

const symbolOf = (_found: string, prefix = '', name = ''): string => {
  const lower = name.toLowerCase();
  return `${prefixNames[prefix.toLowerCase()] ?? ''}${unitNames.find(([form]) => form.test(lower))?.[1] ?? name}`;
};

/** Units that are written out: 'grams per deciliter' is 'g/dL'. */
const writtenOut: readonly Spelling[] = [
  [/\bper\s?cent(age)?\b/gi, '%'],
  [/(^|\s+)(per|pro)\s+/gi, '/'],
  [/\b(high|low)[\s-]power(ed)?\s+field\b/gi, (_found, power = '') => `${power.charAt(0)}pf`],
  [NAMED, symbolOf],
  [/\bmicro[\s-]?(?=I?U\b)/gi, 'u'],
  [/\s+of mercury\b/gi, 'hg'],
  [/\bsquare m\b|\bm squared\b/gi, 'm2'],
  [/\bcubic (mm|cm)\b/gi, '$13'],
];

const spellings: readonly Spelling[] = [
  [/\(calc\.?\)/gi, ''],
  // an annotation alone is no unit: '{INR}', '{ratio}'
  [/^\{[^}]*\}$/, ''],
  // products and negative powers of UCUM: 'ug/(kg.min)', '10*9.L-1'
  [/\/\((?!\d)([^().]+)\.([^()]+)\)/g, '/$1/$2'],
  [/\.([A-Za-z]+)-1(?!\d)/g, '/$1'],
  [/\.([A-Za-z]+)-([23])(?!\d)/g, '/$1$2'],
  // molar, not metres
  [/^([munp])M$/, '$1mol/l'],
  [/[[\]{}()\s_]/g, ''],
  [/^[x×](?=10)/i, ''],
  [/^1(?=\/)/, ''],
  [/^(?:10?)?E\+?(?=\d+\/)/, '10^'],
  [/^10(?:\*\*|[*^ex])0*(\d{1,2})(?=\/|\.?cells)/i, '10^$1'],
  // a raised figure that lost its place: '103/uL'
  [/^10(3|6|9|12)(?=\/|cells)/, '10^$1'],
  [/^(k|th|thous?|thousands?|tsd)\.?(?=\/([um]|mc)?l$|\/(mm\^?3|c(u\.?)?mm)$)/i, '10^3'],
  // not 'mil': it is a thousand in Spanish
  [/^(M|[Mm]ill|[Mm]illions?|MILLIONS?|MILL|[Mm]io)\.?(?=\/([uUmM]|[mM][cC])?[lL]$|\/([mM]{2}\^?3|[cC]([uU]\.?)?[mM]{2})$)/, '10^6'],
  // a capital G or T before litres is giga or tera, a count of cells: 'g/L' is a mass
  [/^(G|[Gg]iga|GIGA|G[Pp][Tt]|[Bb]il|[Bb]illion|[Mm]rd\.?)(?=\/[lL]$)/, '10^9'],
  [/^(T|[Tt]era|TERA|T[Pp][Tt]|[Tt]rillion)(?=\/[lL]$)/, '10^12'],
  // units of enzymes and hormones in German and French, milliequivalents in German
  [/^([kmun]?)E(?=\/[dm]?[lL]$)/, '$1U'],
  [/(?<=^[kmun]?)(IE|UI)(?=\/)/, 'IU'],
  [/^mval(?=\/)/i, 'meq'],
  [/(?<=^|10\^\d+)\.?cells?(?=\/)/i, ''],
  [/^(beats?|breaths?)(?=\/)/i, ''],
  [/mc(?=g|mol|iu|u\/|l\b)/gi, 'u'],
  [/\b(?:gms?(?=\/|%|$)|gr(?=\/))/gi, 'g'],
  [/^(m?g)%$/i, '$1/dl'],
  [/1,73/, '1.73'],
  [/m\^([23])/gi, 'm$1'],
  [/\/c(u\.?)?mm$/i, '/mm3'],
  [/\/(1h|hr|1hr|1sthr|1sth|hour)$/i, '/h'],
  [/\/(\d+)\.?(h|hrs?)$/i, '/$1h'],
  [/(^|\/)(secs?|sek)\.?$/i, '$1s'],
];

/** Whole units that have several names, by the key that the name has. */
const names: Readonly<Record<string, string>> = {
  ...{ lbav: 'lb', lbs: 'lb', pound: 'lb', pounds: 'lb', ozav: 'oz', ounce: 'oz', ounces: 'oz' },
  ...{ ini: 'in', inus: 'in', ius: 'in', inch: 'in', inches: 'in', fti: 'ft', ftus: 'ft', foot: 'ft', feet: 'ft' },
  ...{ c: 'cel', '°c': 'cel', celsius: 'cel', degc: 'cel', degreescelsius: 'cel', degreecelsius: 'cel', degreesc: 'cel' },
  ...{ f: 'degf', '°f': 'degf', fahrenheit: 'degf', degreesfahrenheit: 'degf', degreefahrenheit: 'degf', degreesf: 'degf' },
  ...{
    bpm: '/min',
    cc: 'ml',
    hr: 'h',
    hrs: 'h',
    wks: 'wk',
    mos: 'mo',
    y: 'a',
    yr: 'a',
    yrs: 'a',
    jahr: 'a',
    jahre: 'a',
    monate: 'mo',
    wochen: 'wk',
    tag: 'd',
    tage: 'd',
  },
};

/** A million units is not a thousandth of one: the only prefix whose case tells two units of laboratories apart. */
const MEGA = /\bM(?=I?U\b)/g;

/** A unit of an import with unknown words and a known code: 'mgs in a decilitre (code mg/dL)'. */
const CODED = /\(code (.+)\)$/;

/**
 * A unit without its spelling, for comparing and never for showing: 'm[IU]/L' is 'mIU/l', '10*3/uL' is 'x10E3/µL' is
 * 'K/uL', 'grams per deciliter' is 'g/dL', 'G/L' is '10*9/L'. Nothing is converted: 'mg/dL' is not 'g/L', and '' (no unit) is like no unit but
 * itself.
 */
export const unitKey = (unit: string): string => {
  const before = known.get(unit);
  if (before !== undefined) return before;
  const key = withoutSpelling(CODED.exec(unit)?.[1] ?? unit);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(unit, key);
  return key;
};

/** A record has few units and says them thousands of times. */
const known = new Map<string, string>();
const MOST_KNOWN = 1000;

const replaced = (text: string, all: readonly Spelling[]): string =>
  all.reduce((spelled, [found, by]) => (typeof by === 'string' ? spelled.replace(found, by) : spelled.replace(found, by)), text);

const withoutSpelling = (unit: string): string => {
  const signs = unit.replace(/º/g, '°').normalize('NFKC').replace(/[μµ]/g, 'u').replace(/−/g, '-').trim();
  const key = replaced(replaced(signs, writtenOut), spellings).replace(MEGA, 'mega').toLowerCase();
  return Object.hasOwn(names, key) ? names[key]! : key;
};
