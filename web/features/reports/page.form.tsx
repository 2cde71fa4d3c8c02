import { Button, Callout, Switch } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import { flushSync } from 'react-dom';
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AcceptedDoubt } from '#contracts/items/accepted-doubts';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { linesNotRead } from '#contracts/reports/report-progress';
import type { PageAccepted, PageView } from '#contracts/reports/reports';
import { showClock, showDate } from '#web/lib/dates.ts';
import { isKey } from '#web/lib/keys.ts';
import { showCount } from '#web/lib/numbers.ts';
import { readResultsOfDay, useResultsOfDay } from '#web/record/item/results-of-day.ts';
import type { Place } from './marks.ts';
import { acceptedHead, agreedTo, headDoubts } from './head-doubts.ts';
import { PageConflict } from './page-conflict.tsx';
import { usePreviousOf } from './page.data.ts';
import { acceptedQuestions, alreadyRecorded, otherValues, type PageQuestion } from './page-doubts.ts';
import { isOpen, linesLeft, orderedRows, rowDoubts } from './page-draft.ts';
import { type RowDraft, validatedRows } from './row-draft.ts';
import { listName, missing, PageFooter } from './page-footer.tsx';
import type { PageFormState } from './page.state.ts';
import { isTakenOver, PersonFields, TAKEN_OVER } from './person-fields.tsx';
import { type Part, type RowActions, RowEditor } from './row-editor.tsx';
import { requestOf } from './request-note.tsx';
import { UnreadLines } from './unread-lines.tsx';
import { UnseenDialog } from './unseen-dialog.tsx';
import { savedParts } from './statuses.ts';
import { useTyping } from './use-typing.ts';
import { usePageQuestions } from './use-page-questions.ts';
import { focusCell, headId, nextDoubt, stepOf, usePageKeys } from './use-page-keys.ts';
import rowStyles from './row-editor.module.css';
import styles from './page.module.css';

interface Props {
  page: PageView;
  state: PageFormState;
  url: string | undefined;
  readOnly: boolean;
  active: Place | undefined;
  onFocus: (place: Place) => void;
  onHover: (place: Place | undefined) => void;
  /** @param unread lines that look like results and are no row */
  onSaved: (text: string, saved: PageAccepted, unread: number) => void;
}

const NO_QUESTIONS: readonly PageQuestion[] = [];
const NO_REQUESTS: NonNullable<PageView['requests']> = [];

/** By row, one text each. */
const byRow = (doubts: readonly AcceptedDoubt[]): ReadonlyMap<string, string> => {
  const rows = new Map<string, string>();
  for (const { entry_id, text } of doubts)
    if (entry_id !== undefined) rows.set(entry_id, [rows.get(entry_id), text].filter(Boolean).join(' '));
  return rows;
};

