import { saysTheSame } from '#contracts/rules/equal';
import {
  type Definition,
  locksDivider,
  type MeasurementParameterCommand,
  measurementParameterErrors,
  type MeasurementParameterEvent,
} from '#contracts/examinations/measurement-parameters';
import { type Decider, type FieldErrors, Refusal } from '#infra/event-store/decider';

type Content = Extract<MeasurementParameterEvent, { type: 'MeasurementParameterUpdated' }>['data'];
type Command<T extends MeasurementParameterCommand['type']> = Extract<MeasurementParameterCommand, { type: T }>['data'];

export type MeasurementParameter =
  | { status: 'none' }
  | { status: 'approved' | 'pending' | 'rejected' | 'cancelled' | 'removed'; content: Content; used: readonly string[] };
type Existing = Exclude<MeasurementParameter, { status: 'none' }>;

const evolve = (state: MeasurementParameter, event: MeasurementParameterEvent): MeasurementParameter => {
  if (event.type === 'MeasurementParameterAdded') {
    const { state: pending, ...content } = event.data;
    return { status: pending === 1 ? 'pending' : 'approved', content, used: [] };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'MeasurementParameterUpdated':
      return { ...state, content: event.data };
    case 'MeasurementParameterApproved':
      return { ...state, status: 'approved', content: event.data };
    case 'MeasurementParameterRejected':
      return { ...state, status: 'rejected' };
    case 'MeasurementParameterCancelled':
      return { ...state, status: 'cancelled' };
    case 'MeasurementParameterRemoved':
      return { ...state, status: 'removed' };
    case 'DefinitionUsed':
      return { ...state, used: [...state.used, event.data.option_id] };
  }
};

type Fields = Pick<Content, 'parameter_id' | 'name' | 'description' | 'normalization_type' | 'scale_divider' | 'options_config'>;

/** What a form says, with the divider where its type leaves none to choose; no normalization has none either. */
const fieldsOf = ({ parameter_id, name, description, normalization_type, scale_divider, options_config }: Fields): Fields => ({
  parameter_id,
  name,
  description,
  normalization_type,
  scale_divider: locksDivider(normalization_type) || normalization_type === 'NoNormalization' ? 1 : scale_divider,
  options_config,
});

const refuseWrong = (fields: Fields): void => {
  const errors: FieldErrors = measurementParameterErrors(fields);
  if (Object.keys(errors).length > 0) throw new Refusal('definitions', 'The definitions do not hold together', errors);
};

/** What an examination uses stays, with its number: stored values were meant by it. Its words may change. */
const refuseLostDefinitions = ({ content, used }: Existing, after: readonly Definition[]): void => {
  for (const option_id of used) {
    const [before, now] = [content.options_config, after].map((options) => options.find((option) => option.option_id === option_id));
    if (!before || now?.predefined_value === before.predefined_value) continue;
    const what = now
      ? 'The value of a definition that examinations use cannot be changed'
      : 'A definition that examinations use cannot be removed';
    const message = `${what}: ${before.label_text}`;
    throw new Refusal('definition-used', message, { options_config: [message] });
  }
};

const missing = () => new Refusal('parameter-missing', 'There is no such office parameter', {}, 404);
const exists = () => new Refusal('parameter-exists', 'This office parameter was already added', {}, 409);
const decided = () => new Refusal('not-pending', 'This suggestion was already decided', {}, 409);

const add = (data: Fields, status: 'approved' | 'pending', state: MeasurementParameter): MeasurementParameterEvent[] => {
  const fields = fieldsOf(data);
  refuseWrong(fields);
  if (state.status === 'none') return [{ type: 'MeasurementParameterAdded', data: { ...fields, state: status === 'pending' ? 1 : 0 } }];
  if (state.status === status && saysTheSame(fieldsOf(state.content), fields)) return [];
  throw exists();
};

/** The form's fields over what a list said about it. */
const withFields = ({ content }: Existing, fields: Fields): Content => ({ ...content, ...fields });

const update = (data: Fields, state: Existing): MeasurementParameterEvent[] => {
  if (state.status !== 'approved') throw missing();
  const fields = fieldsOf(data);
  refuseWrong(fields);
  refuseLostDefinitions(state, fields.options_config);
  const after = withFields(state, fields);
  return saysTheSame(state.content, after) ? [] : [{ type: 'MeasurementParameterUpdated', data: after }];
};

