import {
  type ExaminationTemplateCommand,
  type ExaminationTemplateEvent,
  LAST_USED,
  type TemplateKind,
} from '#contracts/examinations/examination-templates';
import { messages } from '#contracts/rules/messages';
import { type Decider, Refusal } from '#infra/event-store/decider';

export type ExaminationTemplate =
  | { status: 'none' }
  | {
      status: 'present' | 'removed';
      /** The patient whose forms it serves; undefined for a public one. */
      patient_id: string | undefined;
      /** Whose 'LastUsed' it is. */
      owner_id: string | undefined;
      kind: TemplateKind;
      name: string;
      parameter_ids: readonly string[];
      /** When that was entered which a 'LastUsed' follows. */
      entered_at: string | undefined;
    };
type Existing = Exclude<ExaminationTemplate, { status: 'none' }>;
type Of<T extends ExaminationTemplateCommand['type']> = Extract<ExaminationTemplateCommand, { type: T }>;

const evolve = (state: ExaminationTemplate, event: ExaminationTemplateEvent): ExaminationTemplate => {
  switch (event.type) {
    case 'TemplateCreated': {
      const { name, parameter_ids, kind = 'examination' } = event.data;
      return { status: 'present', patient_id: undefined, owner_id: undefined, kind, name, parameter_ids, entered_at: undefined };
    }
    case 'PatientTemplateCreated': {
      const { name, parameter_ids, patient_id, owner_id, entered_at, kind = 'examination' } = event.data;
      return { status: 'present', patient_id, owner_id, kind, name, parameter_ids, entered_at };
    }
    case 'TemplateUpdated':
    case 'PatientTemplateUpdated': {
      const { name, parameter_ids } = event.data;
      const entered_at = 'entered_at' in event.data ? event.data.entered_at : undefined;
      return state.status === 'present' ? { ...state, name, parameter_ids, entered_at } : state;
    }
    case 'TemplateRemoved':
      return state.status === 'present' ? { ...state, status: 'removed' } : state;
  }
};

interface Content {
  kind?: TemplateKind;
  name: string;
  parameter_ids: readonly string[];
}
const same = (a: Content, b: Content): boolean => a.name === b.name && a.parameter_ids.join() === b.parameter_ids.join();

const removed = () => new Refusal('template-removed', 'This template was removed', {}, 404);
const taken = () => new Refusal('template-exists', 'This template was already created', {}, 409);
const lastUsed = () => new Refusal('last-used', `'${LAST_USED}' follows what was entered last and cannot be changed`);

const refuseNothing = (parameter_ids: readonly string[]): void => {
  if (parameter_ids.length === 0) throw new Refusal('no-parameters', messages.parameters, { parameter_ids: [messages.parameters] });
};

/** Whether what is to be created stands there already; undefined where nothing stands there. */
const already = (state: ExaminationTemplate, patient_id: string | undefined, content: Content): [] | undefined => {
  refuseNothing(content.parameter_ids);
  if (state.status === 'none') return undefined;
  if (state.status === 'removed') throw removed();
  if (state.owner_id === undefined && state.patient_id === patient_id && state.kind === content.kind && same(state, content)) return [];
  throw taken();
};

/** A template without a kind is for examinations. */
const ofKind = <T extends { kind: TemplateKind }>({ kind, ...whole }: T) => (kind === 'lab' ? { ...whole, kind } : whole);

const create = ({ data }: Of<'CreateTemplate'>, state: ExaminationTemplate): ExaminationTemplateEvent[] =>
  already(state, undefined, data) ?? [{ type: 'TemplateCreated', data: ofKind(data) }];

const createOfPatient = ({ data }: Of<'CreatePatientTemplate'>, state: ExaminationTemplate): ExaminationTemplateEvent[] =>
  already(state, data.patient_id, data) ?? [{ type: 'PatientTemplateCreated', data: ofKind(data) }];

const update = ({ data }: Of<'UpdateTemplate'>, state: Existing): ExaminationTemplateEvent[] => {
  if (state.status === 'removed') throw removed();
  if (state.owner_id !== undefined) throw lastUsed();
  refuseNothing(data.parameter_ids);
  if (same(state, data)) return [];
  const { template_id, name, parameter_ids } = data;
  const whole = { template_id, name, parameter_ids };
  return state.patient_id === undefined
    ? [{ type: 'TemplateUpdated', data: whole }]
    : [{ type: 'PatientTemplateUpdated', data: { ...whole, patient_id: state.patient_id } }];
};

const saveLastUsed = ({ data }: Of<'SaveLastUsed'>, state: ExaminationTemplate): ExaminationTemplateEvent[] => {
  const whole = { ...data, name: LAST_USED };
  if (state.status === 'none') return [{ type: 'PatientTemplateCreated', data: whole }];
  if (state.owner_id !== data.owner_id || state.patient_id !== data.patient_id) throw taken();
  // Told late or again, an earlier entry does not take the place of a later one.
  if (state.entered_at !== undefined && data.entered_at < state.entered_at) return [];
  return same(state, whole) ? [] : [{ type: 'PatientTemplateUpdated', data: whole }];
};

const decide = (command: ExaminationTemplateCommand, state: ExaminationTemplate): ExaminationTemplateEvent[] => {
  if (command.type === 'CreateTemplate') return create(command, state);
  if (command.type === 'CreatePatientTemplate') return createOfPatient(command, state);
  if (command.type === 'SaveLastUsed') return saveLastUsed(command, state);
  if (state.status === 'none') throw new Refusal('template-missing', 'There is no such template', {}, 404);
  if (command.type === 'UpdateTemplate') return update(command, state);
  if (state.owner_id !== undefined) throw lastUsed();
  return state.status === 'removed' ? [] : [{ type: 'TemplateRemoved', data: { template_id: command.data.template_id } }];
};

export const examinationTemplate: Decider<ExaminationTemplate, ExaminationTemplateCommand, ExaminationTemplateEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
  shown: (state) => (state.status === 'present' ? { name: state.name, parameter_ids: state.parameter_ids } : null),
};
