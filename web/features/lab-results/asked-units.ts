/** Units that a person asked for, as they stand in the address: '<parameter_id>:<unit>,...'. */
const pairsOf = (asked: string): [string, string][] =>
  asked
    .split(',')
    .map((pair) => pair.split(/:(.*)/s, 2) as [string, string])
    .filter(([id, unit]) => id !== '' && unit !== undefined && unit !== '');

/** The same with one parameter asked for in a unit, or no longer. */
export const withUnit = (asked: string, parameterId: string, unit: string | undefined): string =>
  [...pairsOf(asked).filter(([id]) => id !== parameterId), ...(unit === undefined ? [] : [[parameterId, unit]])]
    .map(([id, one]) => `${id}:${one}`)
    .join(',');
