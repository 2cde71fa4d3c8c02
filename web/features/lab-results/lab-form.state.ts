import { useCallback, useMemo, useRef, useState } from 'react';
import { v4 as newId } from 'uuid';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { LabResultView, PreviousLabValue } from '#contracts/lab/lab-results';
import { labWarnings } from '#contracts/lab/lab-warnings';
import { messages } from '#contracts/rules/messages';
import type { PatientView } from '#contracts/people/patients';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { birthOf } from '#contracts/wire/birth';
import { todayIn } from '#web/lib/dates.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import { readResultsOfDay } from '#web/record/item/results-of-day.ts';
import { askedOf, type SaveKind, useItemForm } from '#web/record/form/use-item-form.ts';
import {
  emptyRow,
  isBlank,
  isLeftOut,
  type Row,
  rowErrors,
  toEntry,
  toRow,
  withNoUpperLimit,
  withoutMax,
  withTypedUnit,
} from './entry-rows.ts';
import { labDifferences, type LabContent, mergedContent, type StoredContent } from './form-differences.ts';
import { panelRows, previousOf, refitted, unitsOf } from './prefill.ts';
import { useLabParameters } from '#web/record/catalogue/lab-parameters.data.ts';
import { typedAnswers } from '#web/lib/typed-cell.ts';
import { isBeingAsked } from '#web/record/catalogue/use-parameter-search.ts';

const EMPTY: LabContent = { collected: '', rows: [] };

const filledRows = (content: LabContent): readonly Row[] => content.rows.filter((row) => !isBlank(row));
/** Without rows that have no value, where they may lack. */
const savedOf = (content: LabContent, isDraft: boolean): LabContent =>
  isDraft ? content : { ...content, rows: content.rows.filter((row) => !isLeftOut(row)) };
const typed = (content: LabContent): LabContent => ({ ...content, rows: filledRows(content) });
const withTail = (content: LabContent): LabContent => {
  const last = content.rows.at(-1);
  return last && isBlank(last) ? content : { ...content, rows: [...content.rows, emptyRow(newId())] };
};
const contentOf = (stored: StoredContent): LabContent => ({ collected: stored.collected, rows: stored.parameters.map(toRow) });
const storedOf = (content: LabContent): StoredContent => ({
  collected: content.collected,
  parameters: filledRows(content).map(toEntry),
});

/** Errors by field: 'collected', 'parameters', 'comment' and '<entry_id>.<field>'. */
const byEntry = (errors: FieldErrors, content: LabContent): FieldErrors => {
  const sent = filledRows(content);
  return Object.fromEntries(
    Object.entries(errors).map(([path, texts]) => {
      const [, index, field] = /^parameters\.(\d+)\.(\w+)$/.exec(path) ?? [];
      const entry = index === undefined ? undefined : sent[Number(index)];
      return [entry ? `${entry.entry_id}.${field}` : path, texts];
    }),
  );
};

const validate = (content: LabContent, kind: SaveKind, stored: readonly string[]): FieldErrors => {
  const errors = byEntry(rowErrors(content.rows, kind === 'draft', stored), content);
  if (content.collected.trim() === '') errors['collected'] = [messages.required];
  else if (!isLocalDateTime(content.collected)) errors['collected'] = [messages.date];
  for (const { entry_id, name, parameter_id } of filledRows(content))
    if (parameter_id === null && isBeingAsked(name)) errors[`${entry_id}.name`] = ['The catalogue is still being asked for this name'];
  return errors;
};

