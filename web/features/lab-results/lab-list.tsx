import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { labResultErrors, type LabResultView } from '#contracts/lab-results';
import { isCritical, standing } from '#contracts/lab-values';
import { labWarnings } from '#contracts/lab-warnings';
import { useCommenting } from '#web/record/comments/use-commenting.tsx';
import type { HistoryOf } from '#web/record/history/history.data.ts';
import { useItemDialogs } from '#web/record/item/use-item-dialogs.tsx';
import { doubtOf, useConfirmDrafts } from '#web/record/item/confirm-drafts.tsx';
import { usePatient } from '#web/record/patient/patients.data.ts';
import { showDate, todayIn } from '#web/lib/dates.ts';
import { readResultsOfDay } from '#web/record/item/results-of-day.ts';
import { useSession } from '#web/lib/session.tsx';
import { ListFrame } from '#web/record/section/item-list.tsx';
import { useListPage } from '#web/ui/list-page.ts';
import { editAddress } from '#web/ui/row-actions.tsx';
import { Range, Unit, Value } from '#web/ui/value.tsx';
import type { Courses } from './courses.ts';
import { LabRows } from './lab-rows.tsx';
import { labResultCalls, readPreviousValues, useLabResults } from './lab-results.data.ts';
import { readLabParameters } from '#web/record/catalogue/lab-parameters.data.ts';

interface Props {
  patientId: string;
  readOnly: boolean;
  /** How each parameter runs; empty while that is read. */
  courses: Courses;
  onHistory: (of: HistoryOf) => void;
  /** The action of the empty face. */
  addNew: ReactNode;
}

/** The patient's results as a list, newest first. New ones wait to be asked for unless the list is at its top. */
export function LabList({ patientId, readOnly, courses, onHistory, addNew }: Props) {
  const page = useListPage('lab');
  const live = useLabResults(patientId, { skip: page.skip, take: page.take });
  const { openRemoval, gone, dialogs } = useItemDialogs<LabResultView>('lab-results', {
    titleOf: ({ collected }) => `lab results, ${showDate(collected)}`,
    removalOf: ({ collected }) => `Collected ${showDate(collected)}`,
    remove: labResultCalls.remove,
    onRemoved: (position) => void live.refresh(position),
  });
  const [, navigate] = useLocation();
  const { user } = useSession();
  const commenting = useCommenting(patientId);

  const patient = usePatient(patientId);
  const drafts = useConfirmDrafts<LabResultView>({
    patientId,
    path: '/api/lab-results',
    calls: labResultCalls,
    titleOf: ({ collected }) => `lab results, ${showDate(collected)}`,
    linesOf: ({ parameters }) => parameters.map((entry) => <DraftValue key={entry.entry_id} entry={entry} />),
    payloadOf: ({ collected, parameters }) => ({ collected, parameters }),
    errorsOf: ({ parameters }) => labResultErrors({ draft: false, parameters }),
    onEdit: (item) => navigate(editAddress(patientId, 'lab-results', item), { state: window.history.state }),
    doubtsOf: async ({ id, collected, parameters }) => {
      const [before, catalogue, ofDay] = await Promise.all([
        readPreviousValues(patientId),
        readLabParameters(parameters.flatMap(({ parameter_id }) => parameter_id ?? [])),
        readResultsOfDay(patientId, collected),
      ]);
      const { date_of_birth, sex } = patient.data ?? {};
      const facts = {
        today: todayIn(patient.data?.time_zone),
        ...(date_of_birth === undefined ? {} : { date_of_birth }),
        ...(sex === undefined ? {} : { sex }),
        previous: before.filter((last) => last.collected !== collected),
        parameters: new Map(catalogue.map((parameter) => [parameter.id, parameter])),
        recorded: ofDay.filter((other) => other.id !== id),
      };
      return labWarnings({ collected, parameters }, facts).map((asked) => doubtOf(asked, parameters));
    },
    refresh: live.refresh,
  });

  return (
    <>
      <ListFrame<LabResultView>
        what="lab results"
        live={live}
        page={page}
        gone={gone}
        newRow="new result"
        addNew={addNew}
        tools={readOnly ? null : drafts.tools(live.data?.items)}
      >
        {({ rows, forget }) => (
          <LabRows
            rows={rows}
            organizationId={user.organization_id}
            readOnly={readOnly}
            patientId={patientId}
            courses={courses}
            onHistory={onHistory}
            onConfirm={drafts.confirm}
            onRemove={openRemoval}
            onForget={forget}
            commenting={commenting}
          />
        )}
      </ListFrame>
      {commenting.dialog}
      {dialogs}
      {drafts.dialog}
    </>
  );
}

/** A value as it is to be confirmed: 'Potassium 5.9 mmol/L, above range 3.5–5.1, flag H'. */
function DraftValue({ entry }: { entry: LabResultView['parameters'][number] }) {
  const own = standing(entry);
  const { value, unit, min, max, range_text, flag } = entry;
  const has = min !== null || max !== null;
  return (
    <span className={own === 'low' || own === 'high' ? 'abnormal' : undefined}>
      {entry.name} <Value entry={entry} /> {value !== null && <Unit unit={unit} />}
      {value !== null && (has ? `, ${own === 'high' ? 'above ' : own === 'low' ? 'below ' : ''}range ` : ', no range')}
      {value !== null && has && <Range min={min} max={max} range_text={range_text} />}
      {flag && (isCritical(entry) ? `, critical ${flag}` : `, flag ${flag}`)}
    </span>
  );
}
