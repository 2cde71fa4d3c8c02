import type { CriticalResultEvent } from '#contracts/lab/critical-results';
import type { LabResultEvent, ReadOnPage } from '#contracts/lab/lab-results';
import type { SourceTime } from '#contracts/wire/clock';
import type { LabValue } from '#contracts/observations/lab-values';
import { at, began, begun, type Change, change, collectedChange, criticalText, type ItemHistory, yesNo } from './item-history.ts';
import { valueChanges, valueSources } from './lab-values.history.ts';

interface Content extends SourceTime {
  collected: string;
  draft: boolean;
  parameters: readonly LabValue[];
}
interface State {
  content: Content | undefined;
  page: { file_id: string; page_id: string } | undefined;
}

const contentChanges = (before: Content | undefined, after: Content) => [
  ...collectedChange(before, after),
  ...change('Draft', yesNo(before?.draft) ?? 'No', yesNo(after.draft), at('draft', before?.draft, after.draft)),
  ...valueChanges(before?.parameters ?? [], after.parameters),
];

/** The changes of an event that brought values for the first time: where they were changed since they were read, with what was read. */
const withRead = (changes: readonly Change[], read: ReadOnPage | undefined, after: Content): Change[] => {
  if (!read) return [...changes];
  const ids = new Set(read.parameters.map(({ entry_id }) => entry_id));
  const entered = after.parameters.filter(({ entry_id }) => ids.has(entry_id));
  const day = read.collected ?? after.collected;
  const changed = contentChanges({ ...after, collected: day, parameters: read.parameters }, { ...after, parameters: entered });
  const isSame = (a: Change, b: Change) => a.path === b.path && a.entry_id === b.entry_id;
  const told = changed.map((one): Change => ({ ...one, is_read: true }));
  return [
    ...changes.map((one) => told.find((other) => isSame(one, other)) ?? one),
    ...told.filter((one) => !changes.some((other) => isSame(one, other))),
  ];
};

export const labResultHistory: ItemHistory<State, LabResultEvent | CriticalResultEvent> = {
  initial: { content: undefined, page: undefined },
  tell: (state, event) => {
    switch (event.type) {
      case 'LabResultRecorded': {
        const { file_id, page_id, origin, comment, read, ...content } = event.data;
        const page = file_id !== undefined && page_id !== undefined ? { file_id, page_id } : undefined;
        return {
          state: { content, page },
          ...began(origin),
          changes: withRead(begun(contentChanges(undefined, content)), read, content),
          sources: page ? valueSources(content.parameters, page.file_id, page.page_id) : [],
          comment,
        };
      }
      case 'LabResultCorrected': {
        const { comment, read, ...content } = event.data;
        const { page } = state;
        return {
          state: { content, page },
          action: 'Changed',
          action_code: 'changed',
          changes: withRead(contentChanges(state.content, content), read, content),
          sources: page ? valueSources(content.parameters, page.file_id, page.page_id) : [],
          comment,
        };
      }
      case 'LabResultRemoved':
        return { state, action: 'Removed', action_code: 'removed', changes: [], comment: event.data.comment };
      case 'CriticalResultSeen': {
        const action = `Critical result seen: ${event.data.values.map(criticalText).join(', ')}`;
        return { state, action, action_code: 'seen', changes: [] };
      }
    }
  },
  facts: ({ content }) => (content ? begun(contentChanges(undefined, content)) : []),
  isHiddenFromPatient: ({ content }) => content?.draft === true,
  unseen: ({ content }, { page }) => ({ content, page }),
};
