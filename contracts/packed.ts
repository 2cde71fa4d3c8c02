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

type Row = Record<string, Value>;
const makers = new WeakMap<PackedRows, (place: number) => Row>();

/** Makes single rows of a table. What has to be known of its columns is found out once. */
const makerOf = (packed: PackedRows): ((place: number) => Row) => {
  const known = makers.get(packed);
  if (known) return known;
  const columns = Object.entries(packed.fields);
  // each row is made with its full set of fields at once: growing field by field costs more than all the rest
  const whole: Row = {};
  for (const [field, column] of columns) if ('all' in column) whole[field] = column.all;
  const [eaches, choices, gapped]: [[string, Value[]][], [string, Value[], number[]][], [string, Value[], number[]][]] = [[], [], []];
  for (const [field, column] of columns) {
    if ('all' in column) continue;
    const hasGaps = 'at' in column && column.at.includes(-1);
    if ('each' in column) eaches.push([field, column.each]);
    else (hasGaps ? gapped : choices).push([field, column.of, column.at]);
    if (!hasGaps) whole[field] = null;
  }
  const make = (place: number): Row => {
    const row = { ...whole };
    for (const [field, each] of eaches) row[field] = each[place]!;
    for (const [field, of, at] of choices) row[field] = of[at[place]!]!;
    for (const [field, of, at] of gapped) if (at[place]! >= 0) row[field] = of[at[place]!]!;
    return row;
  };
  makers.set(packed, make);
  return make;
};

/** The rows that were packed; fields stand in the order of the columns, those that some rows lack at the end. */
export const unpackRows = <R extends object>(packed: PackedRows, from = 0, to = packed.count): R[] => {
  const make = makerOf(packed);
  const rows: Row[] = [];
  for (let place = from; place < to; place++) rows.push(make(place));
  return rows as object[] as R[];
};

/** Reads a field of any row of a table, each value that occurs converted once where the table lists them; `missing` where a row lacks it. */
export const fieldReader = <T>({ fields }: PackedRows, field: string, convert: (value: Value) => T, missing: T): ((place: number) => T) => {
  const column = fields[field];
  if (column === undefined) return () => missing;
  if ('all' in column) {
    const all = convert(column.all);
    return () => all;
  }
  if ('each' in column) return (place) => convert(column.each[place]!);
  const of = column.of.map(convert);
  return (place) => (column.at[place]! < 0 ? missing : of[column.at[place]!]!);
};

/** The same table with other values in one of its fields. */
export const withField = (packed: PackedRows, field: string, convert: (value: Value) => Value): PackedRows => {
  const column = packed.fields[field];
  if (column === undefined) return packed;
  const changed: Column =
    'all' in column
      ? { all: convert(column.all) }
      : 'each' in column
        ? { each: column.each.map(convert) }
        : { of: column.of.map(convert), at: column.at };
  return { ...packed, fields: { ...packed.fields, [field]: changed } };
};

interface Series {
  points: readonly object[];
  last: object | null;
}

/** Series as columns, which `unpackSeries` reads. The points of all of them follow each other in one table. */
export const packSeries = <S extends Series>(all: readonly S[]): PackedSeries<S> => ({
  series: all.map(({ points, last, ...series }) => ({
    ...series,
    count: points.length,
    last: last === null ? null : points.indexOf(last),
  })),
  points: packRows(all.flatMap(({ points }) => points)),
});

/** The rows of a table that are the points of one series. */
export interface PackedPart {
  table: PackedRows;
  from: number;
  to: number;
}

const parts = new WeakMap<object, PackedPart>();

/** The columns that a series was unpacked from; undefined for any other. A copy of a series has none. */
export const partOf = (series: object): PackedPart | undefined => parts.get(series);

/**
 * Some points of a series, made for whoever asks where it came as columns: those at these places, from 0, and never one of another series,
 * whatever the places.
 */
export const pointsBetween = <P extends object>(series: { points: readonly P[] }, from: number, to: number): readonly P[] => {
  const part = parts.get(series);
  const [first, end] = [Math.max(from, 0), Math.max(to, 0)];
  return part ? unpackRows<P>(part.table, part.from + first, Math.min(part.from + end, part.to)) : series.points.slice(first, end);
};

/** How many points a series has, without making any. */
export const pointCount = (series: { points: readonly object[] }): number => {
  const part = parts.get(series);
  return part ? part.to - part.from : series.points.length;
};

/**
 * Series out of columns. Their points are made when they are first asked for: a screen shows a few of many thousands one by one, and draws
 * the others as numbers.
 */
export const unpackSeries = <S extends Series>({ series, points: table }: PackedSeries<S>): S[] => {
  let end = 0;
  return series.map(({ count, last, ...one }) => {
    const [from, to] = [end, (end += count)];
    const latest = last === null ? null : unpackRows(table, from + last, from + last + 1)[0]!;
    const made = {
      ...one,
      get points(): object[] {
        const points = unpackRows(table, from, to);
        if (last !== null) points[last] = latest!;
        Object.defineProperty(made, 'points', { value: points, enumerable: true });
        return points;
      },
      last: latest,
    };
    parts.set(made, { table, from, to });
    return made as unknown as S;
  });
};
