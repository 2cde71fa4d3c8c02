/** Orders texts by their characters' codes, as ids and dates are ordered; what is missing comes first. */
export const compare = (a: string | null, b: string | null): number => ((a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0);
