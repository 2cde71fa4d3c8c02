/** Results in words that a person would not doubt. */
const USUAL =
  /^(?:(?:weakly |strongly |schwach |stark )?(?:negative?|positiv(?:e)?|reactive|non-?reactive|reaktiv|nicht reaktiv)|trace|spur(?:en)?|absent|present|none(?: seen)?|nil|clear|klar|cloudy|trüb|turbid|hazy|(?:pale |light |dark |straw )?yellow|straw|amber|colou?rless|gelb|hellgelb|farblos|normal|abnormal|few|rare|occasional|moderate|many|not detected|detected|undetected|nicht nachweisbar|nachweisbar|keine|unauffällig|small|large|[1-4]\+|\+{1,4}|ab|a|b|o|ab0)$/i;

/** Tells whether a result in words is a usual one ('Negative', 'Pale Yellow', 'Trace', '2+'). */
export const isUsualResult = (text: string): boolean => USUAL.test(text.trim());

const STRIP_WORD =
  /^(?:\(?\+{1,4}\)?|[1-4]\+{0,4}|\(?[1-4]\+{1,4}\)?|\+\/-|±|neg\.?|negativ(?:e|es)?|n[ée]gati(?:f|ve)s?|pos\.?|positiv(?:e|es)?|positi(?:f|ve)s?|traces?|spur(?:en)?)$/i;

/** Recognises results of a strip, which say no quantity: '++', '3+', '(+) Spur', 'neg', 'négatif', 'trace'. */
export const isOfStrip = (text: string): boolean => {
  const words = text.trim().split(/\s+/);
  return words.every((word) => STRIP_WORD.test(word)) && !words.every((word) => /^[1-4]$/.test(word));
};

const FIELD = String.raw`(?:[hl]\.?\s?p\.?\s?f\.?|(?:high|low)[ -]power field|field|gesichtsfeld|gf)`;

const UNIT_OF_WORDS = new RegExp(String.raw`^(?:/|per\s|pro\s)?\s*${FIELD}$|^\{?(?:tit(?:er|re)|dilution)\}?$`, 'i');

/** Tells whether a unit belongs to results that have digits and are no numbers: '/HPF', 'titre'. UCUM writes '/[HPF]' and '{titer}'. */
export const isUnitOfWords = (unit: string): boolean => UNIT_OF_WORDS.test(unit.trim().replace(/[[\]]/g, ''));

const TITRE = /^(?:[<>]=?|[≤≥])?\s*1\s*:\s*[1-9]\d{0,6}$/;
const BLOOD_GROUP = /^(?:ab|[abo])\s?[+-]?$/i;
const PLUS_SIGNS = /^[1-4]\s?\+{1,4}$/;
const COUNT = String.raw`^[<>]?\s*\d{1,3}\s*[-–]\s*\d{1,3}`;
const BARE_COUNT = new RegExp(`${COUNT}$`);
const COUNT_IN_FIELD = new RegExp(String.raw`${COUNT}\s*(?:/|per\s|pro\s)\s*${FIELD}$`, 'i');

/**
 * Recognises results that look like a slip of the finger and are none: the titre '1:80', the plus signs '2+' of a strip, '3-5 /HPF' of a microscope, the
 * blood group 'O'. The parameter decides whether it takes such a one. '3-5' alone is a count only where its unit says so: elsewhere it is more
 * likely a slip for 3.5.
 */
export const isGraded = (text: string, unit = ''): boolean => {
  const typed = text.trim();
  return (
    [TITRE, PLUS_SIGNS, BLOOD_GROUP].some((form) => form.test(typed)) ||
    isCountInField(typed) ||
    (BARE_COUNT.test(typed) && isUnitOfWords(unit))
  );
};

/** Recognises counts in the field of a microscope with their unit: '3-5 /HPF'. */
export const isCountInField = (text: string): boolean => COUNT_IN_FIELD.test(text.trim());

/** Letters that stand in for digits, by a slip of the finger or of the eye, with the signs of a number: 'lO', 'O.5', '..'. */
const LIKE_DIGITS = /^[\dlIOoSsBZz|.,+\-\s]*$/;

/** Recognises texts of digits, signs of a number and letters that look like digits: '1O0', 'lO', '..'. */
export const isLikeDigits = (text: string): boolean => LIKE_DIGITS.test(text);

/** Signs that are results: '+++', '(+)', '+/-'. */
const SIGNS = /^(?:\(?\+{1,4}\)?|\+\/-|±)$/;

/** Recognises words: no digit, no comparator, and two letters that do not all look like digits; or signs that are results. */
export const isPlainWords = (text: string): boolean =>
  SIGNS.test(text.trim()) || (!/[\p{N}<>=≤≥]/u.test(text) && /\p{L}.*\p{L}/su.test(text) && !isLikeDigits(text));
