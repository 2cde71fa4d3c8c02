import { useCallback, useEffect, useMemo, useState } from 'react';
import { v4 as newId } from 'uuid';
import type { LabParameterView } from '#contracts/lab-parameters';
import type { LabResultView, PreviousLabValue } from '#contracts/lab-results';
import { type LabWarning, labWarnings } from '#contracts/lab-warnings';
import { messages } from '#contracts/messages';
import type { PatientView } from '#contracts/patients';
import { isLocalDateTime } from '#contracts/primitives';
import { useCommandId } from '#web/lib/command-id.ts';
import { todayIn } from '#web/lib/dates.ts';
import { Problem } from '#web/lib/http.ts';
import { useTyped } from '#web/lib/keep.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import { rememberReason } from '#web/ui/reason-field.tsx';
import { emptyRow, isBlank, type Row, rowErrors, toEntry, toRow } from './entry-rows.ts';
import { labDifferences, type LabContent, mergedContent, type StoredContent, takenOver } from './form-differences.ts';
import { refitted } from './prefill.ts';
import { caughtUp, type LabResultForm, saveLabResult } from './lab-results.data.ts';

export type SaveKind = 'save' | 'draft' | 'another';
export type Outcome = { kind: 'saved'; id: string; count: number } | { kind: 'refused' } | { kind: 'asked' };

interface Typed extends LabContent {
  comment: string;
}
interface Conflict {
  version: number;
  current: StoredContent | null;
  /** Labels of the fields that were taken over because nothing was typed in them. */
  taken?: readonly string[];
}

/** Errors by field: 'collected', 'parameters', 'comment' and '<entry_id>.<field>'. */
const byEntry = (errors: FieldErrors, sent: readonly { entry_id: string }[]): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, texts]) => {
      const [, index, field] = /^parameters\.(\d+)\.(\w+)$/.exec(path) ?? [];
      const entry = index === undefined ? undefined : sent[Number(index)];
      return [entry ? `${entry.entry_id}.${field}` : path, texts];
    }),
  );

const withTail = (rows: readonly Row[]): readonly Row[] => {
  const last = rows.at(-1);
  return last && isBlank(last) ? rows : [...rows, emptyRow(newId())];
};

