import { Button, Checkbox, ProgressBar, Switch } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { v4 as newId } from 'uuid';
import type { PatientView } from '#contracts/patients';
import { differingFields } from '#contracts/persons';
import { isLocalDateTime } from '#contracts/primitives';
import { doubtTexts } from '#contracts/recognition';
import { type PageView, rowsToSave } from '#contracts/reports';
import { showDate } from '#web/lib/dates.ts';
import { Problem } from '#web/lib/http.ts';
import { useTyped } from '#web/lib/keep.ts';
import { showCount } from '#web/lib/numbers.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { canValidate, usePatientOf, validatePage } from './page.data.ts';
import { draftRows, isOpen, manualRow, orderedRows, type RowDraft, rowErrors, validatedRows } from './page-draft.ts';
import type { Mark } from './page-image.tsx';
import { fullName, PatientPicker } from './patient-picker.tsx';
import { RowEditor } from './row-editor.tsx';

export interface Active {
  row: string;
  field?: Mark['field'] | undefined;
}

interface Typed {
  rows: RowDraft[];
  collected: string;
  patient: PatientView | undefined;
}

interface Props {
  page: PageView;
  url: string | undefined;
  readOnly: boolean;
  active: Active | undefined;
  onActive: (active: Active | undefined) => void;
  onRows: (rows: readonly RowDraft[]) => void;
  rows: readonly RowDraft[];
  onSaved: (text: string, position: string) => void;
}

