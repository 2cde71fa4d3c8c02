import { searchText } from '#contracts/rules/search-text';
import type { LabParameterCommand, LabParameterEvent } from '#contracts/lab/lab-parameters';
import { type Decider, Refusal } from '#infra/event-store/decider';

type Status = Extract<LabParameterEvent, { type: 'LabParameterAdded' }>['data']['status'];
type Content = Extract<LabParameterEvent, { type: 'LabParameterConfigured' }>['data'];
type Of<T extends LabParameterCommand['type']> = Extract<LabParameterCommand, { type: T }>['data'];
export type LabParameter = { status: 'none' } | { status: Status | 'Removed'; content: Content };
type Existing = Exclude<LabParameter, { status: 'none' }>;

/** What nobody configured yet. */
const unconfigured = {
  normalization_type: 'Arithmetic' as const,
  scale_divider: 1,
  is_default: false,
  ignored_during_validation: false,
};

/** Of what was requested nothing is known but, perhaps, a name. */
const requested = (parameter_id: string, alias: string | undefined): Content => ({
  ...unconfigured,
  parameter_id,
  aliases: alias === undefined ? [] : [alias],
  unit: '',
  usual_ranges: [],
});

const evolve = (state: LabParameter, event: LabParameterEvent): LabParameter => {
  if (event.type === 'LabParameterAdded') {
    const { status, ...content } = event.data;
    return { status, content };
  }
  if (event.type === 'LabParameterRequested') {
    const { parameter_id, alias, status } = event.data;
    return { status, content: requested(parameter_id, alias) };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'LabParameterConfigured':
      return { ...state, content: event.data };
    case 'LabParameterRequestSent': {
      const { parameter_id, alias } = event.data;
      return { status: 'PendingApproval', content: requested(parameter_id, alias ?? state.content.aliases[0]) };
    }
    case 'LabParameterApproved':
      return { status: 'Approved', content: event.data };
    case 'LabParameterRejected':
      return { ...state, status: 'Rejected' };
    case 'LabParameterRemoved':
      return { ...state, status: 'Removed' };
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

const missing = () => new Refusal('parameter-missing', 'There is no such parameter', {}, 404);
const decided = () => new Refusal('not-pending', 'This request was already decided', {}, 409);

const add = ({ status, ...data }: Of<'AddLabParameter'>, state: LabParameter): LabParameterEvent[] => {
  const content = { ...data, aliases: distinct(data.aliases) };
  if (state.status === 'none') return [{ type: 'LabParameterAdded', data: { ...content, status } }];
  if (state.status === status && same(state.content, content)) return [];
  if (state.status === 'Approved') {
    const message = 'The catalogue has this parameter already';
    throw new Refusal('parameter-exists', message, { aliases: [message] }, 409);
  }
  return [{ type: 'LabParameterApproved', data: content }];
};

/** Another source alone is no change. */
const configure = (after: Content, state: Existing): LabParameterEvent[] => {
  if (state.status !== 'Approved') throw missing();
  return same(state.content, after) ? [] : [{ type: 'LabParameterConfigured', data: after }];
};

const bring = ({ version: _version, whole, ...data }: Of<'ImportLabParameter'>, state: LabParameter): LabParameterEvent[] => {
  const aliases = distinct(data.aliases);
  switch (state.status) {
    case 'none':
      return [{ type: 'LabParameterAdded', data: { ...unconfigured, ...data, aliases, status: 'Approved' } }];
    case 'Approved':
      return configure({ ...state.content, ...data, aliases: whole ? aliases : merged(state.content.aliases, aliases) }, state);
    case 'PendingApproval':
    case 'AutomaticallyRequested':
      return [{ type: 'LabParameterApproved', data: { ...unconfigured, ...data, aliases } }];
    // what somebody took out does not come back with a list
    case 'Rejected':
    case 'Removed':
      return [];
  }
};

const request = (data: Of<'RequestLabParameter'>, state: LabParameter): LabParameterEvent[] => {
  const { reopens, ...asked } = data;
  const { parameter_id, status, alias } = asked;
  const named = alias === undefined ? {} : { alias };
  if (state.status === 'none' && status === 'PendingApproval' && alias === undefined) throw missing();
  if (state.status === 'none') return [{ type: 'LabParameterRequested', data: asked }];
  if (status === 'AutomaticallyRequested') return [];
  if (state.status === 'AutomaticallyRequested' || (state.status === 'Rejected' && reopens))
    return [{ type: 'LabParameterRequestSent', data: { parameter_id, ...named } }];
  if (state.status === 'Rejected' || state.status === 'Removed') {
    const message = state.status === 'Rejected' ? 'This parameter was requested before, and rejected' : 'This parameter was removed';
    throw new Refusal('parameter-rejected', message, { alias: [message] }, 409);
  }
  return [];
};

const approve = (content: Content, state: Existing): LabParameterEvent[] => {
  if (state.status === 'Approved' && same(state.content, content)) return [];
  if (state.status === 'Approved' || state.status === 'Removed') throw decided();
  return [{ type: 'LabParameterApproved', data: content }];
};

const reject = (parameter_id: string, state: Existing): LabParameterEvent[] => {
  if (state.status === 'Rejected') return [];
  if (state.status !== 'PendingApproval' && state.status !== 'AutomaticallyRequested') throw decided();
  return [{ type: 'LabParameterRejected', data: { parameter_id } }];
};

const remove = (parameter_id: string, state: Existing): LabParameterEvent[] => {
  if (state.status === 'Removed') return [];
  if (state.status !== 'Approved') throw missing();
  return [{ type: 'LabParameterRemoved', data: { parameter_id } }];
};

const contentOf = ({ version: _version, ...content }: Of<'ConfigureLabParameter'>): Content => ({
  ...content,
  aliases: distinct(content.aliases),
});

const decide = (command: LabParameterCommand, state: LabParameter): LabParameterEvent[] => {
  if (command.type === 'AddLabParameter') return add(command.data, state);
  if (command.type === 'ImportLabParameter') return bring(command.data, state);
  if (command.type === 'RequestLabParameter') return request(command.data, state);
  if (state.status === 'none') throw missing();
  switch (command.type) {
    case 'ConfigureLabParameter':
      return configure(contentOf(command.data), state);
    case 'ApproveLabParameter':
      return approve(contentOf(command.data), state);
    case 'RejectLabParameter':
      return reject(command.data.parameter_id, state);
    case 'RemoveLabParameter':
      return remove(command.data.parameter_id, state);
  }
};

export const labParameter: Decider<LabParameter, LabParameterCommand, LabParameterEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
  shown: (state) => (state.status === 'none' ? null : { ...state.content, status: state.status }),
};
