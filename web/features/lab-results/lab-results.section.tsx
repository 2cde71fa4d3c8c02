import './lab-results.css';
import { Button, ButtonGroup } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { usePatient } from '#web/features/patients/patients.data.ts';
import { showCount } from '#web/lib/numbers.ts';
import type { HistoryOf } from '#web/features/history/history.data.ts';
import { HistoryDialog } from '#web/features/history/history-dialog.tsx';
import { StatusTag } from '#web/ui/tags.tsx';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { LabGraph } from './lab-graph.tsx';
import { LabList } from './lab-list.tsx';
import { useLabSeries } from './lab-results.data.ts';

interface Props {
  patientId: string;
  /** Both ends of the time line, `YYYY-MM-DDTHH:mm:ss`. */
  from: string;
  to: string;
  onRange: (range: { from: string; to: string }) => void;
  readOnly: boolean;
}

/** The section 'Lab results' of a patient: its results as a chart or as a list. */
export function LabResultsSection({ patientId, from, to, onRange, readOnly }: Props) {
  const series = useLabSeries(patientId);
  const patient = usePatient(patientId);
  const [params, setParams] = useSearchParams();
  const [, navigate] = useLocation();
  const [history, setHistory] = useState<HistoryOf | null>(null);

  const view = params.get('lab_view') === 'list' ? 'list' : 'graphs';
  const show = (next: 'list' | 'graphs') =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        if (next === 'list') changed.set('lab_view', 'list');
        else changed.delete('lab_view');
        return changed;
      },
      { replace: true, state: window.history.state },
    );
  const add = () => navigate(`/patients/${patientId}/lab-results/add`);

  const all = series.data?.items;
  const unchecked = all?.reduce((sum, each) => sum + each.unchecked, 0) ?? 0;
  const values = all?.reduce((sum, each) => sum + each.points.length, 0);
  const addNew = readOnly ? undefined : <Button text="Add new" icon={<Plus />} onClick={add} />;

  return (
    <section className="lab-section" aria-labelledby="lab-results-title">
      <header className="section-header">
        <h2 id="lab-results-title">Lab results</h2>
        {values !== undefined && values > 0 && <span className="muted">{showCount(values, 'value')}</span>}
        {unchecked > 0 && <StatusTag kind="needs">{unchecked.toLocaleString('en-US')} unchecked</StatusTag>}
        <div className="section-actions">
          <ButtonGroup>
            <Button size="small" text="Graph" active={view === 'graphs'} aria-pressed={view === 'graphs'} onClick={() => show('graphs')} />
            <Button size="small" text="List" active={view === 'list'} aria-pressed={view === 'list'} onClick={() => show('list')} />
          </ButtonGroup>
          {!readOnly && <Button size="small" intent="primary" text="Add new" icon={<Plus />} onClick={add} />}
        </div>
      </header>
      {view === 'list' ? (
        <LabList patientId={patientId} readOnly={readOnly} onHistory={setHistory} addNew={addNew} />
      ) : series.isLoading ? (
        <Loading label="Reading lab results">
          <div className="lab-graph">
            <div className="lab-legend bp6-skeleton" />
            <div className="lab-skeleton bp6-skeleton" />
          </div>
        </Loading>
      ) : !all ? (
        <Failed what="lab results" error={series.error} onRetry={() => void series.refresh()} />
      ) : (
        <>
          {series.error && <NotRefreshed error={series.error} onRetry={() => void series.refresh()} />}
          {all.length > 0 ? (
            <LabGraph
              key={patientId}
              series={all}
              range={{ from, to }}
              onRange={onRange}
              timeZone={patient.data?.time_zone}
              onHistory={setHistory}
            />
          ) : (
            <Empty title="There are no lab results available">{addNew}</Empty>
          )}
        </>
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
    </section>
  );
}