const approve = (data: Fields, state: Existing): MeasurementParameterEvent[] => {
  const fields = fieldsOf(data);
  refuseWrong(fields);
  const after = withFields(state, fields);
  if (state.status === 'approved' && saysTheSame(state.content, after)) return [];
  if (state.status !== 'pending') throw decided();
  return [{ type: 'MeasurementParameterApproved', data: after }];
};

/** Everything but where it came from. */
const sameButSource = (a: Content, b: Content): boolean =>
  saysTheSame({ ...a, aliases: a.aliases ?? [], source: '' }, { ...b, aliases: b.aliases ?? [], source: '' });

/** What the list knows about a parameter that is there; what people configured only where it says that too. */
const bring = (data: Command<'ImportMeasurementParameter'>, state: MeasurementParameter): MeasurementParameterEvent[] => {
  const { code, aliases, plausible, source } = data;
  const listed = {
    ...(code === undefined ? {} : { code }),
    ...(aliases === undefined ? {} : { aliases }),
    ...(plausible ? { plausible } : {}),
    ...(source === undefined ? {} : { source }),
  };
  const fields = fieldsOf(data);
  if (data.whole) refuseWrong(fields);
  if (state.status === 'none') return [{ type: 'MeasurementParameterAdded', data: { ...fields, ...listed, state: 0 } }];
  // What somebody took out does not come back with a list.
  if (state.status !== 'approved' && state.status !== 'pending') return [];
  if (data.whole) refuseLostDefinitions(state, fields.options_config);
  const { plausible: before, ...content } = state.content;
  const after = {
    ...content,
    ...(before === undefined || plausible === null ? {} : { plausible: before }),
    ...(data.whole ? fields : { description: data.description }),
    ...listed,
  };
  if (state.status === 'pending') return [{ type: 'MeasurementParameterApproved', data: after }];
  return sameButSource(state.content, after) ? [] : [{ type: 'MeasurementParameterUpdated', data: after }];
};

const noteUsed = ({ parameter_id, option_id }: Command<'NoteDefinitionUsed'>, state: Existing): MeasurementParameterEvent[] =>
  state.used.includes(option_id) || !state.content.options_config.some((option) => option.option_id === option_id)
    ? []
    : [{ type: 'DefinitionUsed', data: { parameter_id, option_id } }];

const decide = (command: MeasurementParameterCommand, state: MeasurementParameter): MeasurementParameterEvent[] => {
  if (command.type === 'AddMeasurementParameter') return add(command.data, 'approved', state);
  if (command.type === 'SuggestMeasurementParameter') return add(command.data, 'pending', state);
  if (command.type === 'ImportMeasurementParameter') return bring(command.data, state);
  if (state.status === 'none') throw missing();
  const { parameter_id } = command.data;
  switch (command.type) {
    case 'UpdateMeasurementParameter':
      return update(command.data, state);
    case 'ApproveMeasurementParameter':
      return approve(command.data, state);
    case 'RejectMeasurementParameter':
      if (state.status === 'rejected') return [];
      if (state.status !== 'pending') throw decided();
      return [{ type: 'MeasurementParameterRejected', data: { parameter_id } }];
    case 'CancelMeasurementParameter':
      if (state.status === 'cancelled') return [];
      if (state.status !== 'pending') throw decided();
      return [{ type: 'MeasurementParameterCancelled', data: { parameter_id } }];
    case 'RemoveMeasurementParameter':
      if (state.status === 'removed') return [];
      if (state.status !== 'approved') throw missing();
      return [{ type: 'MeasurementParameterRemoved', data: { parameter_id } }];
    case 'NoteDefinitionUsed':
      return noteUsed(command.data, state);
  }
};

export const measurementParameter: Decider<MeasurementParameter, MeasurementParameterCommand, MeasurementParameterEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
  /** What a form may still choose from: nothing of what was removed, rejected or cancelled. */
  shown: (state) =>
    state.status === 'approved' || state.status === 'pending' ? { ...state.content, state: state.status === 'pending' ? 1 : 0 } : null,
};
