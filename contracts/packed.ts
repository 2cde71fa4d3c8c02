/** Any value that travels as JSON. */
type Value = null | boolean | number | string | readonly Value[] | { readonly [field: string]: Value | undefined };

/** One field of many rows: the same in all; or what it can be and which of that each row has (-1: the field is missing); or one by one. */
export type Column = { all: Value } | { of: Value[]; at: number[] } | { each: Value[] };

/** Rows as columns: a tenth of the bytes where rows are many and alike. */
export interface PackedRows {
  count: number;
  fields: { [field: string]: Column };
}

/** Series with their points as one table, in the order of the series; `last` is its place among the series' own points. */
export interface PackedSeries<S> {
  series: (Omit<S, 'points' | 'last'> & { count: number; last: number | null })[];
  points: PackedRows;
}

interface Filling {
  of: Value[];
  at: number[];
  known: Map<unknown, number>;
}

/** What two values must have in common to be one: texts, numbers and the like themselves, lists and objects what they say. */
const identity = (value: Value): unknown => (typeof value === 'object' && value !== null ? `\0${JSON.stringify(value)}` : value);

const columnOf = ({ of, at }: Filling, count: number): Column => {
  while (at.length < count) at.push(-1);
  const isWhole = !at.includes(-1);
  if (isWhole && of.length === 1) return { all: of[0]! };
  return isWhole && of.length * 2 > count ? { each: at.map((index) => of[index]!) } : { of, at };
};

/** Flat rows as columns. A field that is undefined is one that is missing. */
export const packRows = (rows: readonly object[]): PackedRows => {
  const filling = new Map<string, Filling>();
  rows.forEach((row, place) => {
    for (const field of Object.keys(row)) {
      const value = (row as Record<string, Value | undefined>)[field];
      if (value === undefined) continue;
      let column = filling.get(field);
      if (!column) filling.set(field, (column = { of: [], at: [], known: new Map() }));
      while (column.at.length < place) column.at.push(-1);
      const key = identity(value);
      let index = column.known.get(key);
      if (index === undefined) {
        index = column.of.push(value) - 1;
        column.known.set(key, index);
      }
      column.at.push(index);
    }
  });
  return { count: rows.length, fields: Object.fromEntries([...filling].map(([field, column]) => [field, columnOf(column, rows.length)])) };
};

/** The rows that were packed; fields stand in the order of the columns, those that some rows lack at the end. */
export const unpackRows = <R extends object>({ count, fields }: PackedRows): R[] => {
  const columns = Object.entries(fields);
  // each row is made with its full set of fields at once: growing field by field costs more than all the rest
  const whole: Record<string, Value> = {};
  for (const [field, column] of columns) if ('all' in column) whole[field] = column.all;
  const [eaches, choices, gapped]: [[string, Value[]][], [string, Value[], number[]][], [string, Value[], number[]][]] = [[], [], []];
  for (const [field, column] of columns) {
    if ('all' in column) continue;
    if ('each' in column) eaches.push([field, column.each]);
    else (column.at.includes(-1) ? gapped : choices).push([field, column.of, column.at]);
    if ('each' in column || !column.at.includes(-1)) whole[field] = null;
  }
  const rows: Record<string, Value>[] = [];
  for (let place = 0; place < count; place++) {
    const row = { ...whole };
    for (const [field, each] of eaches) row[field] = each[place]!;
    for (const [field, of, at] of choices) row[field] = of[at[place]!]!;
    for (const [field, of, at] of gapped) if (at[place]! >= 0) row[field] = of[at[place]!]!;
    rows.push(row);
  }
  return rows as R[];
};

interface Series {
  points: readonly object[];
  last: object | null;
}

export const packSeries = <S extends Series>(all: readonly S[]): PackedSeries<S> => ({
  series: all.map(({ points, last, ...series }) => ({
    ...series,
    count: points.length,
    last: last === null ? null : points.indexOf(last),
  })),
  points: packRows(all.flatMap(({ points }) => points)),
});

export const unpackSeries = <S extends Series>({ series, points }: PackedSeries<S>): S[] => {
  const rows = unpackRows(points);
  let from = 0;
  return series.map(({ count, last, ...one }) => {
    const own = rows.slice(from, (from += count));
    return { ...one, points: own, last: last === null ? null : own[last] } as unknown as S;
  });
};
