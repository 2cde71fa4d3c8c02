import { Button, Callout, Switch } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type AcceptedDoubt, doubtOf } from '#contracts/accepted-doubts';
import { labWarnings } from '#contracts/lab-warnings';
import type { PreviousLabValue } from '#contracts/lab-results';
import { isLocalDateTime } from '#contracts/primitives';
import type { PageView } from '#contracts/reports';
import { showClock, showDate, todayIn } from '#web/lib/dates.ts';
import { isKey } from '#web/lib/keys.ts';
import { showCount } from '#web/lib/numbers.ts';
import type { Place } from './marks.ts';
import { PageConflict } from './page-conflict.tsx';
import { usePreviousOf, type Validated } from './page.data.ts';
import { entryOf, isOpen, orderedRows, rowDoubts, rowErrors, validatedRows } from './page-draft.ts';
import { listName, missing, PageFooter } from './page-footer.tsx';
import type { PageFormState } from './page.state.ts';
import { isTakenOver, PersonFields, TAKEN_OVER } from './person-fields.tsx';
import { type Part, type RowActions, RowEditor } from './row-editor.tsx';
import { UnseenDialog } from './unseen-dialog.tsx';
import { stayingText } from './statuses.ts';
import { focusCell, nextDoubt, stepOf, usePageKeys } from './use-page-keys.ts';

interface Props {
  page: PageView;
  state: PageFormState;
  url: string | undefined;
  readOnly: boolean;
  active: Place | undefined;
  onFocus: (place: Place) => void;
  onHover: (place: Place | undefined) => void;
  onSaved: (text: string, saved: Validated) => void;
}

/** What is asked about a row as it stands, by its id: what the doubts of reading do not say. */
const useWarnings = (
  { content, patient }: PageFormState,
  previous: readonly PreviousLabValue[],
): { rows: ReadonlyMap<string, string>; collected: string[]; asked: AcceptedDoubt[] } => {
  return useMemo(() => {
    const used = content.rows.filter((row) => !row.ignored && row.name.trim() !== '' && Object.keys(rowErrors(row)).length === 0);
    const facts = patient
      ? { previous, today: todayIn(patient.time_zone), date_of_birth: patient.date_of_birth, sex: patient.sex }
      : { previous };
    const entries = used.map(entryOf);
    const asked = labWarnings({ collected: content.collected, parameters: entries }, facts)
      .map((warning) => doubtOf(warning, entries))
      .filter(
        ({ code, field, entry_id }) =>
          field === 'collected' ||
          code === 'ten-times-off' ||
          code === 'unit-missing' ||
          // what was read is doubted by the reader itself
          (code === 'flag-disagrees' && used.some((row) => row.id === entry_id && row.value !== row.read)),
      );
    for (const row of used) {
      const isTwice = row.parameter_id !== null && used.some((other) => other.id !== row.id && other.parameter_id === row.parameter_id);
      if (isTwice) asked.push({ code: 'twice-on-page', field: 'name', entry_id: row.id, text: `${row.name} is on this page twice.` });
    }
    const rows = new Map<string, string>();
    for (const { entry_id, text } of asked)
      if (entry_id !== undefined) rows.set(entry_id, [rows.get(entry_id), text].filter(Boolean).join(' '));
    return { rows, collected: asked.flatMap(({ entry_id, text }) => (entry_id === undefined ? [text] : [])), asked };
  }, [content, patient, previous]);
};

