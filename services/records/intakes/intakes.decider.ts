import { type AcceptedDoubt, checkedDoubts, doubtOf } from '#contracts/accepted-doubts';
import { dayNumber, shownDay } from '#contracts/calendar-days';
import { type ExternalSource, isOutdated, isTakenFrom } from '#contracts/coding';
import { currentItem } from '#contracts/current-item';
import { withDosageChange } from '#contracts/dosage-periods';
import type { Regimen } from '#contracts/dosages';
import { said, saysTheSame } from '#contracts/equal';
import { boundError, changeErrors, intakeErrors, stopOf } from '#contracts/intake-rules';
import { intakeWarnings } from '#contracts/intake-warnings';
import type { DosageChange, IntakeCommand, IntakeContent, IntakeEvent } from '#contracts/intakes';
import type { Origin } from '#contracts/origin';
import { type Decider, type FieldErrors, Refusal } from '#infra/event-store/decider';

export type Intake =
  | { status: 'none' }
  | {
      status: 'recorded' | 'removed';
      patient_id: string;
      origin: Origin;
      source: ExternalSource | undefined;
      /** The version of the external record that took it back. */
      withdrawn?: ExternalSource | undefined;
      content: IntakeContent;
      /** Later dosages by day, one a day. */
      dosage_changes: DosageChange[];
      comment: string;
    };
type Existing = Exclude<Intake, { status: 'none' }>;

type Of<T extends IntakeCommand['type']> = Extract<IntakeCommand, { type: T }>;
type Typed = Of<'RecordIntake'>['data'] | Of<'CorrectIntake'>['data'];
type TypedChange = Omit<Of<'ChangeDosage'>['data'], 'intake_id' | 'version' | 'comment'>;

const regimenOf = ({ form, quantity, frequency, period, period_unit, as_needed, dosages }: Regimen) => ({
  form,
  quantity,
  frequency,
  period,
  period_unit,
  as_needed,
  dosages: [...dosages],
});
const changeOf = (change: Regimen & { change_date: string }): DosageChange => ({ change_date: change.change_date, ...regimenOf(change) });

const contentOf = (data: IntakeContent): IntakeContent => ({
  medication: said(data.medication) as IntakeContent['medication'],
  is_generic_selected: data.is_generic_selected,
  schedule_kind: data.schedule_kind,
  time_from: data.time_from,
  time_to: data.time_to,
  until_discontinued: data.until_discontinued,
  duration: data.duration,
  duration_unit: data.duration_unit,
  ...regimenOf(data),
  repeat_therapy: data.repeat_therapy,
  repeat: data.repeat,
  repeat_unit: data.repeat_unit,
  repeat_time_to: data.repeat_time_to,
  repeat_until_discontinued: data.repeat_until_discontinued,
  notes: data.notes,
  draft: data.draft,
  ...said({
    dosage_text: data.dosage_text,
    time_from_precision: data.time_from_precision,
    time_to_precision: data.time_to_precision,
    clinical_status: data.clinical_status,
  }),
});

const evolve = (state: Intake, event: IntakeEvent): Intake => {
  switch (event.type) {
    case 'IntakeRecorded': {
      const { patient_id, origin, source, comment } = event.data;
      return { status: 'recorded', patient_id, origin, source, content: contentOf(event.data), dosage_changes: [], comment };
    }
    case 'IntakeCorrected': {
      if (state.status !== 'recorded') return state;
      const { source, dosage_changes, comment } = event.data;
      return { ...state, source: source ?? state.source, content: contentOf(event.data), dosage_changes, comment };
    }
    case 'DosageChanged': {
      if (state.status !== 'recorded') return state;
      return { ...state, dosage_changes: withDosageChange(state.dosage_changes, changeOf(event.data)), comment: event.data.comment };
    }
    case 'IntakeRemoved':
      return state.status === 'recorded' ? { ...state, status: 'removed', withdrawn: event.data.source } : state;
  }
};

const external = () => new Refusal('external-record', 'This treatment came from an external record and cannot be changed here');
const removed = () => new Refusal('intake-removed', 'This treatment was removed', {}, 404);
const taken = () => new Refusal('intake-exists', 'This treatment was already recorded', {}, 409);
const refuse = (errors: FieldErrors): void => {
  if (Object.keys(errors).length > 0) throw new Refusal('intake-rules', 'This treatment cannot be recorded so', errors);
};

