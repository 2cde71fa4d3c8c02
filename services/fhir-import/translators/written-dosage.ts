import { measureOf } from '#contracts/rules/unit-measures';
import { plain } from '../resources/fhir-text.ts';
import { normalized } from './written-numbers.ts';

/** An amount of one administration. */
export interface WrittenAmount {
  amount: number;
  /** 'mg', 'mL', 'IU'; 'tablet' for all that is counted. */
  unit: string;
}

/** An instruction in words, as far as it can be read. */
export interface Written {
  /** Amounts of one administration, phrase by phrase; both readings of an ambiguous phrase. */
  doses: WrittenAmount[][];
  /** Times a day, phrase by phrase. */
  rates: number[];
  /** Dose or rate is open or changes ('up to', '1-2 tablets', 'then'), or numbers and times are left that nobody read. */
  isOpen: boolean;
  isAsNeeded: boolean;
  /** Length of the course. `isCertain`: every word was understood. */
  lasts?: { count: number; unit: 'd' | 'wk' | 'mo'; isCertain: boolean };
}

/** Longer texts are not read: no instruction has so many characters. */
const LONGEST = 1000;

const NUMBER = String.raw`(?<![\d.,/])\d{1,6}(?:\.\d{1,6})?(?![\d/]|[.,]\d)`;
const RANGE = String.raw`(${NUMBER})(?:\s?(?:-|–|to|or|bis)\s?(${NUMBER}))?`;
const COUNTED = String.raw`(?:tablets?|tabs?|tbl|tabletten?|comprim[ée]s?|caps?|capsules?|kapseln?|caplets?|pills?|puffs?|sprays?|drops?|patch(?:es)?|sachets?|ampoules?|lozenges?|suppositor(?:y|ies))\b`;
const MEASURED = String.raw`(?:mcg|µg|μg|ug|micrograms?|mg|milligrams?|grams?|g|units?|iu|ml|millilit(?:er|re)s?)\b`;

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(mcg|µg|μg|ug|microgram)/, 'ug'],
  [/^(mg|milligram)/, 'mg'],
  [/^(ml|millilit)/, 'mL'],
  [/^g/, 'g'],
  [/^(unit|iu)/, 'IU'],
];
const unitNamed = (written: string): string => UNITS.find(([pattern]) => pattern.test(written))?.[1] ?? 'tablet';
const amountOf = (amount: number, unit: string): WrittenAmount => ({ amount: Number(amount.toPrecision(12)), unit: unitNamed(unit) });

type Found = (string | undefined)[];
type Dose = (found: Found) => WrittenAmount[] | undefined;

/** Patterns of amounts, the longest phrase first; each phrase is read once. Undefined for an open amount. */
const DOSES: readonly (readonly [RegExp, Dose])[] = [
  [
    new RegExp(String.raw`(${NUMBER}) ?${COUNTED} ?\( ?(${NUMBER}) ?(${MEASURED}) ?(total|in total|each|per ${COUNTED}|)[^)]{0,9}\)`, 'g'),
    ([, count, amount, unit = '', how = '']) => {
      const [total, all] = [Number(amount), Number(count) * Number(amount)];
      if (/total/.test(how)) return [amountOf(total, unit)];
      return how === '' && all !== total ? [amountOf(total, unit), amountOf(all, unit)] : [amountOf(all, unit)];
    },
  ],
  [
    new RegExp(String.raw`(${NUMBER}) ?${COUNTED} (?:of|x|à|@) ?(${NUMBER}) ?(${MEASURED})`, 'g'),
    ([, count, each, unit = '']) => [amountOf(Number(count) * Number(each), unit)],
  ],
  [
    new RegExp(String.raw`(${NUMBER})(?: ?[x×] ?| of the | of | \(?)(${NUMBER}) ?(${MEASURED})\)? ?${COUNTED}`, 'g'),
    ([, count, each, unit = '']) => [amountOf(Number(count) * Number(each), unit)],
  ],
  [
    new RegExp(String.raw`(${NUMBER}) ?[x×] ?(${NUMBER}) ?(${MEASURED})`, 'g'),
    ([, count, each, unit = '']) => [amountOf(Number(count) * Number(each), unit)],
  ],
  ...[MEASURED, COUNTED].map((units): readonly [RegExp, Dose] => [
    new RegExp(String.raw`${RANGE} ?(${units})(?: ${COUNTED})?`, 'g'),
    ([, low, high, unit = '']) => (high === undefined ? [amountOf(Number(low), unit)] : undefined),
  ]),
  // 'take one each day'
  [new RegExp(String.raw`\b(?:take|takes|give|use) (${NUMBER})(?= |$)`, 'g'), ([, count]) => [amountOf(Number(count), '')]],
];

