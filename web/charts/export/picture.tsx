import type { ReactNode, SVGProps } from 'react';
import { BarSample, LineSample } from '../sparkline.tsx';
import { LETTER, wrapped } from '../text-lane.ts';
import { drawn } from './chart-drawing.tsx';
import type { Drawing, Figure, LegendLine, SheetHeader } from './figure.ts';
import { dayLabel } from '../local-time.ts';
import { MarkSign } from './marks-key.tsx';
import styles from './picture.module.css';

const WIDTH = 960;
const PAD = 24;
const INNER = WIDTH - 2 * PAD;
const LINE = 16;
const COLUMN = INNER / 2;
/** The sample before the words of a legend. */
const SAMPLE = 40;

const MUTED = 'var(--muted)';

/** So many names make a title; more of them are counted. */
const TITLED = 3;

/** What the picture shows: 'Lab results: Creatinine, mg/dL'. */
export const titleOf = ({ title, legend }: Pick<Figure, 'title' | 'legend'>): string => {
  const names = legend.map(({ name }) => name);
  if (names.length === 0) return title;
  return names.length > TITLED ? `${title}: ${names.length} series` : `${title}: ${names.join('; ')}`;
};

export const spanSaid = ({ span }: Pick<Drawing, 'span'>): string => `${dayLabel(span.from)} to ${dayLabel(span.to)}`;

/** A picture of its own: chart, whose it is, legend, and what is not in it. Its parts stand under each other in one SVG. */
export function Picture({ figure, drawing, header }: { figure: Figure; drawing: Drawing; header: SheetHeader }) {
  const parts: ReactNode[] = [];
  let y = PAD;
  const put = (height: number, part: ReactNode) => {
    parts.push(
      <g key={parts.length} transform={`translate(${PAD},${y})`}>
        {part}
      </g>,
    );
    y += height;
  };
  const lines = (text: string) => {
    const all = wrapped(text, INNER);
    put(
      all.length * LINE + 4,
      all.map((line, index) => (
        <text key={line} fill={MUTED} y={12 + index * LINE}>
          {line}
        </text>
      )),
    );
  };

  const chart = drawn(drawing, INNER, 'picture');
  for (const line of wrapped(titleOf(figure), INNER * 0.62)) {
    put(
      24,
      <text y={17} fontSize={18} fontWeight={600}>
        {line}
      </text>,
    );
  }
  put(
    22,
    <text y={15} fontSize={15}>
      {header.given && `${header.given} `}
      <tspan fontWeight={600}>{header.family}</tspan>
    </text>,
  );
  lines([...header.facts, header.clinic].join(' · '));
  lines(`${spanSaid(drawing)} · as of ${header.asOf}`);
  y += 8;
  put(chart.height + 8, chart.svg);

  const rows = pairs(figure.legend.map((line) => ({ line, words: legendWords(line) })));
  for (const row of rows) {
    put(
      Math.max(...row.map(({ words }) => words.length)) * LINE + 8,
      row.map(({ line, words }, index) => (
        <g key={line.id} transform={`translate(${index * COLUMN},0)`}>
          {line.kind === 'bar' ? <BarSample {...line} /> : <LineSample {...line} />}
          {words.map((word, at) => (
            <text key={`${at} ${word.text}`} {...word.look} x={SAMPLE} y={12 + at * LINE}>
              {word.text}
            </text>
          ))}
        </g>
      )),
    );
  }
  if (chart.marks.length > 0) {
    y += 4;
    for (const row of shelves(chart.marks)) {
      put(
        20,
        row.map(({ mark, x }) => (
          <g key={mark.id} transform={`translate(${x},10)`}>
            <g color={MUTED} transform="translate(8,0)">
              <MarkSign id={mark.id} pattern={`picture-key-${mark.id}`} />
            </g>
            <text fill={MUTED} x={22} y={4}>
              {mark.says}
            </text>
          </g>
        )),
      );
    }
  }
  for (const note of chart.notes) lines(note);
  const leftOut = [...figure.leftOut, ...chart.leftOut];
  y += 6;
  if (leftOut.length > 0) {
    put(
      20,
      <text y={12} fontWeight={600}>
        Not in this picture
      </text>,
    );
    for (const said of leftOut) lines(said);
  }
  put(10, <line stroke="var(--hairline)" x2={INNER} y1={4} y2={4} />);
  lines(`${header.clinic} · taken ${header.at} by ${header.by} · Anamnesis`);
  const height = y + PAD - 8;
  return (
    <svg className={styles.picture} width={WIDTH} height={height} viewBox={`0 0 ${WIDTH} ${height}`}>
      <title>{`${titleOf(figure)}, ${spanSaid(drawing)}`}</title>
      <rect fill="var(--ground)" width={WIDTH} height={height} />
      {parts}
    </svg>
  );
}

/** The name, and below it what is said of it, in lines that fit. */
const legendWords = ({ name, says }: LegendLine): { text: string; look: SVGProps<SVGTextElement> }[] => {
  const room = COLUMN - SAMPLE - 16;
  return [
    ...wrapped(name, room * 0.94).map((text) => ({ text, look: { fontWeight: 600 } })),
    ...(says.length > 0 ? wrapped(says.join(', '), room) : []).map((text) => ({ text, look: { fill: MUTED } })),
  ];
};

const pairs = <T,>(all: readonly T[]): T[][] =>
  all.flatMap((one, index) => (index % 2 === 0 ? [all.slice(index, index + 2).map((each) => each ?? one)] : []));

/** Signs side by side in as few rows as they need. */
const shelves = <M extends { says: string }>(marks: readonly M[]): { mark: M; x: number }[][] => {
  const rows: { mark: M; x: number }[][] = [[]];
  let x = 0;
  for (const mark of marks) {
    const width = 22 + mark.says.length * LETTER + 16;
    if (x > 0 && x + width > INNER) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1)?.push({ mark, x });
    x += width;
  }
  return rows;
};
