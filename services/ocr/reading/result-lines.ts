import { holdsFigures, nameWithoutValues } from '#contracts/lab/requested-names';
import { readRange } from '#contracts/rules/printed-ranges';
import type { DecimalSign } from '#contracts/rules/printed-numbers';
import { isUsualResult } from '#contracts/rules/result-words';
import { flagOfMark, isMark, isSign } from './marks.ts';
import { isUnit, looksLikeUnit } from './units.ts';
import { readValue } from './values.ts';

/** Lines that speak about the result above or the person, never results of their own. */
const ASIDE =
  /^(?:method(?:e)?|m[ée]thode|technique|note|nb|comment|commentaires?|conclusion|interpretation|interpr[ée]tation|remarks?|remarques?|kommentar|hinweis|specimen|sample|performed|printed|page|seite|doctor|dr\.?|reported|collected|received)\b/i;

/** Labels of a report's head, whose numbers are no results. */
const HEAD =
  /^(?:patient|name|dob|d\.o\.b|date|birth|born|geb|age|alter|sex(?!\s*hormone)|gender|geschlecht|id|mrn|reg|accession|specimen|requisition|client|phone|tel|fax|ref\.? by|collected|received|reported|page|seite|entnahme|eingang|befund|address|zip|account|order|visit|room|lab|sample|report|printed|time|doctor|physician|npi|ssn|bmi|imc|tva|mwst|vat|fasting(?:\s*[:?])?(?=\s*$|\s*(?:yes|no|unknown|status|hours?)\b)|height|weight|nom|pr[ée]nom|n[ée](?:\(e\)|e)? le|sexe|dossier|pr[ée]l[èe]v\S*|[ée]dit[ée]|demande|prescripteur|adresse|telefon|t[ée]l(?:[ée]phone)?)(?![\p{L}])/iu;

