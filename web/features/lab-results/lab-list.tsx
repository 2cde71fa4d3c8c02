import { doubtOf } from '#contracts/items/accepted-doubts';
import { labResultErrors, type LabResultView } from '#contracts/lab/lab-results';
import { isCritical } from '#contracts/observations/flags';
import { needOf, standing } from '#contracts/observations/lab-values';
import { labWarnings } from '#contracts/lab/lab-warnings';
import { collectedShown } from '#contracts/wire/clock';
import type { HistoryOf } from '#web/record/history/history.data.ts';
import { useListedItems } from '#web/record/item/use-listed-items.tsx';
import { showRange } from '#web/lib/numbers.ts';
import { readResultsOfDay } from '#web/record/item/results-of-day.ts';
import { useOwnClinic } from '#web/record/patient/all-clinics.ts';
import { ListFrame } from '#web/record/section/item-list.tsx';
import { Range, Unit, Value } from '#web/ui/value.tsx';
import type { Courses } from './courses.ts';
import { LabRows } from './lab-rows.tsx';
import { readPreviousValues } from './lab-results.data.ts';
import { readLabParameters } from '#web/record/catalogue/lab-parameters.data.ts';
import valueStyles from '#web/ui/value.module.css';

interface Props {
  patientId: string;
  readOnly: boolean;
  /** How each parameter runs; empty while that is read. */
  courses: Courses;
  onHistory: (of: HistoryOf) => void;
}

const titleOf = (item: LabResultView): string => `lab results, ${collectedShown(item)}`;

/** The patient's results as a list, newest first. New ones wait to be asked for unless the list is at its top. */
export function LabList({ patientId, readOnly, courses, onHistory }: Props) {
  const ownClinic = useOwnClinic();
  const listed = useListedItems<LabResultView>('lab-results', {
    patientId,
    readOnly,
    titleOf,
    removalOf: (item) => `Collected ${collectedShown(item)}`,
    linesOf: ({ parameters }) => parameters.map((entry) => <DraftValue key={entry.entry_id} entry={entry} />),
    payloadOf: ({ collected, parameters }) => ({ collected, parameters }),
    errorsOf: ({ parameters }) => labResultErrors({ draft: false, parameters }),
    doubtsOf: async ({ id, collected, parameters }, person) => {
      const [before, catalogue, ofDay] = await Promise.all([
        readPreviousValues(patientId),
        readLabParameters(parameters.flatMap(({ parameter_id }) => parameter_id ?? [])),
        readResultsOfDay(patientId, collected),
      ]);
      const facts = {
        ...person,
        merged: before,
        previous: before.filter((last) => last.collected !== collected),
        parameters: new Map(catalogue.map((parameter) => [parameter.id, parameter])),
        recorded: ofDay.filter((other) => other.id !== id),
      };
      return labWarnings({ collected, parameters }, facts).map((asked) => doubtOf(asked, parameters));
    },
  });

  return (
    <>
      <ListFrame<LabResultView> {...listed.list} newRow="new result">
        {({ rows, forget }) => (
          <LabRows
            rows={rows}
            organizationId={ownClinic}
            courses={courses}
            onHistory={onHistory}
            onForget={forget}
            actions={listed.actions}
            newComment={listed.newComment}
          />
        )}
      </ListFrame>
      {listed.dialogs}
    </>
  );
}

/** A value as it is to be confirmed: 'Potassium 5.9 mmol/L, above range 3.5–5.1, flag H'. */
function DraftValue({ entry }: { entry: LabResultView['parameters'][number] }) {
  const own = standing(entry);
  const { value, unit, min, max, range_text, flag } = entry;
  const has = showRange(min, max, range_text) !== '';
  return (
    <span className={needOf({ standing: own, flag }) > 0 ? valueStyles.abnormal : undefined}>
      {entry.name} <Value entry={{ ...entry, flag: undefined }} /> {value !== null && <Unit unit={unit} />}
      {value !== null && (has ? `, ${own === 'high' ? 'above ' : own === 'low' ? 'below ' : ''}range ` : ', no range')}
      {value !== null && has && <Range min={min} max={max} range_text={range_text} />}
      {flag && (isCritical(entry) ? `, critical ${flag}` : `, flag ${flag}`)}
    </span>
  );
}
