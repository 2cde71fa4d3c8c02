import type { ReactNode } from 'react';
import { BarSample, LineSample } from '../sparkline.tsx';
import { drawn } from './chart-drawing.tsx';
import type { Figure, Sheet, SheetHeader } from './figure.ts';
import { MarkSign } from './marks-key.tsx';
import { partsOf } from './parts.ts';
import { spanSaid } from './picture.tsx';
import styles from './printed-sheets.module.css';
import type { Remark } from './remark.ts';
import { SheetTable } from './sheet-table.tsx';

/** Pixels that A4 and Letter both have between their margins. */
const WIDTH = 690;
/** Pixels of a drawing for which Letter, the shorter one, has room below whose it is and above who printed it. */
const TALLEST = 780;

/** A section on paper: what it shows, what there is to say of it, or both. */
export interface PrintedSection extends Pick<Figure, 'id' | 'title'> {
  figure: Figure | undefined;
  remark: Remark | undefined;
}

interface Props {
  header: SheetHeader;
  sections: readonly PrintedSection[];
  /** Titles of sections that are not shown. */
  leftOut: readonly string[];
}

/** The sheets that are printed in place of the screen: whose they are on each of them, then section by section. */
export function PrintedSheets({ header, sections, leftOut }: Props) {
  return (
    <div className={`paper ${styles.sheets}`} data-printed>
      <table role="presentation">
        <thead>
          <tr>
            <td>
              <div className={styles.banner}>
                <span className={styles.name}>
                  {header.given && `${header.given} `}
                  <b>{header.family}</b>
                </span>
                {header.facts.map((fact) => (
                  <span key={fact}>{fact}</span>
                ))}
                <span>{header.clinic}</span>
              </div>
            </td>
          </tr>
        </thead>
        <tfoot>
          <tr>
            <td>
              <div className={`bp6-text-muted ${styles.foot}`}>
                Printed {header.at} by {header.by} · as of {header.asOf}
              </div>
            </td>
          </tr>
        </tfoot>
        <tbody>
          <tr>
            <td>
              {sections.map((section) => (
                <Printed key={section.id} {...section} />
              ))}
              {leftOut.length > 0 && (
                <p className={`bp6-text-muted ${styles.note}`}>Sections that are not printed: {leftOut.join(', ')}.</p>
              )}
              <p className={`bp6-text-muted ${styles.note}`}>
                {['Allergies are not recorded here.', ...(header.allergies ?? [])].join(' ')}
              </p>
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function Printed({ title, figure, remark }: PrintedSection) {
  const said = remark && <p className={remark.isDoubt ? styles.doubt : styles.remark}>{remark.says}</p>;
  if (figure) return <PrintedFigure figure={figure}>{said}</PrintedFigure>;
  return (
    <section>
      <h2>{title}</h2>
      {said}
    </section>
  );
}

function PrintedFigure({ figure, children }: { figure: Figure; children: ReactNode }) {
  const { drawing, legend, title } = figure;
  const chart = drawing && drawn(drawing, WIDTH, `printed-${figure.id}`);
  const leftOut = [...figure.leftOut, ...(chart?.leftOut ?? [])];
  const sheet = figure.sheets.paper();
  const [checked, drafts] = [sheet.rows.filter(({ draft }) => !draft), sheet.rows.filter(({ draft }) => draft)];
  return (
    <section>
      <h2>
        {title}
        {drawing && <span className="bp6-text-muted"> {spanSaid(drawing)}</span>}
      </h2>
      {children}
      {drawing &&
        partsOf(drawing, WIDTH, TALLEST).map((part, index) => (
          // parts have neither names nor an order of their own
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles.chart} data-chart>
            {drawn(part, WIDTH, `printed-${figure.id}-${index}`).svg}
          </div>
        ))}
      {chart && (
        <ul className={styles.legend}>
          {legend.map((line) => (
            <li key={line.id}>
              {line.kind === 'bar' ? <BarSample {...line} /> : <LineSample {...line} />}
              <span>
                <b>{line.name}</b>
                {line.says.length > 0 && <span className="bp6-text-muted"> {line.says.join(', ')}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {chart && (chart.marks.length > 0 || chart.notes.length > 0) && <MarksLine chart={chart} id={figure.id} />}
      {leftOut.length > 0 && <p className={`bp6-text-muted ${styles.note}`}>Not shown: {leftOut.join('. ')}.</p>}
      {!chart && <PrintedTable rows={checked} sheet={sheet} empty={`There are no ${title.toLowerCase()} to show`} />}
      {figure.table && <PrintedTable rows={figure.table.rows} sheet={figure.table} empty="" />}
      {drafts.length > 0 && (
        <>
          <h3>Drafts, not checked ({drafts.length})</h3>
          <PrintedTable rows={drafts} sheet={sheet} empty="" />
        </>
      )}
    </section>
  );
}

function MarksLine({ chart, id }: { chart: ReturnType<typeof drawn>; id: string }) {
  return (
    <p className={`bp6-text-muted ${styles.note}`}>
      {chart.marks.map((mark) => (
        <span key={mark.id} className={styles.mark}>
          <svg className="bp6-text-muted" width={20} height={20} viewBox="-10 -10 20 20" aria-hidden>
            <MarkSign id={mark.id} pattern={`printed-${id}-${mark.id}`} />
          </svg>
          {mark.says}
        </span>
      ))}
      {chart.notes.join('. ')}
    </p>
  );
}

function PrintedTable({ rows, sheet, empty }: { rows: Sheet['rows']; sheet: Sheet; empty: string }) {
  if (rows.length === 0) return empty === '' ? null : <p>{empty}.</p>;
  return <SheetTable className={styles.table} columns={sheet.columns} rows={rows} toneOf={toneOf} />;
}

const toneOf = ({ isNumber, isDate, isText }: Sheet['columns'][number]): string | undefined =>
  isNumber ? styles.number : isDate ? styles.date : isText ? styles.text : undefined;
