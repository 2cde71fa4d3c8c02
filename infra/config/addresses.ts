/** Parts of the addresses of servers, as expressions. User and password: other characters are written with percent signs. */
export const WORD = String.raw`(?:[^:@/?#%]|%[0-9A-Fa-f]{2})+`;
export const HOST = String.raw`(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])`;

/** Checks ports, as they are written. @returns the error */
export const wrongPorts = (ports: readonly string[]): string | undefined =>
  ports.some((port) => Number(port) < 1 || Number(port) > 65_535) ? 'a port is a number from 1 to 65535' : undefined;

/** Options that an address may have: their possible values, or an expression for them. */
export type KnownOptions = Readonly<Record<string, readonly string[] | RegExp>>;

const usual = (name: string): string => name;

/**
 * The options of an address, `name=value` with & between them, under their known names. Values are decoded.
 * @param normalize makes names equal that a client considers equal
 * @returns the error instead, without any part of the address except known names
 */
export const readOptions = (text: string, known: KnownOptions, normalize = usual): Record<string, string> | string => {
  const given = text === '' ? [] : text.split('&').map((option) => option.split('='));
  if (given.some((option) => option.length !== 2 || option.includes(''))) return 'its options are name=value, with & between them';
  if (text.includes('+')) return 'in its options + is written %2B: some clients read it as a space';
  const names = new Map(Object.keys(known).map((name) => [normalize(name), name]));
  const options: Record<string, string> = {};
  for (const [name = '', encoded = ''] of given) {
    const knownName = names.get(normalize(name));
    if (knownName === undefined || Object.hasOwn(options, knownName))
      return `its options may be ${Object.keys(known).join(', ')}, each once`;
    const value = decoded(encoded);
    const values = known[knownName]!;
    if (values instanceof RegExp ? value === undefined || !values.test(value) : !values.includes(value!))
      return values instanceof RegExp
        ? `its option ${knownName} has a value that cannot be used`
        : `its option ${knownName} is ${values.join(' or ')}`;
    options[knownName] = value!;
  }
  return options;
};

/** A percent-encoded text; undefined if it is not valid. */
export const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};
