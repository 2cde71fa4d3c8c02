import type { ExaminationEvent, Measurement } from '#contracts/examinations/examinations';
import type { SourceTime } from '#contracts/wire/clock';
import { measurementText } from '#contracts/examinations/measurement-text';
import {
  at,
  began,
  begun,
  besideChange,
  type Change,
  change,
  collectedChange,
  type ItemHistory,
  ofEntry,
  same,
  yesNo,
} from './item-history.ts';

type Recorded = Extract<ExaminationEvent, { type: 'ExaminationRecorded' }>['data'];
type Content = Pick<Recorded, 'collected' | keyof SourceTime | 'draft' | 'note_writer' | 'measurements'>;

const resultData = (measurement: Measurement | undefined): unknown => {
  if (measurement === undefined) return null;
  const { parameter_id, comparator, parameter_value, text, unit, option_id } = measurement;
  return {
    parameter_id,
    ...(comparator ? { comparator } : {}),
    parameter_value,
    ...(text ? { text } : {}),
    unit,
    ...(option_id ? { option_id } : {}),
  };
};

/** What is different between two versions of one measurement; undefined: it is not there. */
const entryChanges = (before: Measurement | undefined, after: Measurement | undefined): Change[] => {
  const name = (after ?? before)?.parameter_name ?? '';
  const data = at('measurements.parameter_value', resultData(before), resultData(after));
  if (after === undefined) return change(name, (before && measurementText(before)) ?? 'no value', null, data);
  return [
    ...(before === undefined ? [] : same('Name', 'measurements.parameter_name', before.parameter_name, after.parameter_name)),
    ...change(name, before ? measurementText(before) : null, measurementText(after), data),
    ...besideChange(`${name}: method, body site, people and notes`, 'measurements.beside', before, after),
  ];
};

/** Entry by entry: followed by their ids, in the order of the later version. */
const measurementChanges = (before: readonly Measurement[], after: readonly Measurement[]): Change[] => {
  const earlier = new Map(before.map((entry) => [entry.entry_id, entry]));
  const later = new Set(after.map(({ entry_id }) => entry_id));
  return [
    ...after.flatMap((entry) => ofEntry(entry.entry_id, entryChanges(earlier.get(entry.entry_id), entry))),
    ...before.flatMap((entry) => (later.has(entry.entry_id) ? [] : ofEntry(entry.entry_id, entryChanges(entry, undefined)))),
  ];
};

const contentChanges = (before: Content | undefined, after: Content): Change[] => [
  ...collectedChange(before, after),
  ...change('Draft', yesNo(before?.draft) ?? 'No', yesNo(after.draft), at('draft', before?.draft, after.draft)),
  ...same('Note writer', 'note_writer', before?.note_writer, after.note_writer),
  ...measurementChanges(before?.measurements ?? [], after.measurements),
];

export const examinationHistory: ItemHistory<Content | undefined, ExaminationEvent> = {
  initial: undefined,
  tell: (state, event) => {
    switch (event.type) {
      case 'ExaminationRecorded': {
        const { origin, comment } = event.data;
        return { state: event.data, ...began(origin), changes: begun(contentChanges(undefined, event.data)), comment };
      }
      case 'ExaminationCorrected':
        return {
          state: event.data,
          action: 'Changed',
          action_code: 'changed',
          changes: contentChanges(state, event.data),
          comment: event.data.comment,
        };
      case 'ExaminationRemoved':
        return { state, action: 'Removed', action_code: 'removed', changes: [], comment: event.data.comment };
    }
  },
  facts: (content) => (content === undefined ? [] : begun(contentChanges(undefined, content))),
  isHiddenFromPatient: (content) => content?.draft === true,
};