/** Words of a range, where a limit follows at once: 'Optimal: < 100 mg/dL', 'Men 3.5 - 7.2 mg/dL'. */
const OF_RANGE =
  /^[([]?(?:ref\S*|normal(?:e|es|s)?(?:\s(?:range|values?))?|normbereich|norme?s?|valeurs?\sde\sr[ée]f\S*|intervalle\S*(?:\s\S+){0,2}|vr|optimal\S*|desirable|target|ziel\S*|cible|borderline|near\soptimal|very\shigh|high|low|hoch|niedrig|[ée]lev[ée]e?|deficien\S*|insufficien\S*|sufficien\S*|d[ée]ficit\S*|carence|insuffisan\S*|suffisan\S*|mangel|toxic\S*|risk|risque|risiko|(?:adult\S*|erwachsene|children|kinder|enfants|male|female|men|women|man|woman|m[äa]nner|frauen|hommes?|femmes?|pregnan\S*|schwanger\S*)(?:\s(?:<|>)?\s?\d+\S*\s(?:years?|jahre|ans))?)\s*[:=]?\s*(?=[<>≤≥=([\d])/iu;

/** What these lines have is a limit, an aim, an example or an earlier value, not a result of the day. */
const ABOUT =
  /(?<![\p{L}-])(?:(?:limit|limite|detection|nachweisgrenze|conversion|umrechnung|umrechnungsfaktor|targets?(?!\s*cells?)|goal|zielwert|zielbereich|objectif|cible|confidence|konfidenz\S*|confiance|threshold|grenzwert|seuil|previous|prior|vorwerte?|vorbefunde?|ant[ée]rieure?s?|ant[ée]riorit[ée]s?)(?![\p{L}-])|therapeutic range|therapeutischer bereich)|^soit\s/iu;

/** Verbs behind a figure: the line explains what a result would mean. */
const EXPLAINS =
  /(?<![\p{L}-])(?:indicates?|suggests?|means?|reflects?|defines?|corresponds?|considered?|recommended|bedeutet|spricht|entspricht|indique(?:nt)?|sugg[èe]re(?:nt)?|correspond(?:ent)?|signifie)(?![\p{L}-])/iu;

/** Words of sentences. One may stand in a name. */
const SENTENCE =
  /(?<![\p{L}-])(?:is|are|was|were|be|been|should|must|may|if|when|please|within|than|this|that|these|the|recommended|advised|est|sont|doit|peut|si|un|une|cette|ces|conseill[ée]e?|recommand[ée]e?|ist|sind|wird|werden|sollte|kann|wenn|falls|bitte|ein|eine|einer|dieser?|empfohlen)(?![\p{L}-])/gu;

/** Recognises lines, or what stands before a number, as no name: a remark, a label of the head, a sentence. */
export const isNoName = (text: string): boolean => ASIDE.test(text) || isProse(text);

export const isHeadLine = (text: string): boolean => HEAD.test(text) || ASIDE.test(text);

const isProse = (text: string): boolean => /^\s*[;,]/.test(text) || (text.match(SENTENCE) ?? []).length >= 2;

/** 12/03/2024, 2024-03-12, 12.03.2024, 12/2024; no number of a result. */
const DATE = /^\d{1,4}([./-])\d{1,2}(?:\1\d{2,4})?$/;
const FIGURE = /^[([]?(?:[<>≤≥]=?)?[-−+]?\d[\d.,]*(?:[A-Za-zµ%*↑↓▲▼!+<>()]{0,4}|\S*\/\S+)$/u;
const isFigure = (token: string): boolean => {
  const isDate = DATE.test(token) && (token.includes('/') || token.split(/[.-]/).length === 3);
  return FIGURE.test(token) && !isDate && !/\d{8}/.test(token);
};

/** Units that a sentence, a street or an appointment may have too: alone they say nothing. */
const WEAK_UNIT = /^(?:s|sec|seconds|min|mm|ml|T|G)$/i;
/** Results that have no unit and often no range. */
const WITHOUT_UNIT = /^(?:ph|inr|.*\bratio|.*\bindex|.*\bquotient|specific gravity)$/i;
/** Answers to questions about a person as well as results. */
const IS_NONE = /^(?:none|nil|keine)$/i;
/** Words that are a result even where neither unit nor range stands beside them. */
export const isWordOfResult = (text: string): boolean => /^(?:[1-4]\+|.{3,})$/.test(text) && isUsualResult(text);

/** Nothing of a table has so many words or signs in one line. */
export const MAX_WORDS = 60;
const MAX_LENGTH = 1000;

/** What a line that became no row says, as far as it can be parted. */
export type ResultLine = { name: string; value: string; flag?: string; unit: string };

/** What a figure's neighbours say of it: a unit or a flag behind it, or a range. Null where nothing does. */
const evidenceOf = (
  behind: readonly string[],
  sign: DecimalSign,
): { unit: string; isStrong: boolean; hasRange: boolean; flag?: string } | null => {
  const [marks, rest] = [behind.filter(isSign), behind.filter((token) => !isSign(token))];
  const letter = rest.findIndex((token, at) => at < 3 && (isMark(token) || /^(?:\+{1,2}|--)$/.test(token)));
  const flag = flagOfMark(marks[0] ?? rest[letter] ?? '');
  const words = rest.filter((_, at) => at !== letter);
  const unitOf = (count: number): string => words.slice(0, count).join(' ');
  const length = [3, 2, 1].find((count) => count <= words.length && looksLikeUnit(unitOf(count)));
  const unit = length === undefined ? '' : unitOf(length);
  const hasRange = [0, 1, 2, 3].some(
    (from) => from < words.length && !words.slice(0, from).some(isFigure) && readRange(words.slice(from).join(' '), sign).numeric,
  );
  const isStrong = hasRange || (unit !== '' && !(WEAK_UNIT.test(unit) && isUnit(unit)));
  return isStrong || flag !== undefined || unit !== '' ? { unit, isStrong, hasRange, ...(flag ? { flag } : {}) } : null;
};

const COMPARATOR = /^(?:[<>]=?|[≤≥])$/;
/** 'H' behind a whole number may be an hour or the letter of a house. */
const LETTER = /^[HLA]$/;

/** Whether nothing but a range, and its unit, stands here. */
const isRangeAlone = (text: string, sign: DecimalSign): boolean => {
  const range = readRange(text, sign);
  return (
    range.numeric && (range.unit === '' || looksLikeUnit(range.unit) || !/\d/.test(range.unit)) && /[-–—−~]|to|bis|\.\./.test(range.range)
  );
};

/**
 * Parts a line that looks like a result: a name, a figure or a word such as 'negative', and beside it a unit, a range or a flag; a figure
 * with unit and range is one without a name too. Null for dates, addresses, page numbers, remarks, sentences and words of ranges.
 * @param line its words, those that stand well apart parted by three spaces
 * @param isKnown whether the catalogue knows a name exactly: it needs nothing beside its figure
 */
export const resultIn = (line: string, sign: DecimalSign, isKnown: (name: string) => boolean): ResultLine | null => {
  const text = line.replace(/^[\s•·|_=]+/, '').trim();
  const tokens = text.split(/\s+/, MAX_WORDS + 1).filter(Boolean);
  if (text.length > MAX_LENGTH || tokens.length > MAX_WORDS || (!/\s{3}/.test(text) && isProse(text))) return null;
  if (
    isHeadLine(text) ||
    OF_RANGE.test(text) ||
    ABOUT.test(text.split(/\s{3}/, 1)[0] ?? '') ||
    readRange(text.replace(/\s+/g, ' '), sign).numeric
  )
    return null;
  for (const [at, token] of tokens.entries()) {
    if (!isFigure(token)) continue;
    const ahead = tokens[at - 1] ?? '';
    const [comparator] = COMPARATOR.exec(ahead) ?? [];
    const name = nameOf(tokens.slice(0, comparator === undefined ? at : at - 1));
    if (isProse(name)) return null;
    const behind = tokens.slice(at + 1);
    const isKnownName = /\p{L}/u.test(name) && isKnown(name);
    const isLimit = comparator !== undefined || /^[<>≤≥]/.test(token);
    if (isLimit && EXPLAINS.test(behind.join(' '))) return null;
    // a range, and no value before it
    if (isRangeAlone([token, ...behind].join(' '), sign))
      return isKnownName ? { name, value: '', unit: readRange([token, ...behind].join(' '), sign).unit } : withoutValue(tokens, sign);
    const before = isMark(ahead) && (isSign(ahead) || at > 1) ? flagOfMark(ahead) : undefined;
    const value = readValue(token, sign);
    const glued = looksLikeUnit(value?.rest ?? '') ? (value?.rest ?? '') : '';
    const evidence = evidenceOf([...(glued === '' ? [] : [glued]), ...behind], sign);
    const flag = value?.flag ?? before ?? evidence?.flag;
    const isNamed = /\p{L}/u.test(name);
    // of a name that nobody knows it is the limit of a range
    if (isLimit && isNamed && !isKnownName && evidence?.hasRange !== true) return null;
    const isMarked = flag !== undefined && (!LETTER.test(flag) || isSign(ahead) || hasSign(behind, token) || /[.,]\d/.test(token));
    const needsNothing = isNamed && (isKnownName || (WITHOUT_UNIT.test(name) && /[.,]\d/.test(token)));
    const isEvident = isNamed ? evidence?.isStrong === true || isMarked : evidence?.isStrong === true && evidence.unit !== '' && at === 0;
    if (!needsNothing && !isEvident) continue;
    // values before and behind it: nothing says which one is meant
    const bare = (holdsFigures(name) && nameWithoutValues(name)) || name;
    const isOneOfSeveral = bare !== name || followedByAnother(behind, sign);
    if (isOneOfSeveral) return { name: bare, value: '', unit: evidence?.unit ?? '' };
    return {
      name,
      value: `${comparator ?? ''}${value?.number ? value.value : token}`,
      ...(flag ? { flag } : {}),
      unit: evidence?.unit ?? '',
    };
  }
  return wordsIn(text, isKnown) ?? withoutValue(tokens, sign);
};

/** 'Potassium mmol/L 3.4 - 4.5': unit and range behind a name say that a value was not read. */
const withoutValue = (tokens: readonly string[], sign: DecimalSign): ResultLine | null => {
  const at = tokens.findIndex((token, n) => n > 0 && looksLikeUnit(token) && !WEAK_UNIT.test(token));
  const range = tokens.slice(at + 1).join(' ');
  const name = nameOf(tokens.slice(0, at));
  if (at < 1 || !/\p{L}/u.test(name) || isProse(name) || !readRange(range, sign).numeric) return null;
  return { name, value: '', unit: tokens[at] ?? '' };
};

/** Values of several days: nothing says which one is meant. */
const followedByAnother = (behind: readonly string[], sign: DecimalSign): boolean => {
  const next = behind.findIndex((token) => !isMark(token));
  return isFigure(behind[next] ?? '') && !readRange(behind.slice(next, next + 3).join(' '), sign).numeric;
};

/** An arrow or a bracketed mark beside a figure, or glued to it. */
const hasSign = (behind: readonly string[], token: string): boolean => behind.slice(0, 3).some(isSign) || /[^\p{L}\d.,]$/u.test(token);

const nameOf = (tokens: readonly string[]): string => {
  const words = [...tokens];
  while (words.length > 1 && isMark(words.at(-1) ?? '')) words.pop();
  while (words.length > 0 && isSign(words[0] ?? '')) words.shift();
  return words.join(' ').replace(/\s*[:=]+$/, '');
};

/** 'Nitrite: negative', 'Protein   2+': only behind a label, well apart, or after a name of the catalogue. */
const wordsIn = (text: string, isKnown: (name: string) => boolean): ResultLine | null => {
  for (const [, before = '', joint = '', words = ''] of text.matchAll(/^(.*?\p{L}.*?)(\s*:\s*|\s{3,})(.+)$/gu)) {
    const value = words.replace(/\s+/g, ' ');
    if (IS_NONE.test(value) && !isKnown(nameOf(before.split(/\s+/)))) continue;
    if (joint !== '' && isWordOfResult(value) && !isProse(before)) return { name: nameOf(before.split(/\s+/)), value, unit: '' };
  }
  const [, name = '', value = ''] = /^(.*\p{L}.*)\s(\S+(?:\s\S+)?)$/u.exec(text.replace(/\s+/g, ' ')) ?? [];
  return isWordOfResult(value) && isKnown(name) ? { name, value, unit: '' } : null;
};
