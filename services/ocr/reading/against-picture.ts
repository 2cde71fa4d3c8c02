import type { HeaderField } from '#contracts/observations/recognition';
import type { Region } from '#contracts/observations/lab-values';
import type { DecimalSign } from '#contracts/rules/printed-numbers';
import { datesIn } from './dates.ts';
import type { Header } from './header.ts';
import type { ReadRow } from './interpret.ts';
import type { Prepared } from './prepare.ts';
import type { Recogniser } from './recogniser.ts';
import { type Again, type Cell, isOneLine, seeAgain, withOther } from './second-reading.ts';
import { readValue } from './values.ts';
import { around } from './word.ts';

type Checked = { rows: ReadRow[]; unlike: ReadonlySet<HeaderField> };

/** Below this, what recognition says of a place is no evidence against the text. */
const SURE = 0.5;

/** The digits of each number: a point is easily lost on a picture, and a comma taken for one. */
const digitsIn = (text: string): string[] => (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) => number.replaceAll(/[.,]/g, ''));

/** The row with its value doubted where the picture shows another number, or a comparator that the text lacks. */
const valueChecked = (row: ReadRow, again: Again, sign: DecimalSign): ReadRow => {
  const [seen, digits] = [readValue(again.text, sign), digitsIn(again.text)];
  if (!seen?.number) return row;
  const isOther = seen.comparator !== undefined && seen.comparator[0] !== row.comparator?.[0];
  // the text is the better one where nothing but the picture speaks against it
  return isOther || (digits.length === 1 && digits[0] !== digitsIn(row.value)[0]) ? withOther(row, seen, -0.5) : row;
};

/** The numbers alone are compared: dashes and words between them are hard to recognise. */
const rangeChecked = (row: ReadRow, again: Again): ReadRow => {
  const [own, seen] = [digitsIn(row.range.range), digitsIn(again.text)];
  const isLike = own.length !== seen.length || own.every((number, i) => number === seen[i]);
  return isLike ? row : { ...row, range: { ...row.range, disputed: true } };
};

const DATES = ['date_of_birth', 'date_collected'] as const satisfies HeaderField[];

/**
 * Holds the figures of a document's own text against its picture. A font with a wrong table of characters draws 6.9 and says 4.9: people
 * see the one, programs the other. Values, limits and dates of the head that differ are doubted; which value is taken tell range and flag.
 * @param picture the page, straight, as people see it
 */
export const againstPicture = async (
  rows: readonly ReadRow[],
  header: Header,
  sign: DecimalSign,
  picture: Prepared,
  recogniser: Recogniser,
): Promise<Checked> => {
  const cells = rows.flatMap((row, i): Cell[] =>
    (['value', 'range'] as const).flatMap((field) => {
      const region = around(row.words[field]);
      const isNumber = field === 'value' ? row.number !== null : row.range.numeric;
      return region && isNumber && isOneLine(row.words[field]) ? [{ row: i, field, region }] : [];
    }),
  );
  const dates = DATES.flatMap((field) => (header[field] ? [{ field, ...header[field] }] : []));
  const places: { region: Region }[] = [...cells, ...dates];
  const seen = await seeAgain(places, picture, recogniser);
  const checked = [...rows];
  cells.forEach(({ row, field }, i) => {
    const [again, current] = [seen[i], checked[row]];
    if (!again || !current || again.confidence < SURE) return;
    checked[row] = field === 'value' ? valueChecked(current, again, sign) : rangeChecked(current, again);
  });
  const unlike = dates.flatMap(({ field, value }, i) => {
    const again = seen[cells.length + i];
    // day and month may stand either way round: the day is the same if one of both is
    const days = (['mdy', 'dmy'] as const).flatMap((order) => datesIn(again?.text ?? '', order).map(({ day }) => day));
    return days.length > 0 && !days.includes(value) ? [field] : [];
  });
  return { rows: checked, unlike: new Set(unlike) };
};
