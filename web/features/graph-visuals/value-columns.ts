import { Comparator } from '#contracts/lab-values';
import { fieldReader, type PackedRows, partOf } from '#contracts/packed';
import { emptyNumbers, enter, part } from '#web/charts/columns.ts';
import { timeOf } from '#web/charts/local-time.ts';
import type { Columns } from '#web/charts/series.ts';

const tables = new WeakMap<PackedRows, ReturnType<typeof emptyNumbers>>();

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const isTrue = (value: unknown): boolean => value === true;
const isComparator = (value: unknown): boolean => Comparator.safeParse(value).success;
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const decimal = (value: unknown): number | null => (typeof value === 'string' ? Number(value) : null);
const standing = (value: unknown) => (value === 'low' || value === 'normal' || value === 'high' ? value : null);

/** All points of a table as numbers, read column by column: no point becomes an object for it. */
const numbersOf = (table: PackedRows): ReturnType<typeof emptyNumbers> => {
  const known = tables.get(table);
  if (known) return known;
  const time = fieldReader(table, 'date_applies', (value) => timeOf(text(value) ?? ''), NaN);
  const height = fieldReader(table, 'graph_value', number, null);
  const raw = fieldReader(table, 'value', decimal, null);
  const hasText = fieldReader(table, 'text', Boolean, false);
  const isOpen = fieldReader(table, 'comparator', isComparator, false);
  const against = fieldReader(table, 'standing', standing, null);
  const draft = fieldReader(table, 'draft', isTrue, false);
  const corrected = fieldReader(table, 'corrected', isTrue, false);
  const isRangeChanged = fieldReader(table, 'range_before', Boolean, false);
  const numbers = emptyNumbers(table.count);
  for (let place = 0; place < table.count; place += 1) {
    enter(numbers, place, {
      time: time(place),
      height: height(place),
      raw: raw(place),
      hasText: hasText(place),
      isOpen: isOpen(place),
      standing: against(place),
      draft: draft(place),
      corrected: corrected(place),
      isRangeChanged: isRangeChanged(place),
    });
  }
  tables.set(table, numbers);
  return numbers;
};

/** The points of a series as the chart draws them; undefined where it did not come as columns. */
export const packedColumns = (series: { axis: string }): Columns | undefined => {
  const own = partOf(series);
  if (!own) return undefined;
  const columns = part(numbersOf(own.table), own.from, own.to);
  if (series.axis !== 'raw') return columns;
  // a formula without a limit has heights as well, but they compare with nothing
  const size = own.to - own.from;
  return part({ ...columns, heights: new Float64Array(size).fill(NaN), raws: columns.reported }, 0, size);
};

const readers = new WeakMap<PackedRows, (place: number) => string>();

const itemReader = (table: PackedRows): ((place: number) => string) => {
  const known = readers.get(table);
  if (known) return known;
  const [result, examination] = ['lab_result_id', 'examination_id'].map((field) => fieldReader(table, field, text, null));
  const read = (place: number) => result!(place) ?? examination!(place) ?? '';
  readers.set(table, read);
  return read;
};

/** The result or examination of each point, oldest first; undefined where the series did not come as columns. */
export const packedItems = (series: object): string[] | undefined => {
  const own = partOf(series);
  if (!own) return undefined;
  const read = itemReader(own.table);
  return Array.from({ length: own.to - own.from }, (_, index) => read(own.from + index));
};

/** The entry of each point in its result or examination, oldest first; undefined where the series did not come as columns. */
export const packedEntries = (series: object): string[] | undefined => {
  const own = partOf(series);
  if (!own) return undefined;
  const read = fieldReader(own.table, 'entry_id', text, null);
  return Array.from({ length: own.to - own.from }, (_, index) => read(own.from + index) ?? '');
};