/** What is typed in the lab result form, what is wrong with it, and the way to save it. */
export const useLabForm = (patient: PatientView, existing: LabResultView | null, previous: readonly PreviousLabValue[]) => {
  const [picked, setPicked] = useState<ReadonlyMap<string, LabParameterView>>(new Map());
  /** Of rows that were not picked here: of a stored result, of an earlier one, of what was kept. */
  const [others, setOthers] = useState<readonly string[]>([]);
  const read = useLabParameters(others);
  const parameters = useMemo(() => new Map([...(read ?? []).map((each) => [each.id, each] as const), ...picked]), [read, picked]);
  const today = todayIn(patient.time_zone);
  /** While a result is changed, 'the last value' must not be the one that is being changed. */
  const earlier = previous
    .filter((last) => existing === null || last.collected !== existing.collected)
    .map((last) => (existing === null ? last : { ...last, ranges: last.ranges.filter((range) => range.collected !== existing.collected) }));

  /** A row as it is saved: a unit that was typed behind its value stands where units are. */
  const inItsUnit = (row: Row): Row => withTypedUnit(row, unitsOf(row, parameters.get(row.parameter_id ?? ''), previousOf(row, earlier)));
  const asSaved = (content: LabContent): LabContent => ({ ...content, rows: content.rows.map(inItsUnit) });
  const storedNames = existing?.parameters.map(({ name }) => name) ?? [];
  const recorded = useRef<readonly LabResultView[]>([]);
  const sent = useRef<LabContent>(EMPTY);
  /** Templates that rows were added by. */
  const used = useRef(new Set<string>());

  const state = useItemForm<LabContent>({
    kind: 'lab-results',
    patient,
    existing: existing && { id: existing.id, version: existing.version, draft: existing.draft, content: contentOf(existing) },
    empty: EMPTY,
    settle: withTail,
    typed,
    validate: (content, kind) => validate(savedOf(asSaved(content), kind === 'draft'), kind, storedNames),
    serverErrors: (errors) => byEntry(errors, sent.current),
    look: async ({ collected }) => {
      recorded.current = (await readResultsOfDay(patient.id, collected)).filter(({ id }) => id !== existing?.id);
    },
    warnings: (content) => {
      const facts = {
        recorded: recorded.current,
        today,
        ...birthOf(patient),
        sex: patient.sex,
        previous: earlier,
        merged: previous,
        parameters,
        before: existing?.parameters ?? [],
      };
      const rows = filledRows(savedOf(asSaved(content), false));
      return labWarnings({ collected: content.collected, parameters: rows.map(toEntry) }, facts).map((asked) => askedOf(asked, rows));
    },
    answers: (content) => filledRows(content).flatMap(typedAnswers),
    sent: (content, isDraft) => {
      sent.current = savedOf(asSaved(content), isDraft);
      const templates = existing ? [] : [...used.current];
      return { ...storedOf(sent.current), ...(templates.length > 0 ? { template_ids: templates } : {}) };
    },
    stored: (current) => {
      const { collected, parameters: entries } = (current ?? {}) as Partial<StoredContent>;
      return entries && collected ? contentOf({ collected, parameters: entries }) : null;
    },
    differences: (mine, theirs) => labDifferences(mine, storedOf(theirs)),
    merge: (mine, theirs, taken) => mergedContent(mine, storedOf(theirs), taken),
  });

  const { content, change } = state;
  const rowsWithoutMax = withoutMax(content.rows.map(inItsUnit), state.errors.all);
  /** Rows without an upper limit at the last attempt to save: rows typed since are listed only at the next attempt. */
  const [submittedIds, setSubmittedIds] = useState<readonly string[]>([]);
  const missingMax = rowsWithoutMax.filter(({ entry_id }) => submittedIds.includes(entry_id));
  const unread = content.rows.flatMap(({ parameter_id }) => (parameter_id === null || picked.has(parameter_id) ? [] : [parameter_id]));
  if (unread.some((id) => !others.includes(id))) setOthers([...new Set([...others, ...unread])]);
  const changeRow = useCallback(
    (entryId: string, update: (row: Row) => Row) =>
      change(({ rows }) => ({ rows: rows.map((row) => (row.entry_id === entryId ? update(row) : row)) }), [entryId, 'parameters']),
    [change],
  );
  const setCollected = (collected: string) =>
    change({
      collected,
      rows: isLocalDateTime(collected)
        ? content.rows.map((row) => {
            if (row.parameter_id === null) return row;
            const parameter = parameters.get(row.parameter_id);
            return parameter || row.range_from !== 'usual'
              ? refitted(row, parameter, { person: patient, previous: earlier, collected })
              : row;
          })
        : content.rows,
    });

  return {
    ...state,
    asksFor: rowsWithoutMax.map(({ entry_id }) => `${entry_id}.max`),
    submit: (kind: SaveKind) => {
      setSubmittedIds(kind === 'draft' ? [] : rowsWithoutMax.map(({ entry_id }) => entry_id));
      return state.submit(kind);
    },
    /** Rows without an upper limit, after an attempt to save them. */
    missingMax,
    /** Sets 'No upper limit' on all rows of `missingMax`. */
    setNoUpperLimit: () => {
      const ids = missingMax.map(({ entry_id }) => entry_id);
      change(({ rows }) => ({ rows: rows.map((row) => (ids.includes(row.entry_id) ? withNoUpperLimit(row, true) : row)) }), ids);
    },
    isNew: existing === null,
    form: content,
    filled: filledRows(content),
    /** How many rows are left out for want of a value. */
    left: content.rows.filter(isLeftOut).length,
    today,
    parameters,
    previous: earlier,
    changeRow,
    inItsUnit,
    setCollected,
    /** Adds the parameters of a template that are not there yet; answers the first row to type in. */
    addTemplate: (id: string, added: readonly LabParameterView[]): string | undefined => {
      used.current.add(id);
      setPicked((now) => new Map([...now, ...added.map((one) => [one.id, one] as const)]));
      const before = filledRows(content);
      const rows = panelRows(before, added, { person: patient, previous: earlier, collected: content.collected }, newId);
      change({ rows: [...before, ...rows] });
      return rows[0]?.entry_id ?? before.find(({ parameter_id }) => parameter_id === added[0]?.id)?.entry_id;
    },
    learn: (parameter: LabParameterView) => setPicked((now) => new Map(now).set(parameter.id, parameter)),
    removeRow: (entryId: string) => change({ rows: content.rows.filter((row) => row.entry_id !== entryId) }),
  };
};

export type LabFormState = ReturnType<typeof useLabForm>;
