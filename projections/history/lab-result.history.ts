import type { LabResultEvent } from '#contracts/lab-results';
import type { LabValue } from '#contracts/lab-values';
import { at, began, begun, change, day, type ItemHistory, yesNo } from './item-history.ts';
import { valueChanges, valueSources } from './lab-values.history.ts';

interface Content {
  collected: string;
  draft: boolean;
  parameters: readonly LabValue[];
}
interface State {
  content: Content | undefined;
  page: { file_id: string; page_id: string } | undefined;
}

const contentChanges = (before: Content | undefined, after: Content) => [
  ...change('Date collected', day(before?.collected), day(after.collected), at('collected', before?.collected, after.collected)),
  ...change('Draft', yesNo(before?.draft) ?? 'No', yesNo(after.draft), at('draft', before?.draft, after.draft)),
  ...valueChanges(before?.parameters ?? [], after.parameters),
];

export const labResultHistory: ItemHistory<State, LabResultEvent> = {
  prefix: 'lab_result',
  initial: { content: undefined, page: undefined },
  tell: (state, event) => {
    switch (event.type) {
      case 'LabResultRecorded': {
        const { file_id, page_id, origin, comment, ...content } = event.data;
        const page = file_id !== undefined && page_id !== undefined ? { file_id, page_id } : undefined;
        return {
          state: { content, page },
          ...began(origin),
          changes: begun(contentChanges(undefined, content)),
          sources: page ? valueSources(content.parameters, page.file_id, page.page_id) : [],
          comment,
        };
      }
      case 'LabResultCorrected': {
        const { comment, ...content } = event.data;
        const { page } = state;
        return {
          state: { content, page },
          action: 'Changed',
          action_code: 'changed',
          changes: contentChanges(state.content, content),
          sources: page ? valueSources(content.parameters, page.file_id, page.page_id) : [],
          comment,
        };
      }
      case 'LabResultRemoved':
        return { state, action: 'Removed', action_code: 'removed', changes: [], comment: event.data.comment };
    }
  },
  facts: ({ content }) => (content ? begun(contentChanges(undefined, content)) : []),
  isHiddenFromPatient: ({ content }) => content?.draft === true,
  unseen: ({ content }, { page }) => ({ content, page }),
};