const OWN_QUESTIONS = ['ten-times-off', 'weekly-methotrexate'] as const;

/** Asked again of a treatment: a dose beside the product's strength, and methotrexate more often than weekly, of each of its dosages. */
const askedAbout = (content: IntakeContent, changes: readonly Regimen[]): AcceptedDoubt[] => [
  ...intakeWarnings(content, {}).map((warning) => doubtOf(warning)),
  ...changes.flatMap((change, index) =>
    intakeWarnings({ ...change, medication: content.medication }, {}).map(({ path, ...warning }) =>
      doubtOf({ ...warning, path: `dosage_changes.${index}.${path}` }),
    ),
  ),
];

/** What a person accepted. Only dates are not asked again here: they follow from the day. */
const checkedAs = (accepted: readonly AcceptedDoubt[] | undefined, asked: readonly AcceptedDoubt[]): { accepted?: AcceptedDoubt[] } => {
  const { errors, checked } = checkedDoubts(accepted, { asked, decided: OWN_QUESTIONS });
  if (Object.keys(errors).length > 0) throw new Refusal('doubts', 'What was accepted was not asked', errors);
  return checked;
};

/** What a person typed, as it is stored: the form's rules hold for whoever sends it, a stop date follows from start and duration. */
const typedContent = (data: Typed): IntakeContent => {
  refuse(intakeErrors(data));
  return contentOf({ ...data, medication: data.medication!, time_to: stopOf(data) });
};

/** A later dosage outside of the treatment, or of another drug, would be lost from sight: it is corrected together with it. */
const refuseStranded = (content: IntakeContent, changes: readonly DosageChange[]): void => {
  const errors: FieldErrors = {};
  for (const change of changes) {
    const [day, bound] = [shownDay(change.change_date), boundError(change.change_date, content)];
    const isEarly = content.time_from !== null && dayNumber(change.change_date) < dayNumber(content.time_from);
    const end = content.repeat_therapy ? 'repeat_time_to' : 'time_to';
    if (isEarly) errors['time_from'] = [`The dosage was changed on ${day}, before this date`];
    else if (bound !== undefined) errors[end] = [`The dosage was changed on ${day}, after this date`];
    const isForeign = Object.keys(changeErrors(change, content)).some((path) => path.endsWith('nonproprietary_name'));
    if (isForeign) errors['medication'] = [`The dosage changed on ${day} is of other active ingredients`];
  }
  refuse(errors);
};

const typedChanges = (changes: readonly TypedChange[], content: IntakeContent): DosageChange[] => {
  const errors: FieldErrors = {};
  const days = new Set<number>();
  const stored = changes.map((change, index) => {
    for (const [path, texts] of Object.entries(changeErrors(change, content))) errors[`dosage_changes.${index}.${path}`] = texts;
    const day = change.change_date === null ? Number.NaN : dayNumber(change.change_date);
    if (days.has(day)) errors[`dosage_changes.${index}.change_date`] = ['The dosage was already changed on this day'];
    days.add(day);
    return changeOf({ ...change, change_date: change.change_date ?? '' });
  });
  refuse(errors);
  return stored.sort((a, b) => dayNumber(a.change_date) - dayNumber(b.change_date));
};

const record = ({ data }: Of<'RecordIntake'>, state: Intake): IntakeEvent[] => {
  const content = typedContent(data);
  const { intake_id, patient_id, comment } = data;
  if (state.status === 'none') {
    const accepted = checkedAs(data.accepted, askedAbout(content, []));
    return [{ type: 'IntakeRecorded', data: { intake_id, patient_id, origin: 'manual', ...content, comment, ...accepted } }];
  }
  if (state.status === 'removed') throw removed();
  const isSame = state.patient_id === patient_id && state.dosage_changes.length === 0 && saysTheSame(state.content, content);
  if (state.origin === 'manual' && isSame) return [];
  throw taken();
};

