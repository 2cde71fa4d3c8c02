/**
 * One text for one value: keys sorted by UTF-16 code unit, no white space, numbers and strings as JSON.stringify writes them, fields
 * that are undefined left out.
 * @throws TypeError for what JSON cannot hold (NaN, Infinity, bigint, functions, undefined inside a list)
 */
export const canonicalJson = (value: unknown): string => {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`);
      return JSON.stringify(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? `[${value.map(canonicalJson).join(',')}]` : canonicalObject(value as Record<string, unknown>);
    default:
      throw new TypeError(`JSON cannot hold a ${typeof value}`);
  }
};

const canonicalObject = (fields: Record<string, unknown>): string => {
  let text = '';
  for (const key of sorted(Object.keys(fields))) {
    const value = fields[key];
    if (value !== undefined) text += `${text ? ',' : ''}${quoted(key)}:${canonicalJson(value)}`;
  }
  return `{${text}}`;
};

const FEW = 32;

/** By UTF-16 code unit. Envelopes have a handful of keys, which are put in order by hand in half the time. */
const sorted = (keys: string[]): string[] => {
  if (keys.length > FEW) return keys.sort();
  for (let n = 1; n < keys.length; n++) {
    const key = keys[n]!;
    let at = n;
    for (; at > 0 && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
  return keys;
};

const PLAIN = /^[ !#-[\]-~]*$/;

/** Ids and codes have nothing to escape, and are most of what envelopes hold. */
const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));
