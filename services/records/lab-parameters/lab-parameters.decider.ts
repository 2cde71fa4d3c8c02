import { searchText } from '#contracts/rules/search-text';
import type { LabParameterCommand, LabParameterEvent } from '#contracts/lab/lab-parameters';
import { type Decider, Refusal } from '#infra/event-store/decider';

type Status = Extract<LabParameterEvent, { type: 'LabParameterAdded' }>['data']['status'];
type Content = Extract<LabParameterEvent, { type: 'LabParameterConfigured' }>['data'];

export type LabParameter = { status: 'none' } | { status: Status; content: Content };

const evolve = (state: LabParameter, event: LabParameterEvent): LabParameter => {
  switch (event.type) {
    case 'LabParameterAdded': {
      const { status, ...content } = event.data;
      return { status, content };
    }
    case 'LabParameterConfigured':
      return state.status === 'none' ? state : { ...state, content: event.data };
  }
};

/** Each alias once, however it is spelled, the first spelling kept. */
const distinct = (aliases: readonly string[]): string[] => {
  const seen = new Set<string>();
  return aliases.filter((alias) => !seen.has(searchText(alias)) && seen.add(searchText(alias)));
};

/** The list's name leads where it is a new one; otherwise the order that people gave stays, and what is new comes after. */
const merged = (present: readonly string[], listed: readonly string[]): string[] => {
  const [primary = '', ...others] = listed;
  const isKnown = present.some((alias) => searchText(alias) === searchText(primary));
  return distinct(isKnown ? [...present, ...others] : [primary, ...present, ...others]);
};

/** Everything but where it came from. */
const comparable = (content: Content): string => {
  const { aliases, normalization_type, scale_divider, is_default, ignored_during_validation, code, unit, usual_ranges } = content;
  const ranges = usual_ranges.map(({ sex, age_from, age_below, min, max, source }) => [sex, age_from, age_below, min, max, source]);
  return JSON.stringify([aliases, normalization_type, scale_divider, is_default, ignored_during_validation, code, unit, ranges]);
};

const same = (a: Content, b: Content): boolean => comparable(a) === comparable(b);

/** Another source alone is no change. */
const configured = (before: Content, after: Content): LabParameterEvent[] =>
  same(before, after) ? [] : [{ type: 'LabParameterConfigured', data: after }];

const decide = (command: LabParameterCommand, state: LabParameter): LabParameterEvent[] => {
  const aliases = distinct(command.data.aliases);
  switch (command.type) {
    case 'AddLabParameter': {
      const { status, ...content } = { ...command.data, aliases };
      if (state.status === 'none') return [{ type: 'LabParameterAdded', data: { ...content, status } }];
      if (state.status === status && same(state.content, content)) return [];
      const message = 'The catalogue has this parameter already';
      throw new Refusal('parameter-exists', message, { aliases: [message] }, 409);
    }
    case 'ConfigureLabParameter': {
      if (state.status === 'none') throw new Refusal('parameter-missing', 'There is no such parameter', {}, 404);
      const { version: _, ...content } = command.data;
      return configured(state.content, { ...content, aliases });
    }
    case 'ImportLabParameter': {
      if (state.status !== 'none') {
        return configured(state.content, { ...state.content, ...command.data, aliases: merged(state.content.aliases, aliases) });
      }
      const defaults = {
        normalization_type: 'Arithmetic' as const,
        scale_divider: 1,
        is_default: false,
        ignored_during_validation: false,
        status: 'Approved' as const,
      };
      return [{ type: 'LabParameterAdded', data: { ...defaults, ...command.data, aliases } }];
    }
  }
};

export const labParameter: Decider<LabParameter, LabParameterCommand, LabParameterEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
  shown: (state) => (state.status === 'none' ? null : { ...state.content, status: state.status }),
};