const correct = ({ data }: Of<'CorrectIntake'>, state: Existing): IntakeEvent[] => {
  if (state.status === 'removed') throw removed();
  if (state.origin === 'fhir') throw external();
  const content = typedContent(data);
  const dosage_changes = data.dosage_changes ? typedChanges(data.dosage_changes, content) : state.dosage_changes;
  if (!data.dosage_changes) refuseStranded(content, dosage_changes);
  if (saysTheSame([state.content, state.dosage_changes], [content, dosage_changes])) return [];
  const accepted = checkedAs(data.accepted, askedAbout(content, data.dosage_changes ?? []));
  const { intake_id, comment } = data;
  const next = { intake_id, patient_id: state.patient_id, ...content, dosage_changes, comment, ...accepted };
  return [{ type: 'IntakeCorrected', data: data.stopped ? { ...next, stopped: true } : next }];
};

/** The dosage that is in force on a day, by the changes so far. */
const inForce = ({ content, dosage_changes }: Existing, day: string): Regimen =>
  dosage_changes.findLast(({ change_date }) => dayNumber(change_date) <= dayNumber(day)) ?? content;

const changeDosage = ({ data }: Of<'ChangeDosage'>, state: Existing): IntakeEvent[] => {
  if (state.status === 'removed') throw removed();
  if (state.origin === 'fhir') throw external();
  if (state.content.draft) throw new Refusal('draft', 'Complete this draft before its dosage is changed');
  const { intake_id, comment, change_date } = data;
  refuse(changeErrors(data, state.content));
  const change = changeOf({ ...data, change_date: change_date! });
  const present = inForce(state, change.change_date);
  const isTapering = present === state.content && state.content.schedule_kind === 'Tapering';
  if (!isTapering && saysTheSame(regimenOf(present), regimenOf(change))) return [];
  const asked = intakeWarnings({ ...change, medication: state.content.medication }, {}).map((warning) => doubtOf(warning));
  const accepted = checkedAs(data.accepted, asked);
  return [{ type: 'DosageChanged', data: { intake_id, patient_id: state.patient_id, ...change, comment, ...accepted } }];
};

const take = ({ data }: Of<'TakeFromExternal'>, state: Intake): IntakeEvent[] => {
  const { intake_id, patient_id, source, comment } = data;
  const content = contentOf(data);
  if (state.status === 'none') {
    return [{ type: 'IntakeRecorded', data: { intake_id, patient_id, origin: 'fhir', source, ...content, comment } }];
  }
  if (!isTakenFrom(state, source) || state.patient_id !== patient_id) throw taken();
  if (state.status === 'removed') throw removed();
  if (isOutdated(source, state) || saysTheSame(state.content, content)) return [];
  return [{ type: 'IntakeCorrected', data: { intake_id, patient_id, source, ...content, dosage_changes: [], comment } }];
};

const remove = ({ data }: Of<'RemoveIntake'>, state: Existing): IntakeEvent[] => {
  if (state.status === 'removed') return [];
  if (state.origin === 'fhir') throw external();
  const { intake_id, comment } = data;
  return [{ type: 'IntakeRemoved', data: { intake_id, patient_id: state.patient_id, comment } }];
};

const removeFromExternal = ({ data }: Of<'RemoveFromExternal'>, state: Existing): IntakeEvent[] => {
  const { intake_id, source, comment } = data;
  if (!isTakenFrom(state, source)) throw taken();
  if (state.status === 'removed' || isOutdated(source, state)) return [];
  return [{ type: 'IntakeRemoved', data: { intake_id, patient_id: state.patient_id, source, comment } }];
};

const decide = (command: IntakeCommand, state: Intake): IntakeEvent[] => {
  if (command.type === 'RecordIntake') return record(command, state);
  if (command.type === 'TakeFromExternal') return take(command, state);
  if (state.status === 'none') throw new Refusal('intake-missing', 'There is no such treatment', {}, 404);
  switch (command.type) {
    case 'CorrectIntake':
      return correct(command, state);
    case 'ChangeDosage':
      return changeDosage(command, state);
    case 'RemoveIntake':
      return remove(command, state);
    case 'RemoveFromExternal':
      return removeFromExternal(command, state);
  }
};

/** The form has the later dosages beside the fields of the treatment. */
const shown = (state: Intake): unknown =>
  currentItem(state.status === 'none' ? state : { ...state, content: { ...state.content, dosage_changes: state.dosage_changes } });

export const intake: Decider<Intake, IntakeCommand, IntakeEvent> = { initial: { status: 'none' }, evolve, decide, shown };