/** What was read, for a person to correct and agree to. `F8` goes to the next doubt, `Enter` accepts it. */
export function PageForm({ page, url, readOnly, active, onActive, rows, onRows, onSaved }: Props) {
  const { restored, keep, done } = useTyped<Typed>({ form: 'ocr-page', item: page.id });
  const matched = usePatientOf(page.validation?.patient_id ?? page.match?.patient_id);
  const [chosen, setChosen] = useState<PatientView | null | undefined>(restored?.content.patient);
  const patient = chosen === undefined ? matched : (chosen ?? undefined);
  const read = page.recognition;
  const onPageName = [read?.patient_first_name, read?.patient_last_name].filter(Boolean).join(' ');
  const [text, setText] = useState(onPageName);
  const [collected, setCollected] = useState(
    restored?.content.collected ?? page.validation?.collected ?? (read?.date_collected ? `${read.date_collected}T00:00:00` : ''),
  );
  const [isOther, setIsOther] = useState(false);
  const [incompleteFirst, setIncompleteFirst] = useState(true);
  const [isSaving, setIsSaving] = useState(false);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [failure, setFailure] = useState<string>();
  const command = useRef(newId());
  const form = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => orderedRows(rows, incompleteFirst), [rows, incompleteFirst]);

  const remember = useCallback(
    (next: Partial<Typed>) => {
      command.current = newId();
      keep({ rows: [...rows], collected, patient, ...next });
    },
    [keep, rows, collected, patient],
  );
  const change = useCallback(
    (id: string, part: Partial<RowDraft>) => {
      const next = rows.map((row) => (row.id === id ? { ...row, ...part } : row));
      onRows(next);
      remember({ rows: next });
    },
    [rows, onRows, remember],
  );
  const activate = useCallback((row: string, field: Mark['field'] | undefined) => onActive({ row, field }), [onActive]);

  const differs = patient && read ? differingFields({ ...namesOf(page), date_of_birth: read.date_of_birth }, patient) : [];
  const summary = rowsToSave(validatedRows(rows));
  const wrong = rows.filter((row) => Object.keys(rowErrors(row)).length > 0).length;
  const open = rows.filter(isOpen).length;
  const hasDate = isLocalDateTime(collected);
  const canSave =
    canValidate(page.status) &&
    !readOnly &&
    !isSaving &&
    patient !== undefined &&
    hasDate &&
    wrong === 0 &&
    open === 0 &&
    (differs.length === 0 || isOther);

  const save = async () => {
    if (!patient) return;
    setIsSaving(true);
    setErrors({});
    setFailure(undefined);
    try {
      const answer = await validatePage(
        {
          report_id: page.report_id,
          page_id: page.id,
          page_version: page.version,
          patient_id: patient.id,
          collected,
          row_data: validatedRows(rows),
          issued_by_user: true,
          other_person_confirmed: isOther,
        },
        command.current,
      );
      done();
      onSaved(`Saved ${showCount(answer.saved, 'result')} for ${nameOf(patient)}, collected ${showDate(collected)}`, answer.position);
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      setErrors(cause.fields);
      setFailure(cause.hasFields ? Object.values(cause.fields).flat().join(', ') : cause.message);
    } finally {
      setIsSaving(false);
    }
  };

  const nextDoubt = () => {
    const all = [...(form.current?.querySelectorAll<HTMLElement>('[data-open]') ?? [])];
    const here = all.findIndex((row) => row.contains(document.activeElement));
    all[(here + 1) % all.length]?.querySelector<HTMLInputElement>('.row-value input, input')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F8') nextDoubt();
    else if (event.key === 'Enter' && event.ctrlKey && canSave) void save();
    else return;
    event.preventDefault();
  };

  const kept = summary.saved.length + summary.awaiting.length;
  const label =
    patient && hasDate
      ? `Save ${showCount(summary.saved.length, 'result')} for ${nameOf(patient)}, collected ${showDate(collected)}`
      : 'Validate Page';
  return (
    <div className="page-form" ref={form} onKeyDown={onKeyDown}>
      {isSaving && <ProgressBar className="working" />}
      <div className="page-person">
        <PatientPicker
          patient={patient}
          text={text}
          disabled={readOnly}
          onPage={read ? `on the page: ${onPageName || '---'}, born ${read.date_of_birth ? showDate(read.date_of_birth) : '---'}` : ''}
          error={errors['patient_id']?.join(', ')}
          onText={(typed) => {
            setText(typed);
            setChosen(null);
            setIsOther(false);
          }}
          onPick={(picked) => {
            setChosen(picked);
            setIsOther(false);
            remember({ patient: picked });
          }}
        />
        <DateField
          label="Date collected"
          required
          value={collected}
          disabled={readOnly}
          today={undefined}
          error={errors['collected'] ?? (collected !== '' && !hasDate ? 'Must be a correct date' : undefined)}
          hint={
            <span className="on-page">
              {read?.date_collected ? `on the page: ${showDate(read.date_collected)}` : 'not found on the page'}
              {(read?.header_doubts.date_collected ?? []).map((doubt) => `, ${doubtTexts[doubt].toLowerCase()}`)}
            </span>
          }
          onChange={(next) => {
            setCollected(next);
            remember({ collected: next });
          }}
        />
      </div>
      {page.match?.inherited && !page.validation && (
        <p className="page-warning">This page names nobody: the patient was taken over from the page before. Please check.</p>
      )}
      {patient && differs.length > 0 && (
        <div className="page-warning" role="alert">
          <p>
            The page names <strong>{onPageName || '---'}</strong>
            {read?.date_of_birth && `, born ${showDate(read.date_of_birth)}`}. The record is of <strong>{fullName(patient)}</strong>, born{' '}
            {showDate(patient.date_of_birth)}.
          </p>
          <Checkbox
            checked={isOther}
            disabled={readOnly}
            label={`These are results of ${fullName(patient)}`}
            onChange={(event) => setIsOther(event.currentTarget.checked)}
          />
        </div>
      )}
      <div className="ocr-head">
        <span>Parameter</span>
        <span>Value</span>
        <span>Unit</span>
        <span>Range</span>
        <Switch checked={incompleteFirst} label="Incomplete first" onChange={(event) => setIncompleteFirst(event.currentTarget.checked)} />
      </div>
      {shown.map((row) => (
        <RowEditor
          key={row.id}
          row={row}
          isActive={active?.row === row.id}
          page={{ width: read?.width ?? 0, height: read?.height ?? 0 }}
          url={url}
          disabled={readOnly}
          onChange={change}
          onActive={activate}
        />
      ))}
      {!readOnly && (
        <Button
          variant="minimal"
          icon={<Add />}
          text="Add a row"
          onClick={() => onRows([...rows, manualRow(`manual-${newId().slice(0, 8)}`)])}
        />
      )}
      {!readOnly && (
        <footer className="page-footer">
          <div className="page-counts" role="status">
            {[
              `Save ${summary.saved.length} of ${summary.total}`,
              summary.awaiting.length > 0 && `${summary.awaiting.length} not in the catalogue`,
              summary.ignored > 0 && `${summary.ignored} ignored`,
              summary.empty > 0 && `${summary.empty} empty`,
              open > 0 && `${open} doubtful (F8)`,
              wrong > 0 && `${wrong} to correct`,
            ]
              .filter(Boolean)
              .join('; ')}
            {failure !== undefined && (
              <p className="form-error" role="alert">
                {failure}
              </p>
            )}
          </div>
          <Button intent="primary" text={label} disabled={!canSave || kept === 0} onClick={() => void save()} />
        </footer>
      )}
    </div>
  );
}

const namesOf = (page: PageView) => ({
  first_name: page.recognition?.patient_first_name ?? null,
  last_name: page.recognition?.patient_last_name ?? null,
});

/** As the documents' button says it: 'MORGAN, Ava'. */
const nameOf = (patient: PatientView): string => `${patient.last_name.toUpperCase()}, ${patient.first_name}`;

/** The rows to begin with: what was typed here before and not yet sent, else what the page says. */
export const useRows = (page: PageView): [readonly RowDraft[], (rows: readonly RowDraft[]) => void] => {
  const { restored } = useTyped<Typed>({ form: 'ocr-page', item: page.id });
  return useState<readonly RowDraft[]>(() => restored?.content.rows ?? draftRows(page));
};