const perDay = { day: 1, week: 1 / 7, month: 12 / 365.25, hour: 24 } as const;
const unitOfTime = (written: string): number => {
  if (/^h/.test(written)) return perDay.hour;
  if (/^w/.test(written)) return perDay.week;
  return /^mo/.test(written) ? perDay.month : perDay.day;
};
const TIME = String.raw`(days?|daily|d|weeks?|weekly|wk|months?|monthly|hours?|hourly|hrs?|h)\b`;
const OFTEN = String.raw`(?:(once|twice|thrice)|${RANGE} ?(?:x|×|times?))`;
const times = (word: string | undefined, low: string | undefined): number =>
  word === undefined ? Number(low) : word === 'once' ? 1 : word === 'twice' ? 2 : 3;

const DAY = String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?\b`;

const ON_DAYS = new RegExp(String.raw`\b(?:on |every |each )?${DAY}(?:(?:,? and |, ?| & | ?/ ?|\. ?| )${DAY})*`, 'g');

type Rate = (found: Found) => number | undefined;
/** Patterns of frequencies, the longest phrase first. Undefined for an open one. */
const RATES: readonly (readonly [RegExp, Rate])[] = [
  [
    new RegExp(String.raw`\b${OFTEN} ?every ?${RANGE} ?${TIME}`, 'g'),
    ([, word, a, b, low, high, unit = '']) => ((b ?? high) === undefined ? (times(word, a) * unitOfTime(unit)) / Number(low) : undefined),
  ],
  [
    new RegExp(String.raw`\b${OFTEN} ?(?:an?|per|each|every|in a|/)? ?${TIME}`, 'g'),
    ([, word, a, b, unit = '']) => (b === undefined ? times(word, a) * unitOfTime(unit) : undefined),
  ],
  [
    new RegExp(String.raw`\b(?:every|each|q) ?${RANGE} ?${TIME}`, 'g'),
    ([, low, high, unit = '']) => (high === undefined ? unitOfTime(unit) / Number(low) : undefined),
  ],
  [/\bevery (?:other|second|2nd) day\b|\balternate days\b|\bqod\b/g, () => 1 / 2],
  [/\b(?:bid|bd|b\.i\.d\.?)(?![a-z])/g, () => 2],
  [/\b(?:tid|tds|t\.i\.d\.?)(?![a-z])/g, () => 3],
  [/\b(?:qid|qds|q\.i\.d\.?)(?![a-z])/g, () => 4],
  [ON_DAYS, ([whole = '']) => new Set(whole.match(new RegExp(DAY, 'g'))?.map((day) => day.slice(0, 3))).size / 7],
  [/\bweekly\b|\b(?:every|each|a|per) week\b/g, () => 1 / 7],
  [/\bmonthly\b|\b(?:every|each|a|per) month\b/g, () => perDay.month],
];
const DAILY = /\b(?:daily|every day|each day|qd|a day|per day)\b/g;

/** Moments of a day: those of one group are one of them. */
const MOMENT = String.raw`(?:(?:in the|at|every|each|with|before|after) ){0,2}(?:mornings?|breakfast|qam|noon|midday|lunch(?:time)?|afternoons?|evenings?|dinner|supper|qpm|nights?|nightly|bed(?:time)?|qhs|hs)\b`;
const MOMENTS = new RegExp(String.raw`\b${MOMENT}(?:(?:,? and |, ?| & )${MOMENT})*`, 'g');
const GROUPS = [/morning|breakfast|qam/, /noon\b|midday|lunch/, /afternoon/, /evening|dinner|supper|qpm/, /night|bed|hs/];

/** Bounds of a dose. */
const BOUNDS =
  /\b(?:max(?:imum)?\b(?! of \d+ ?(?:d|w))|(?:no|not) more than|(?:do|does) not exceed|not (?:to )?exceed|at most)[^.;,()]{0,80}/g;
/** Sums of a day, and doses by weight or size of the body. */
const OF_ANOTHER = new RegExp(
  String.raw`${NUMBER} ?${MEASURED} ?(?:/|per|a) ?(?:kg|m2|m²|day|d|dose|actuation|hour|hr|h|min)\b|\bdivided\b`,
  'g',
);
const CONCENTRATION = new RegExp(String.raw`${NUMBER} ?${MEASURED} ?(?:/|per|in) ?(?:\d{1,4}(?:\.\d{1,3})? ?)?ml\b`, 'g');
const CHANGES =
  /\b(?:then|thereafter|followed by|afterwards|increas\w*|decreas\w*|reduc\w*|taper\w*|titrat\w*|alternat\w*|dann|danach|puis|ensuite|loading|initial\w*|adjust\w*|per sliding|scale|or)\b/;
const AS_NEEDED =
  /\b(?:as needed|prn|p\.r\.n\.?|when required|as required|if needed|if required|bei bedarf|si besoin)(?![a-z])(?: for [a-z ]{1,60}?(?=$|[.,;(|]|for \d))?/g;
/** Times and amounts that no phrase has read. */
const UNREAD = new RegExp(
  String.raw`\d|(?<!\p{L})(?:` +
    String.raw`(?:day|dail|week|month|year|hour|annual|quarter|night|morning|noon|evening|bed|breakfast|lunch|dinner|once|twice|thrice|times|every|each|other|third|except|through|half|double|fortnight|dialys|awake|single)\p{L}*|` +
    String.raw`\p{L}*(?:tags?|mal|tgl|w(?:ö|oe)chentlich|täglich|taeglich|stündlich|jährlich|essen)|(?:woche|monat|stund|mahlzeit|früh|mittag|abend|morgen|nacht|mittwoch)\p{L}*|` +
    String.raw`(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|jour|semaine|mois|heure|hebdo|quotid|mensuel|annuel|trimestr|toute|chaque|matin|midi|soir|nuit|repas|dîner|déjeuner|fois|cada|diari|seman|giorn|settiman)\p{L}*|` +
    String.raw`bi|tri|semi|mane|nocte|bds|od|om|tiw|biw|qw|qwk|wk|eod|qmonth|mwf|am|pm|stat|now|ac|pc|meals?|zwei|drei|vier|deux|trois|quatre)(?!\p{L})`,
  'u',
);
/** Words of other languages: an instruction of theirs is certain only if all of it was understood. */
const FOREIGN =
  /[äöüßéèêàçñ]|(?<!\p{L})(?:der|die|das|und|nur|zum|zur|bei|ein|eine|einen|nach|vor|mit|le|la|les|et|par|une?|prendre|avec|pendant|el|los|con|tomar|il|di|ogni)(?!\p{L})/u;
/** Without dots these are days from one to another: 'Mon-Fri'. */
const DAY_RANGE = new RegExp(String.raw`${DAY} ?(?:-|–|to|through|thru|bis) ?${DAY}|\bm ?[-/] ?w ?[-/] ?f\b`);

const LENGTH = String.raw`(d|days?|tage?n?|jours?|d[ií]as|w|wks?|weeks?|wochen?|semaines?|semanas|mo|months?|monate?n?|mois|meses)\b`;
const LASTS = new RegExp(
  String.raw`(?:\b(?:for|für|pendant|durante)|(?<!\d ?)(?:\bx|×)) ?(?:up to |a total of |a maximum of |max(?:imum)? (?:of )?|another )?${RANGE} ?(?:consecutive |full |more )?${LENGTH}|\b(${NUMBER})[ -]?day course\b`,
  'g',
);
/** Part of every so many days, or of another length. */
const WORN = /\b(?:patch\w*|inject\w*|implant\w*|ring|depot|pflaster|spritz\w*)\b/;
const PER_CYCLE = /^ ?(?:(?:a|per|each|every|of|out of|in|on|\/|then|off) |supply|off)/;
/** Words that make a length in their clause that of something else: a pause, a symptom, the wear of a patch. */
const ANOTHER_LENGTH =
  /\b(?:hold|held|skip\w*|paus\w*|off|break|rest|arr[êe]t|stop\w*|withhold|before|prior|surgery|if|unless|when|cycles?|out of|at a time|leave|left (?:on|in)|wear\w*|worn|in place|remove|avoid|check|monitor|supply|valid|dispens\w*|kept|keep|store\w*|contracepti\w*|protect\w*|pain|fever|rash|symptom\w*|present|reports?|reicht|bedarf)\b/;

/** Words without a meaning for dose, frequency or length. */
const UNDERSTOOD = new Set(
  (
    'it this your medicine medication take takes taken taking use apply inject inhale instil instill insert place put give given administer chew swallow dissolve spray spread ' +
    'by mouth orally oral po per os sl iv im sc subcutaneously intravenously intramuscularly topically rectally vaginally nasally under skin tongue ' +
    'into in to on the a an of and with without at each both all affected area areas left right eye eyes ear ears nostril nostrils side thin layer ' +
    'meal meals food eating breakfast lunch dinner supper empty stomach full glass water milk before after total dose doses course ' +
    'until finished gone complete completed as directed einmal zweimal dreimal täglich einnehmen nehmen tablet tablets capsule capsules fois par jour'
  ).split(' '),
);

const OF_MEALS = /\b(?:before|after|with) (?:a |each |every |your )?meals?\b/;
const MEALS =
  /\b(?:before|after|with|without) (?:a |each |every |your )?(?:meals?|food|eating)\b|\b(?:in|into|to) (?:each|both|the) (?:affected )?(?:eyes?|ears?|nostrils?|sides?|areas?)\b/g;

/** Removes the matches of a pattern from a text. */
const take = (text: string, pattern: RegExp, on?: (found: Found) => void): string => {
  if (on) for (const found of text.matchAll(pattern)) on([...found]);
  return text.replace(pattern, ' | ');
};

const LENGTHS = { d: 1, wk: 7, mo: 30 } as const;
const lengthUnit = (word: string): keyof typeof LENGTHS => (/^[ws]/.test(word) ? 'wk' : word.startsWith('m') ? 'mo' : 'd');
const CLAUSES = /[.;](?!\d)|,|\bthen\b(?! stop)/;

type Length = { count: number; unit: keyof typeof LENGTHS };

/** The lengths that are the course's own, as far as their clauses tell. */
const lengthsOf = (text: string): Length[] =>
  text.split(CLAUSES).flatMap((clause) => {
    const bare = clause.replace(MEALS, ' ').replace(/\bthen stop\b/, ' ');
    if (ANOTHER_LENGTH.test(bare)) return [];
    return [...bare.matchAll(LASTS)].flatMap(({ 0: whole, 1: low, 2: high, 3: word = 'd', 4: days, index }) =>
      PER_CYCLE.test(bare.slice(index + whole.length)) ? [] : [{ count: Number(days ?? high ?? low), unit: lengthUnit(word) }],
    );
  });

/** Reads an instruction in words: what is given at a time, how often and how long, as far as it leaves no doubt. */
export const readWritten = (said: string): Written => {
  if (said.length > LONGEST) return { doses: [], rates: [], isOpen: true, isAsNeeded: /as needed|prn/i.test(said) };
  const text = normalized(plain(said) ?? '');
  const [doses, rates]: [WrittenAmount[][], number[]] = [[], []];
  const isAsNeeded = text.search(AS_NEEDED) >= 0;
  let isOpen =
    CHANGES.test(text.replace(AS_NEEDED, ' ').replace(/\bthen stop\b/g, ' ')) ||
    /\b(?:up to|bis zu|jusqu)(?! \d+ ?(?:d|w))/.test(text) ||
    /\d\.000\b/.test(text);
  if (DAY_RANGE.test(said.toLowerCase()) || /[1-9]\d{0,2},(?!000)\d{3}(?!\d)/.test(said)) isOpen = true;
  let rest = take(take(text, LASTS), BOUNDS);
  rest = take(rest, OF_ANOTHER, () => (isOpen = true));
  rest = take(take(rest, CONCENTRATION), MEALS);
  for (const [pattern, read] of DOSES) {
    rest = take(rest, pattern, (found) => {
      const dose = read(found);
      if (dose) doses.push(dose);
      else isOpen = true;
    });
  }
  let named = 0;
  for (const [pattern, read] of RATES) {
    rest = take(rest, pattern, (found) => {
      const rate = read(found);
      if (rate === undefined) isOpen = true;
      else rates.push(rate);
      if (pattern === ON_DAYS) named += 1;
    });
  }
  // 'twice a day on Monday', '5 mg Mondays, 10 mg Fridays'
  if (named > 1 || (named === 1 && rates.some((rate) => rate >= 1))) isOpen = true;
  // of how many meals nobody can tell
  const isOfMeals = OF_MEALS.test(text) && rates.length === 0;
  const moments: number[] = [];
  rest = take(rest, MOMENTS, ([whole = '']) => moments.push(GROUPS.filter((group) => group.test(whole)).length));
  const isDaily = rest.search(DAILY) >= 0;
  rest = take(take(rest, DAILY), AS_NEEDED).replace(/\bthen stop\b/g, ' ');
  // beside 'twice a day' moments say when; alone they say how often
  const [count, ...others] = moments;
  if (others.length > 0 || (count !== undefined && count > 1 && rates.some((rate) => !isSame(rate, count)))) isOpen = true;
  if (rates.length === 0 && (count !== undefined || isDaily)) rates.push(count ?? 1);
  else if (isDaily && rates.length > 0) isOpen = true;
  const isRead = rest.split(/[^\p{L}\d²]+/u).every((word) => word === '' || UNDERSTOOD.has(word));
  if (UNREAD.test(rest) || (!isRead && FOREIGN.test(text))) isOpen = true;
  // a length that is not longer than what it is given every time is that of one administration, or of a cycle
  const everyDays = Math.max(0, ...rates.map((rate) => 1 / rate));
  const all = lengthsOf(text);
  const lengths = all.filter(({ count, unit }) => everyDays <= 1 || count * LENGTHS[unit] > everyDays * 1.01);
  if (lengths.length < all.length) isOpen = true;
  const read = { doses, rates, isOpen: isOpen || isOfMeals, isAsNeeded };
  const [only] = lengths;
  // of what is worn or injected it may be the time until the next one
  if (only === undefined || (rates.length === 0 && WORN.test(text))) return read;
  const isOneOf = lengths.length === 1 && [...text.matchAll(LASTS)].length === 1 && doses.length < 2 && rates.length < 2;
  if (isOneOf) return { ...read, lasts: { ...only, isCertain: isRead && !isOpen } };
  const days = lengths.reduce((sum, length) => sum + length.count * LENGTHS[length.unit], 0);
  return { ...read, lasts: { count: days, unit: 'd', isCertain: false } };
};

/** Agreement of words and numbers: 'silent' if the words say nothing of it, 'unclear' if it cannot be decided. */
export type Agreement = 'agrees' | 'differs' | 'silent' | 'unclear';

const sized = ({ amount, unit }: WrittenAmount): { dimension: string; size: number } => {
  const measure = measureOf(unit);
  return measure ? { dimension: measure.dimension, size: amount * measure.factor } : { dimension: unit, size: amount };
};
const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * 1e-6;

/**
 * @param dose the amount of one administration as a number
 * @param strength what one tablet holds, if that is known
 */
export const dosesAgree = ({ doses, isOpen }: Written, dose: WrittenAmount, strength: WrittenAmount | undefined): Agreement => {
  const own = sized(dose);
  const each = strength && sized(strength);
  const [only, ...others] = doses.map((phrase) =>
    phrase
      .map(sized)
      .map(({ dimension, size }) =>
        dimension === 'tablet' && own.dimension !== 'tablet' && each?.dimension === own.dimension
          ? { dimension: own.dimension, size: size * each.size }
          : { dimension, size },
      ),
  );
  if (isOpen) return 'unclear';
  if (only === undefined) return 'silent';
  const all = [only, ...others].flat();
  const alike = all.filter(({ dimension }) => dimension === own.dimension);
  // one tablet of an unknown strength may be any dose
  if (alike.length === 0)
    return others.length === 0 && only.every(({ dimension, size }) => dimension === 'tablet' && size === 1) ? 'silent' : 'unclear';
  if (!alike.some(({ size }) => isSame(size, own.size))) return alike.length === all.length ? 'differs' : 'unclear';
  return others.length === 0 && only.length === 1 ? 'agrees' : 'unclear';
};

/** @param rate times a day as a number */
export const ratesAgree = ({ rates, isOpen, isAsNeeded }: Written, rate: number, as_needed: boolean): Agreement => {
  if (isOpen || (isAsNeeded && !as_needed)) return 'unclear';
  if (rates.length === 0) return 'silent';
  if (rates.every((one) => isSame(one, rate))) return 'agrees';
  // a month and four weeks, every 28 and every 30 days
  return rates.some((one) => Math.abs(one / rate - 1) < 0.12) ? 'unclear' : 'differs';
};
