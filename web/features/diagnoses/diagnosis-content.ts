import { type Disease, diagnosisErrors, type DiagnosisView } from '#contracts/diagnoses/diagnoses';
import { messages } from '#contracts/rules/messages';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { longDate } from '#web/lib/dates.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import { byParts } from '#web/record/form/parts.ts';
import type { DiagnosisForm } from './diagnoses.data.ts';

/** What is typed: dates as 'YYYY-MM-DDTHH:mm:ss', '' for nothing, or a text that is no date (yet). */
export interface DiagnosisContent {
  disease: Disease | null;
  time_from: string;
  time_to: string;
}

export const EMPTY: DiagnosisContent = { disease: null, time_from: '', time_to: '' };

/** Of what was stored, and of the state that a stale answer brings. */
export const contentOf = ({ disease, time_from, time_to }: Pick<DiagnosisView, 'disease' | 'time_from' | 'time_to'>): DiagnosisContent => {
  const { id, code, text, release } = disease;
  const isChoice = id !== undefined && code !== undefined;
  return {
    disease: isChoice ? { id, code, text, ...(release === undefined ? {} : { release }) } : null,
    time_from: time_from ?? '',
    time_to: time_to ?? '',
  };
};

/** Null where it is no diagnosis, or one that was removed. */
export const storedContent = (current: unknown): DiagnosisContent | null => {
  const stored = (current ?? {}) as Partial<DiagnosisView> & { removed?: boolean };
  if (!stored.disease || stored.removed) return null;
  return contentOf({ disease: stored.disease, time_from: stored.time_from ?? null, time_to: stored.time_to ?? null });
};

/** The form's rules in the documents' words; a draft needs the same, for without them it says nothing. */
export const contentErrors = ({ disease, time_from, time_to }: DiagnosisContent): FieldErrors => {
  const errors: FieldErrors = {};
  if (disease === null) errors['disease'] = [messages.required];
  if (time_from.trim() === '') errors['time_from'] = [messages.required];
  else if (!isLocalDateTime(time_from)) errors['time_from'] = [messages.date];
  if (time_to.trim() !== '' && !isLocalDateTime(time_to)) errors['time_to'] = [messages.date];
  if (errors['time_from'] || errors['time_to'] || time_to.trim() === '') return errors;
  return { ...errors, ...diagnosisErrors({ time_from, time_to }) };
};

/** @param content without errors */
export const formOf = ({ disease, time_from, time_to }: DiagnosisContent): Pick<DiagnosisForm, 'disease' | 'time_from' | 'time_to'> => ({
  disease: disease as Disease,
  time_from,
  time_to: time_to.trim() === '' ? null : time_to,
});

export const { differences, merge } = byParts<DiagnosisContent>({
  disease: { label: 'Diagnosis', fields: ['disease'], show: ({ disease }) => (disease ? `${disease.code} ${disease.text}` : '') },
  time_from: { label: 'Start date', fields: ['time_from'], show: ({ time_from }) => longDate(time_from) || time_from },
  time_to: { label: 'Stop date', fields: ['time_to'], show: ({ time_to }) => longDate(time_to) || time_to },
});
