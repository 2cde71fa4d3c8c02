const spellings: readonly [RegExp, string][] = [
  [/\(calc\.?\)/gi, ''],
  // an annotation alone is no unit: '{INR}', '{ratio}'
  [/^\{[^}]*\}$/, ''],
  [/[[\]{}()\s_]/g, ''],
  [/^[x×](?=10)/i, ''],
  [/^10[*^e]?(3|6|9|12)(?=\/)/i, '10^$1'],
  [/^(k|thou|thousand|tsd)\.?(?=\/[um]?l$)/i, '10^3'],
  [/^(M|[Mm]ill|[Mm]illion|[Mm]io)\.?(?=\/[um]?[lL]$)/, '10^6'],
  [/mcg/gi, 'ug'],
  [/1,73/, '1.73'],
  [/m\^2/gi, 'm2'],
  [/\/(1h|hr|1hr|1sthr|hour)$/i, '/h'],
  [/^(sec|secs|second|seconds)\.?$/i, 's'],
];

/** A million units is not a thousandth of one: the only prefix whose case tells two units of laboratories apart. */
const MEGA = /\bM(?=I?U\b)/g;

/**
 * A unit without its spelling, for comparing and never for showing: 'm[IU]/L' is 'mIU/l', '10*3/uL' is 'x10E3/µL' is
 * 'K/uL'. Nothing is converted: 'mg/dL' is not 'g/L', and '' (no unit) is like no unit but itself.
 */
export const unitKey = (unit: string): string => {
  const before = known.get(unit);
  if (before !== undefined) return before;
  const key = withoutSpelling(unit);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(unit, key);
  return key;
};

/** A record has few units and says them thousands of times. */
const known = new Map<string, string>();
const MOST_KNOWN = 1000;

const withoutSpelling = (unit: string): string => {
  const signs = unit.normalize('NFKC').replace(/[μµ]/g, 'u').replace(/−/g, '-').trim();
  const spelled = spellings.reduce((text, [found, replacement]) => text.replace(found, replacement), signs);
  return spelled.replace(MEGA, 'mega').toLowerCase();
};
