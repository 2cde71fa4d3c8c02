const ONES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const TEENS = [...['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen']];
const TENS: Readonly<Record<string, number>> = { twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, ninety: 90 };
const FRACTIONS: Readonly<Record<string, string>> = { '½': '0.5', '¼': '0.25', '¾': '0.75' };

const SMALL = new Map([
  ...ONES.map((word, index) => [word, index + 1] as const),
  ...TEENS.map((word, index) => [word, index + 10] as const),
]);
const COMPOUND = new RegExp(String.raw`\b(${Object.keys(TENS).join('|')})(?:[ -](${ONES.join('|')}))?\b`, 'g');
const WORD = new RegExp(String.raw`\b(${[...SMALL.keys()].join('|')})\b`, 'g');

/** Small letters, numbers as digits, one space between words: 'Take TWO and a half tabs' is 'take 2.5 tabs', '2 (two)' is '2'. */
export const normalized = (text: string): string =>
  text
    .toLowerCase()
    // 'b.i.d.' is 'bid'
    .replace(/(?<![a-z.])(?:[a-z]\.){2,4}(?![a-z])/g, (letters) => letters.replaceAll('.', ''))
    // '1 000 mg'
    .replace(/(?<![\d.,])([1-9]\d{0,2}) (\d{3})(?= ?(?:mcg|µg|ug|mg|g|ml|units?|iu)\b)/g, '$1$2')
    .replace(/(?<=[a-z])-(?=[a-z])/g, ' ')
    .replace(COMPOUND, (_, tens: string, ones: string | undefined) => ` ${(TENS[tens] ?? 0) + (SMALL.get(ones ?? '') ?? 0)} `)
    .replace(WORD, (word) => ` ${SMALL.get(word)} `)
    .replace(/[½¼¾]/g, (sign) => ` ${FRACTIONS[sign]} `)
    .replace(/\bhalf\b/g, ' 0.5 ')
    // a comma with three digits behind a number above 0 parts thousands, any other one decimals
    .replace(/(?<![\d.,])([1-9]\d{0,2}),(\d{3})(?![\d,.])/g, '$1$2')
    .replace(/(?<=\d),(?=\d)/g, '.')
    .replace(/(?<![\d\p{L}])\.(?=\d)/gu, '0.')
    .replace(/(?<![\d./])([1-3]) ?\/ ?([2-4])(?![\d./])/g, (whole, a: string, b: string) => (a < b ? ` ${Number(a) / Number(b)} ` : whole))
    .replace(/ {2,}/g, ' ')
    .replace(
      /\b(\d{1,3}) (?:and )?(?:an? )?(0\.5|0\.25|0\.75)(?! ?(?:mcg|µg|ug|mg|g|ml|units?|iu)\b)(?!\d)/g,
      (_, whole: string, part: string) => String(Number(whole) + Number(part)),
    )
    .replace(/\b(?:an?|the) (?=0\.\d)/g, '')
    .replace(/(?<=0\.\d{1,2}) (?:of )?an? (?=[a-z])/g, ' ')
    .replace(/(?<![\d.,])(\d{1,6}(?:\.\d{1,6})?) ?\( ?(\d{1,6}(?:\.\d{1,6})?) ?\)/g, (whole, a: string, b: string) =>
      Number(a) === Number(b) ? a : whole,
    )
    .replace(/\bfor an? (?=day|week|month)/g, 'for 1 ')
    .replace(/ {2,}/g, ' ')
    .trim();
