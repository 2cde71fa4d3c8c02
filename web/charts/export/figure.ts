import type { BarSeries } from '../bars.ts';
import type { MarkStyle } from '../marks.ts';
import type { ChartSeries, Span } from '../series.ts';

/** A table ready to be written: every cell is a text. */
export interface Sheet {
  columns: readonly { title: string; isNumber?: boolean | undefined; isDate?: boolean | undefined; isText?: boolean | undefined }[];
  rows: readonly SheetRow[];
  /** How many rows there are, where only the first of them are given. */
  total: number;
}

export interface SheetRow {
  id: string;
  cells: readonly string[];
  /** Not checked: listed apart (ruling 24). */
  draft: boolean;
}

/** A column of a table of things. */
export interface Column<R> {
  title: string;
  of: (row: R) => string;
  isNumber?: boolean;
  /** Stands in one line. */
  isDate?: boolean;
  /** With lines of its own. */
  isText?: boolean;
}

/** Writes things as a table; what is checked stands before the drafts. */
export const sheetOf = <R extends { id: string; draft: boolean }>(
  columns: readonly Column<R>[],
  rows: readonly R[],
  total = rows.length,
): Sheet => ({
  columns: columns.map(({ title, isNumber, isDate, isText }) => ({ title, isNumber, isDate, isText })),
  rows: [...rows.filter(({ draft }) => !draft), ...rows.filter(({ draft }) => draft)].map((row) => ({
    id: row.id,
    cells: columns.map(({ of }) => of(row)),
    draft: row.draft,
  })),
  total,
});

/** Things in words for people; only the first of them where that is enough. */
export interface Sheets {
  paper: (most?: number) => Sheet;
}

/** What some series say in a span; in all time without one. */
export type SheetsOf = (series: ReadonlySet<string>, span?: Span) => Sheets;

/** One series as a legend on paper says it. */
export interface LegendLine {
  id: string;
  kind: 'line' | 'bar';
  mark: number;
  style?: MarkStyle | undefined;
  /** Of a bar that nobody is sure of. */
  isUnsure?: boolean | undefined;
  /** Name, with its unit and its organization where they are needed. */
  name: string;
  /** Range, last value, what 1 means and the like. */
  says: readonly string[];
}

/** What a chart draws, and in which time; `only`: the panes of these ids, where one drawing stands on several sheets. */
export type Drawing = { span: Span; today: number; bounds: Span } & (
  | { kind: 'lines'; series: readonly ChartSeries[]; only?: ReadonlySet<string> | undefined }
  | { kind: 'bars'; series: readonly BarSeries[] }
);

/** A section as it can be copied, exported and printed. */
export interface Figure {
  /** Kebab-case name of the kind of data. */
  id: string;
  /** 'Lab results'. */
  title: string;
  /** Left out where the section is shown as a list. */
  drawing?: Drawing | undefined;
  legend: readonly LegendLine[];
  /** What is not in it, a sentence each. */
  leftOut: readonly string[];
  sheets: Sheets;
  /** A table that stands with the chart on the screen and so on paper. */
  table?: Sheet | undefined;
}

/** Whose data it is, who takes it and when: in words, as they stand on pictures and sheets. */
export interface SheetHeader {
  /** First Middle, as entered. */
  given: string;
  /** Last and suffix. */
  family: string;
  /** YYYY-MM-DD, or as much of it as is known. */
  born: string;
  /** Sex, birth date, age, masked number. */
  facts: readonly string[];
  clinic: string;
  /** What is known of allergies that are not recorded here, in sentences. */
  allergies?: readonly string[];
  /** What the call for a table asks besides whose it is. */
  query?: Readonly<Record<string, string>>;
  /** Name and role of the person who takes it. */
  by: string;
  /** MM/DD/YYYY HH:mm in the time of the clinic, with its zone. */
  at: string;
  /** 'as of ...', with what is known of being behind. */
  asOf: string;
  /** YYYY-MM-DD. */
  day: string;
}

/** Names no person: it stays on the disk of whoever took it. */
export const fileName = ({ title }: Pick<Figure, 'title'>, day: string, ending: string): string =>
  `anamnesis-${title.toLowerCase().replaceAll(' ', '-')}-${day}.${ending}`;
