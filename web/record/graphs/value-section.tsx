import type { ReactNode } from 'react';
import { useIsAggregated } from '#web/record/patient/all-clinics.ts';
import { itemKinds } from '#contracts/items/item-kinds';
import { countOf } from '#contracts/observations/observation-columns';
import { useFigure, useRemark } from '#web/charts/export/exports.tsx';
import { remarkOn, withSentence } from '#web/charts/export/remark.ts';
import { useReportName } from '#web/record/external-reports/external-reports.tsx';
import type { HistoryOf } from '#web/record/history/history.data.ts';
import { showCount } from '#web/lib/numbers.ts';
import type { useLabSeries } from './series-reads.ts';
import { SectionFrame } from '#web/record/section/section.tsx';
import { GraphFaces } from './graph-faces.tsx';
import { valueListFigure } from './value-figure.ts';
import { useSection } from './use-section.tsx';
import { ValueGraph } from './value-graph.tsx';

interface Props extends Pick<Parameters<typeof ValueGraph>[0], 'onUnit'> {
  kind: 'lab-results' | 'examinations';
  patientId: string;
  readOnly: boolean;
  series: ReturnType<typeof useLabSeries>;
  /** Said behind how many values there are. */
  alsoCounted?: string | undefined;
  /** Critical values, in words: the newest that nobody has checked, and a sentence for paper. */
  critical?: { unchecked?: string | undefined; onPaper?: string | undefined };
  /** The same as a list. */
  list: (onHistory: (of: HistoryOf) => void) => ReactNode;
  /** Above chart and list. */
  children?: ReactNode;
}

/** A section of a patient with values over time: its items as a chart or as a list. */
export function ValueSection({ kind, patientId, readOnly, series, alsoCounted, critical, list, children, onUnit }: Props) {
  const { title, what, view, frame, onHistory, onList, dialog } = useSection(kind, patientId, readOnly);
  const isAll = useIsAggregated();
  const all = series.data?.items;
  // what is computed was not entered
  const entered = all?.filter(({ computed }) => !computed);
  const values = entered?.reduce((sum, one) => sum + countOf(one), 0);
  const reportName = useReportName();
  useFigure(kind, view === 'list' && all?.length ? () => valueListFigure(kind, title, all, isAll, reportName) : null);
  useRemark(kind, withSentence(remarkOn(what, series, all?.length), critical?.onPaper));
  return (
    <SectionFrame
      {...frame}
      count={values ? [showCount(values, 'value'), alsoCounted].filter(Boolean).join(', ') : undefined}
      unchecked={entered?.reduce((sum, one) => sum + one.unchecked, 0)}
      critical={critical?.unchecked}
      asked={entered?.reduce((sum, { asked = 0 }) => sum + asked, 0)}
    >
      {children}
      {view === 'list' ? (
        list(onHistory)
      ) : (
        <GraphFaces what={what} live={series}>
          {(items) => (
            <ValueGraph
              patientId={patientId}
              readOnly={readOnly}
              graphType={kind}
              commentType={itemKinds[kind].audit}
              series={items}
              title={title}
              onList={onList}
              onHistory={onHistory}
              onUnit={onUnit}
            />
          )}
        </GraphFaces>
      )}
      {dialog}
    </SectionFrame>
  );
}