/** What is typed in the lab result form, what is wrong with it, and the way to save it. */
export const useLabForm = (patient: PatientView, existing: LabResultView | null, previous: readonly PreviousLabValue[]) => {
  const initial = useMemo<Typed>(
    () => ({
      collected: existing?.collected ?? '',
      rows: existing?.parameters.map(toRow) ?? [],
      comment: existing ? '' : 'New entry',
    }),
    [existing],
  );
  const { restored, keep, done } = useTyped<Typed>({ form: 'lab-results', patient: patient.id, item: existing?.id ?? 'add' });
  const [kept, setKept] = useState(restored);
  const [form, setForm] = useState<Typed>(() => ({ ...initial, rows: withTail(initial.rows) }));
  const [version, setVersion] = useState(existing?.version ?? 0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [server, setServer] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<Conflict>();
  /** The stored version that what is typed began from. */
  const [base, setBase] = useState<StoredContent | null>(existing);
  const [warnings, setWarnings] = useState<readonly LabWarning[]>([]);
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const [isWorking, setIsWorking] = useState(false);
  const [parameters, setParameters] = useState<ReadonlyMap<string, LabParameterView>>(new Map());
  const commandId = useCommandId();
  const today = todayIn(patient.time_zone);

  const filled = form.rows.filter((row) => !isBlank(row));
  const isDirty =
    form.collected !== initial.collected || form.comment !== initial.comment || JSON.stringify(filled) !== JSON.stringify(initial.rows);
  useEffect(() => {
    if (isDirty) keep({ ...form, rows: form.rows.filter((row) => !isBlank(row)) }, version);
    else if (!kept) done();
  }, [isDirty, form, version, keep, done, kept]);

  const errorsFor = (kind: SaveKind): FieldErrors => {
    const errors = byEntry(rowErrors(form.rows, kind === 'draft'), filled);
    if (form.collected.trim() === '') errors['collected'] = [messages.required];
    else if (!isLocalDateTime(form.collected)) errors['collected'] = [messages.date];
    return errors;
  };
  const all = errorsFor('save');
  const seen: FieldErrors = { ...Object.fromEntries(Object.entries(all).filter(([field]) => left.has(field))), ...server };

  const forget = (fields: readonly string[]) =>
    setServer((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !fields.includes(field))));
  const change = (changes: Partial<Typed>) => {
    setForm((now) => ({ ...now, ...changes, rows: withTail(changes.rows ?? now.rows) }));
    setWarnings([]);
    forget(Object.keys(changes));
  };
  const changeRow = useCallback((entryId: string, update: (row: Row) => Row) => {
    setForm((now) => ({ ...now, rows: withTail(now.rows.map((row) => (row.entry_id === entryId ? update(row) : row))) }));
    setWarnings([]);
    setServer((now) =>
      Object.fromEntries(Object.entries(now).filter(([field]) => !field.startsWith(`${entryId}.`) && field !== 'parameters')),
    );
  }, []);
  const setCollected = (collected: string) =>
    change({
      collected,
      rows: isLocalDateTime(collected)
        ? form.rows.map((row) => {
            const parameter = row.parameter_id === null ? undefined : parameters.get(row.parameter_id);
            return parameter ? refitted(row, parameter, patient, collected) : row;
          })
        : form.rows,
    });

  /** Takes over what only the other person changed; what both changed is asked. */
  const meet = (stale: Conflict) => {
    const { current } = stale;
    if (!current || !base) return setConflict(stale);
    const over = takenOver(form, base, current);
    setForm((now) => ({ ...now, ...mergedWith(now, current, over) }));
    const labels = labDifferences(form, current).flatMap(({ field, label }) => (over.has(field) ? [label] : []));
    setConflict({ ...stale, taken: labels });
  };

  /** Saves, or says why not: errors are marked, warnings are asked once, a stale version is laid beside what was typed. */
  const submit = async (kind: SaveKind, comment = form.comment): Promise<Outcome> => {
    const errors = errorsFor(kind);
    setLeft(new Set([...left, ...Object.keys(errors), ...Object.keys(all)]));
    if (Object.keys(errors).length > 0) return { kind: 'refused' };
    const entries = filled.map(toEntry);
    const payload: LabResultForm = { collected: form.collected, draft: kind === 'draft', parameters: entries, comment: comment.trim() };
    if (kind !== 'draft') {
      const facts = {
        today,
        date_of_birth: patient.date_of_birth,
        sex: patient.sex,
        previous: previous.filter((last) => !isOwn(last)),
        parameters,
      };
      // what was stored already has been answered for
      const stored = existing && !existing.draft ? labWarnings(existing, facts) : [];
      const known = new Set([...answered, ...stored.map(({ key }) => key)]);
      const asked = labWarnings(payload, facts).filter(({ key }) => !known.has(key));
      setAnswered(new Set([...answered, ...asked.map(({ key }) => key)]));
      setWarnings(asked);
      if (asked.length > 0) return { kind: 'asked' };
    }
    setIsWorking(true);
    setFailure(undefined);
    setServer({});
    try {
      const target = existing && { id: existing.id, version };
      const accepted = await saveLabResult(patient.id, target, payload, commandId([target, payload]));
      if (existing) rememberReason(payload.comment);
      done();
      setKept(undefined);
      await caughtUp(patient.id, accepted.position);
      setIsWorking(false);
      return { kind: 'saved', id: accepted.id, count: entries.length };
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      if (cause.code === 'stale') meet(staleOf(cause.body));
      else if (cause.hasFields) setServer(byEntry(cause.fields, entries));
      else setFailure(cause.message);
      setIsWorking(false);
      return { kind: 'refused' };
    }
  };

  /** While a result is changed, 'the last value' must not be the one that is being changed. */
  const isOwn = (last: PreviousLabValue) => existing !== null && last.collected === existing.collected;

  return {
    form,
    filled,
    version,
    today,
    errors: { all, seen, draft: errorsFor('draft') },
    warnings,
    failure,
    conflict,
    isWorking,
    isDirty,
    kept,
    parameters,
    previous: previous.filter((last) => !isOwn(last)),
    change,
    changeRow,
    setCollected,
    submit,
    learn: (parameter: LabParameterView) => setParameters((now) => new Map(now).set(parameter.id, parameter)),
    leaveField: (field: string) => setLeft((now) => new Set(now).add(field)),
    removeRow: (entryId: string) => change({ rows: form.rows.filter((row) => row.entry_id !== entryId) }),
    resolve: (taken: ReadonlySet<string>) => {
      if (!conflict?.current) return;
      setForm((now) => ({ ...now, ...mergedWith(now, conflict.current, taken) }));
      setVersion(conflict.version);
      setBase(conflict.current);
      setConflict(undefined);
    },
    restore: () => {
      if (!kept) return;
      setForm({ ...kept.content, rows: withTail(kept.content.rows) });
      setVersion(kept.version ?? version);
      setKept(undefined);
    },
    discard: () => {
      done();
      setKept(undefined);
    },
  };
};

const mergedWith = (mine: LabContent, theirs: StoredContent | null, taken: ReadonlySet<string>): LabContent => {
  if (!theirs) return mine;
  const merged = mergedContent(mine, theirs, taken);
  return { ...merged, rows: withTail(merged.rows) };
};

/** The body of a stale answer; without parameters the result was removed meanwhile. */
const staleOf = (body: unknown): Conflict => {
  const { version, current } = body as { version: number; current?: Partial<StoredContent> | null };
  return {
    version,
    current: current?.parameters && current.collected ? { collected: current.collected, parameters: current.parameters } : null,
  };
};

export type LabFormState = ReturnType<typeof useLabForm>;