/** What was read, for a person to correct and agree to. `F8` goes to the next doubt, `Enter` accepts it and moves on. */
export function PageForm({ page, state, url, readOnly, active, onFocus, onHover, onSaved }: Props) {
  const { content } = state;
  const form = useRef<HTMLDivElement>(null);
  const [incompleteFirst, setIncompleteFirst] = useState(true);
  /** The values that are in the record already, while it is asked before saving. */
  const [asking, setAsking] = useState<readonly AcceptedDoubt[]>();
  const isLooking = useRef(false);
  const previous = usePreviousOf(readOnly ? undefined : state.patient, content.collected);
  const ofDay = useResultsOfDay(readOnly ? undefined : state.patient?.id, content.collected);
  const { typing, setTyping, handlers } = useTyping();
  const { questions, openIn, withFacts } = usePageQuestions(readOnly ? undefined : page, content, { patient: state.patient, previous });
  const already = useMemo(() => alreadyRecorded(page, content, ofDay, previous), [page, content, ofDay, previous]);
  const warnings = useMemo(() => byRow(already), [already]);
  const others = useMemo(() => otherValues(page, content, ofDay, previous), [page, content, ofDay, previous]);
  const onLearned = useEffectEvent(state.learnNames);
  useEffect(() => {
    if (!state.isSaving) onLearned();
  }, [page, state.isSaving]);
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
  const isDoubtful = (row: RowDraft): boolean => isOpen(row) || (!row.ignored && openIn(row.id).length > 0);
  const open = shown.filter(isDoubtful);
  const dates = useMemo(() => headDoubts(page, content, state.patient), [page, content, state.patient]);
  const doubtful = open.length + dates.length;
  const lines = linesLeft(page, content.rows);
  const earlier = page.recognition?.earlier_columns ?? 0;

  const lastRow = useRef<string | undefined>(undefined);
  const willLook = useRef<readonly AcceptedDoubt[] | undefined>(undefined);
  const toDoubt = (step: 1 | -1) => {
    // of the row that was typed in too
    flushSync(() => setTyping(undefined));
    const row = nextDoubt(form.current, lastRow.current, step);
    if (row !== undefined) focusCell(row, 'value');
  };
  /** Puts in a row and goes to its name. @param add answers its id */
  const begin = (add: () => string) => focusCell(flushSync(add), 'name');
  const save = async (accepted: readonly AcceptedDoubt[]) => {
    setAsking(undefined);
    const { patient, content: sent } = state;
    const takenOver: AcceptedDoubt[] = isTakenOver(page) ? [{ code: 'patient-taken-over', field: 'patient_id', text: TAKEN_OVER }] : [];
    const doubts = [...acceptedHead(page, sent, patient), ...acceptedQuestions(sent.rows, questions)];
    const answer = await state.save([...takenOver, ...doubts, ...accepted, ...sent.rows.flatMap(rowDoubts)]);
    if (!answer || !patient) return;
    const left = linesLeft(page, sent.rows).length;
    const [saved, ...others] = savedParts(answer, left);
    const whose = `${listName(patient)}, collected ${showDate(sent.collected)}`;
    onSaved(
      others.length === 0
        ? `Saved ${showCount(answer.saved, 'result')} for ${whose}`
        : `${saved} results for ${whose}; ${others.join(', ')}`,
      answer,
      left,
    );
  };
  /** To the first field that is missing, wrong or refused; to the words that say why where it is none of them. */
  const toWrong = () => {
    const refused = Object.keys(state.errors).flatMap((path) => /^row_data\.(\d+)\.entry\.(name|unit|min|max)?/.exec(path) ?? []);
    const row = validatedRows(content.rows)[Number(refused[1])];
    if (row) return focusCell(row.id, (refused[2] as Part | undefined) ?? 'value');
    const places = [
      !state.patient && '[data-person=patient] input',
      !isLocalDateTime(state.birth) && '[data-person=born] input',
      !isLocalDateTime(content.collected) && '[data-person=collected] input',
      '[aria-invalid=true]',
      '[role=alert] input[type=checkbox]:not(:checked)',
      'footer [role=alert]',
      'footer input',
    ];
    for (const place of places) {
      const found = place && form.current?.querySelector<HTMLElement>(place);
      if (found) return found.focus();
    }
  };
  const ask = async (): Promise<void> => {
    if (readOnly || isLooking.current || state.isSaving || (page.validation && !state.isDirty)) return;
    if (missing(page, state).length > 0 || !state.patient) return toWrong();
    isLooking.current = true;
    // another window may have recorded them a moment ago
    const now = await readResultsOfDay(state.patient.id, content.collected).catch(() => ofDay);
    isLooking.current = false;
    // what was typed meanwhile is not what was to be saved; a name that was learned meanwhile is
    if (latest.current.state.edits !== state.edits) return;
    if (latest.current.state.content !== content) return latest.current.ask();
    const found = alreadyRecorded(page, content, now, previous);
    if (doubtful > 0 || found.length > 0 || lines.length > 0) setAsking(found);
    else await save([]);
  };
  usePageKeys({ onDoubt: toDoubt, onSave: () => void ask() });

  /** What is asked about what was just typed is shown before the same key or click may answer it. */
  const isShownNow = (id: string): boolean => {
    const isNew = typing === id && openIn(id).length > 0;
    setTyping(undefined);
    return isNew;
  };
  const questionsOf = (id: string) => openIn(id).map(({ key }) => key);
  const move = (event: KeyboardEvent<HTMLElement>, id: string, part: Part) => {
    const step = stepOf(event);
    if (step === undefined) return;
    event.preventDefault();
    const row = shown.find((each) => each.id === id);
    if (isKey(event, 'acceptRow') && row && isDoubtful(row) && !readOnly) {
      if (isShownNow(id)) return;
      state.accept(id, questionsOf(id));
    }
    const rows = shown.filter(({ ignored }) => !ignored);
    const next = rows[rows.findIndex((each) => each.id === id) + step];
    if (!next) return;
    focusCell(next.id, part);
    // nobody went there to look at its doubt: F8 does not pass it by
    lastRow.current = id;
  };
  /** The button goes with the doubt: the focus goes on to the next one, or to the row's own value. */
  const accept = (id: string) => {
    if (isShownNow(id)) return;
    state.accept(id, questionsOf(id));
    focusCell(nextDoubt(form.current, id, 1) ?? id, 'value');
  };
  const latest = useRef({ state, withFacts, ask, accept, move, onFocus, onHover });
  useLayoutEffect(() => {
    latest.current = { state, withFacts, ask, accept, move, onFocus, onHover };
  });
  const [actions] = useState<RowActions>(() => ({
    onChange: (id, update) => latest.current.state.changeRow(id, (row) => latest.current.withFacts(update(row))),
    onTyping: setTyping,
    onAccept: (id) => latest.current.accept(id),
    onFocus: (place) => {
      lastRow.current = place.row;
      latest.current.onFocus(place);
    },
    onHover: (place) => latest.current.onHover(place),
    onKey: (event, id, part) => latest.current.move(event, id, part),
  }));

  // the button that was disabled while it was saved has lost the focus
  const onFailed = useEffectEvent(toWrong);
  const { failure } = state;
  useEffect(() => {
    if (failure !== undefined) onFailed();
  }, [failure]);

  return (
    <div className={styles.form} ref={form} aria-busy={state.isSaving}>
      <div className={styles.rows} {...handlers}>
        {state.kept && (
          <Callout compact intent="primary" icon={null} className={styles.kept}>
            What was typed here at {showClock(new Date(state.kept.at))} was never saved: here it is again.{' '}
            <Button size="small" variant="minimal" text="Throw it away" onClick={state.discard} />
          </Callout>
        )}
        <PersonFields
          page={page}
          state={state}
          url={url}
          readOnly={readOnly}
          warnings={questions.flatMap(({ entry_id, text }) => (entry_id === undefined ? [text] : []))}
          open={dates}
          onAccept={(field) => {
            state.change((now) => agreedTo(now, field));
            focusCell(nextDoubt(form.current, headId(field), 1) ?? headId(field), 'value');
          }}
          active={active}
          onFocus={(place) => {
            lastRow.current = headId(place.field ?? '');
            onFocus(place);
          }}
          onHover={onHover}
        />
        {state.conflict && <PageConflict state={state} theirs={state.conflict.theirs} />}
        <div className={rowStyles.tools}>
          <span className="bp6-text-muted">
            {[showCount(shown.length, 'row'), ...(lines.length > 0 ? [linesNotRead(lines.length)] : [])].join(', ')}
          </span>
          {doubtful > 0 && !readOnly && <Button size="small" text={`Next doubt (${doubtful})`} title="F8" onClick={() => toDoubt(1)} />}
          <Switch
            checked={incompleteFirst}
            label="Incomplete first"
            onChange={(event) => {
              setIncompleteFirst(event.currentTarget.checked);
              sort(event.currentTarget.checked);
            }}
          />
        </div>
        <div className={`${rowStyles.columns} ${rowStyles.head}`} aria-hidden>
          <span>Parameter</span>
          <span>Value</span>
          <span>Unit</span>
          <span>Range</span>
          <span>Ignore</span>
        </div>
        {shown.map((row) => (
          <RowEditor
            key={row.id}
            row={row}
            questions={typing === row.id ? NO_QUESTIONS : openIn(row.id)}
            warnings={warnings.get(row.id) ?? ''}
            note={others.get(row.id) ?? ''}
            person={state.patient}
            last={row.parameter_id === null ? undefined : previous.find(({ parameter_id }) => parameter_id === row.parameter_id)}
            collected={content.collected}
            request={requestOf(row, page.requests ?? NO_REQUESTS)}
            isActive={active?.row === row.id}
            page={size}
            url={url}
            readOnly={readOnly}
            actions={actions}
          />
        ))}
        {shown.length === 0 && <p className={`bp6-text-muted ${rowStyles.none}`}>No results were found on this page.</p>}
        {earlier > 0 && (
          <p className={`bp6-text-muted ${rowStyles.none}`} role="note">
            {earlier === 1 ? 'A column of earlier results is not read.' : `Columns of ${earlier} earlier dates are not read.`}
          </p>
        )}
        {!readOnly && (
          <UnreadLines lines={lines} page={size} url={url} onAdd={(line) => begin(() => state.takeLine(line))} onHover={onHover} />
        )}
        {!readOnly && (
          <Button
            className={rowStyles.add}
            variant="minimal"
            size="small"
            icon={<Add />}
            text="Add a row"
            onClick={() => begin(state.addRow)}
          />
        )}
      </div>
      {!readOnly && (
        <PageFooter
          page={page}
          state={state}
          already={already.length}
          doubtful={doubtful}
          unread={lines.length}
          onSave={() => void ask()}
        />
      )}
      <UnseenDialog
        isOpen={asking !== undefined && missing(page, state).length === 0}
        rows={shown}
        dates={dates}
        openIn={openIn}
        already={asking ?? []}
        unread={lines}
        onSave={() => void save(asking ?? [])}
        onLook={() => {
          willLook.current = asking;
          lastRow.current = undefined;
          setAsking(undefined);
        }}
        onClosed={() => {
          const [first] = willLook.current ?? [];
          const doubt = nextDoubt(form.current, undefined, 1);
          // the first one, also where F8 was quicker than the dialog closed
          if (willLook.current && doubt !== undefined) focusCell(doubt, 'value');
          else if (first?.entry_id !== undefined) focusCell(first.entry_id, 'value');
          willLook.current = undefined;
        }}
      />
    </div>
  );
}
