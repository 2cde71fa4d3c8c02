import { parse } from 'lossless-json';

/** Stands for a text that is not JSON. */
export const NO_JSON = Symbol('no JSON');

/**
 * Parses a text; NO_JSON where that is impossible: the words of the parser may quote what is around an error. Numbers keep their digits ('7.0' stays
 * '7.0'): they are parsed to their text.
 */
export const json = (text: string): unknown => {
  try {
    return parse(text.replace(/^\ufeff/, ''), undefined, (number) => number);
  } catch {
    return NO_JSON;
  }
};

/** Index of the character after the first object or list of a text; undefined where it does not end. */
const endOfFirst = (text: string): number | undefined => {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\\' && isInString) at++;
    else if (character === '"') isInString = !isInString;
    else if (!isInString && '{['.includes(character)) depth++;
    else if (!isInString && '}]'.includes(character) && --depth <= 0) return at + 1;
  }
  return undefined;
};

/** True where a text that is not JSON begins with a document, and another one follows. */
export const hasSeveralDocuments = (text: string): boolean => {
  const end = endOfFirst(text);
  return end !== undefined && /^[{[]/.test(text.slice(end).trimStart()) && json(text.slice(0, end)) !== NO_JSON;
};
