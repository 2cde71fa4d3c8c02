import { parseArgs } from 'node:util';

/** What `bin/bench.js` hands to each benchmark: `args` as typed after its name. */
export interface Run {
  json: boolean;
  args: readonly string[];
}

/**
 * Whole numbers given as `--name 3`; those left out have their default, or with `--quick` the number of `quick`, at which the benchmark only
 * shows that it works. @throws Error naming what is not known or no whole number
 */
export const numbersIn = <Name extends string>(
  args: readonly string[],
  defaults: Record<Name, number>,
  quick: Record<NoInfer<Name>, number>,
): Record<Name, number> => {
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' as const }]));
  const flags = { json: { type: 'boolean' as const }, quick: { type: 'boolean' as const } };
  const { values } = parseArgs({ args: [...args], options: { ...options, ...flags }, allowNegative: false });
  const presets = values.quick ? quick : defaults;
  const given = Object.entries<number>(presets).map(([name, preset]) => {
    const text = (values as Record<string, string | undefined>)[name];
    if (text !== undefined && !/^\d{1,9}$/.test(text)) throw new Error(`--${name} is a whole number`);
    return [name, text === undefined ? preset : Number(text)];
  });
  return Object.fromEntries(given) as Record<Name, number>;
};
