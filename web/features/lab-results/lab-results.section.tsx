import './lab-results.css';
import { Button } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { countOf } from '#contracts/observation-columns';
import { valueListFigure } from '#web/features/graph-visuals/value-figure.ts';
import { ValueGraph } from '#web/features/graph-visuals/value-graph.tsx';
import { useFigure, useRemark } from '#web/charts/export/exports.tsx';
import { remarkOn } from '#web/charts/export/remark.ts';
import { GraphFaces } from '#web/features/graph-visuals/graph-faces.tsx';
import type { HistoryOf } from '#web/features/history/history.data.ts';
import { HistoryDialog } from '#web/features/history/history-dialog.tsx';
import { showCount } from '#web/lib/numbers.ts';
import { useParam, useSectionView } from '#web/ui/list-page.ts';
import { SectionFrame } from '#web/ui/section.tsx';
import { withUnit } from './asked-units.ts';
import { type Courses, coursesOf, sharedPoints } from './courses.ts';
import { LabList } from './lab-list.tsx';
import { RowsOnPages } from './rows-on-pages.tsx';
import { useLabSeries } from '#web/lib/series-reads.ts';

interface Props {
  patientId: string;
  readOnly: boolean;
}

const NONE: Courses = new Map();

/** The section 'Lab results' of a patient: its results as a chart or as a list. */
export function LabResultsSection({ patientId, readOnly }: Props) {
  const [params, setParam] = useParam();
  const asked = params.get('in_units') ?? '';
  const series = useLabSeries(patientId, asked);
  const [view, setView] = useSectionView('lab');
  const [, navigate] = useLocation();
  const [history, setHistory] = useState<HistoryOf | null>(null);
  const add = readOnly ? undefined : () => navigate(`/patients/${patientId}/lab-results/add`, { state: window.history.state });

  const all = series.data?.items;
  const values = all?.reduce((sum, each) => sum + countOf(each), 0);
  const addNew = add && <Button text="Add new" icon={<Plus />} onClick={add} />;

  // a list has a row for each of them, a chart one point
  const shared = useMemo(() => (view === 'list' && all ? sharedPoints(all) : 0), [view, all]);
  const courses = useMemo(() => (view === 'list' && all ? coursesOf(all) : NONE), [view, all]);
  useFigure('lab-results', view === 'list' && all?.length ? () => valueListFigure('lab-results', 'Lab results', all) : null);
  useRemark('lab-results', remarkOn('lab results', series, all?.length));
  return (
    <SectionFrame
      id="lab-results"
      title="Lab results"
      count={
        values
          ? [showCount(values, 'value'), shared > 0 && `${shared} more ${shared === 1 ? 'says' : 'say'} the same`]
              .filter(Boolean)
              .join(', ')
          : undefined
      }
      unchecked={all?.reduce((sum, each) => sum + each.unchecked, 0)}
      view={view}
      onView={setView}
      onAdd={add}
    >
      <RowsOnPages patientId={patientId} />
      {view === 'list' ? (
        <LabList patientId={patientId} readOnly={readOnly} courses={courses} onHistory={setHistory} addNew={addNew} />
      ) : (
        <GraphFaces what="lab results" live={series} addNew={addNew}>
          {(items) => (
            <ValueGraph
              patientId={patientId}
              readOnly={readOnly}
              graphType="lab-results"
              commentType="labresult"
              series={items}
              title="Lab results"
              onList={() => setView('list')}
              onHistory={setHistory}
              onUnit={(parameterId, unit) => setParam({ in_units: withUnit(asked, parameterId, unit) || undefined })}
            />
          )}
        </GraphFaces>
      )}
      {history && (
        <HistoryDialog
          type="labresult"
          id={history.id}
          entryId={history.entryId}
          title={`History: ${history.of}`}
          onClose={() => setHistory(null)}
        />
      )}
    </SectionFrame>
  );
}