/** What was read, for a person to correct and agree to. `F8` goes to the next doubt, `Enter` accepts it and moves on. */
export function PageForm({ page, state, url, readOnly, active, onFocus, onHover, onSaved }: Props) {
  const { content } = state;
  const form = useRef<HTMLDivElement>(null);
  const [incompleteFirst, setIncompleteFirst] = useState(true);
  const [isAsking, setIsAsking] = useState(false);
  const [added, setAdded] = useState<string>();
  const previous = usePreviousOf(readOnly ? undefined : state.patient);
  const warnings = useWarnings(state, previous);
  const size = page.recognition ?? { width: 0, height: 0 };

  // The order is that of the moment: a row does not move away while somebody types in it.
  const [order, setOrder] = useState({ version: state.version, ids: orderedRows(content.rows, true).map(({ id }) => id) });
  const sort = (isOn: boolean) => setOrder({ version: state.version, ids: orderedRows(content.rows, isOn).map(({ id }) => id) });
  if (order.version !== state.version) sort(incompleteFirst);
  const shown = useMemo(() => {
    const rows = new Map(content.rows.map((row) => [row.id, row]));
    const inOrder = order.ids.flatMap((id) => rows.get(id) ?? []);
    const known = new Set(order.ids);
    return [...inOrder, ...content.rows.filter(({ id }) => !known.has(id))];
  }, [content.rows, order.ids]);
  const open = shown.filter(isOpen);

  const lastRow = useRef<string | undefined>(undefined);
  const willLook = useRef(false);
  const toDoubt = (step: 1 | -1) => {
    const row = nextDoubt(form.current, lastRow.current, step);
    if (row !== undefined) focusCell(row, 'value');
  };
  const save = async () => {
    setIsAsking(false);
    const { patient, content: sent } = state;
    const takenOver: AcceptedDoubt[] = isTakenOver(page) ? [{ code: 'patient-taken-over', field: 'patient_id', text: TAKEN_OVER }] : [];
    const answer = await state.save([...takenOver, ...warnings.asked, ...sent.rows.flatMap(rowDoubts)]);
    if (!answer || !patient) return;
    const said = `Saved ${showCount(answer.saved, 'result')} for ${listName(patient)}, collected ${showDate(sent.collected)}`;
    const ignored = answer.ignored > 0 && `${answer.ignored} ignored`;
    onSaved([said, stayingText(answer), ignored].filter(Boolean).join('; '), answer);
  };
  /** To the first field that is missing, wrong or refused; to the words that say why where it is none of them. */
  const toWrong = () => {
    const refused = Object.keys(state.errors).flatMap((path) => /^row_data\.(\d+)\.entry\.(name|unit|min|max)?/.exec(path) ?? []);
    const row = validatedRows(content.rows)[Number(refused[1])];
    if (row) return focusCell(row.id, (refused[2] as Part | undefined) ?? 'value');
    const places = [
      !state.patient && '[data-person=patient] input',
      !isLocalDateTime(content.collected) && '[data-person=collected] input',
      '[aria-invalid=true]',
      '.page-warning input:not(:checked)',
      '.page-footer .form-error',
      '.page-footer input',
    ];
    for (const place of places) {
      const found = place && form.current?.querySelector<HTMLElement>(place);
      if (found) return found.focus();
    }
  };
  const ask = () => {
    if (readOnly || state.isSaving || (page.validation && !state.isDirty)) return;
    if (missing(page, state).length > 0) toWrong();
    else if (open.length > 0) setIsAsking(true);
    else void save();
  };
  usePageKeys({ onDoubt: toDoubt, onSave: ask });

  const move = (event: KeyboardEvent<HTMLElement>, id: string, part: Part) => {
    const step = stepOf(event);
    if (step === undefined) return;
    event.preventDefault();
    const row = shown.find((each) => each.id === id);
    if (isKey(event, 'acceptRow') && row && isOpen(row) && !readOnly) state.accept(id);
    const rows = shown.filter(({ ignored }) => !ignored);
    const next = rows[rows.findIndex((each) => each.id === id) + step];
    if (next) focusCell(next.id, part);
  };
  /** The button goes with the doubt: the focus goes on to the next one, or to the row's own value. */
  const accept = (id: string) => {
    state.accept(id);
    focusCell(nextDoubt(form.current, id, 1) ?? id, 'value');
  };
  const latest = useRef({ state, accept, move, onFocus, onHover });
  useLayoutEffect(() => {
    latest.current = { state, accept, move, onFocus, onHover };
  });
  const [actions] = useState<RowActions>(() => ({
    onChange: (id, update) => latest.current.state.changeRow(id, update),
    onAccept: (id) => latest.current.accept(id),
    onFocus: (place) => {
      lastRow.current = place.row;
      latest.current.onFocus(place);
    },
    onHover: (place) => latest.current.onHover(place),
    onKey: (event, id, part) => latest.current.move(event, id, part),
  }));

  useEffect(() => {
    if (added !== undefined) focusCell(added, 'name');
  }, [added]);

  // the button that was disabled while it was saved has lost the focus
  const onFailed = useEffectEvent(toWrong);
  const { failure } = state;
  useEffect(() => {
    if (failure !== undefined) onFailed();
  }, [failure]);

  return (
    <div className="page-form" ref={form} aria-busy={state.isSaving}>
      <div className="page-rows">
        {state.kept && (
          <Callout compact intent="primary" icon={null} className="page-kept">
            What was typed here at {showClock(new Date(state.kept.at))} was never saved: here it is again.{' '}
            <Button size="small" variant="minimal" text="Throw it away" onClick={state.discard} />
          </Callout>
        )}
        <PersonFields
          page={page}
          state={state}
          url={url}
          readOnly={readOnly}
          warnings={warnings.collected}
          active={active}
          onFocus={onFocus}
          onHover={onHover}
        />
        {state.conflict && <PageConflict state={state} theirs={state.conflict.theirs} />}
        <div className="ocr-tools">
          <span className="muted">{showCount(shown.length, 'row')}</span>
          {open.length > 0 && !readOnly && (
            <Button size="small" text={`Next doubt (${open.length})`} title="F8" onClick={() => toDoubt(1)} />
          )}
          <Switch
            checked={incompleteFirst}
            label="Incomplete first"
            onChange={(event) => {
              setIncompleteFirst(event.currentTarget.checked);
              sort(event.currentTarget.checked);
            }}
          />
        </div>
        <div className="ocr-head" aria-hidden>
          <span className="at-name">Parameter</span>
          <span className="at-value">Value</span>
          <span className="at-unit">Unit</span>
          <span className="at-range">Range</span>
          <span className="at-ignore">Ignore</span>
        </div>
        {shown.map((row) => (
          <RowEditor
            key={row.id}
            row={row}
            warnings={warnings.rows.get(row.id) ?? ''}
            person={state.patient}
            last={row.parameter_id === null ? undefined : previous.find(({ parameter_id }) => parameter_id === row.parameter_id)}
            collected={content.collected}
            isActive={active?.row === row.id}
            page={size}
            url={url}
            readOnly={readOnly}
            actions={actions}
          />
        ))}
        {shown.length === 0 && <p className="muted ocr-none">No results were found on this page.</p>}
        {!readOnly && (
          <Button
            className="ocr-add"
            variant="minimal"
            size="small"
            icon={<Add />}
            text="Add a row"
            onClick={() => setAdded(state.addRow())}
          />
        )}
      </div>
      {!readOnly && <PageFooter page={page} state={state} onSave={ask} />}
      <UnseenDialog
        isOpen={isAsking && missing(page, state).length === 0}
        rows={shown}
        onSave={() => void save()}
        onLook={() => {
          willLook.current = true;
          setIsAsking(false);
        }}
        onClosed={() => {
          if (willLook.current) toDoubt(1);
          willLook.current = false;
        }}
      />
    </div>
  );
}
