import { type AcceptedDoubt, checkedDoubts, doubtOf } from '#contracts/items/accepted-doubts';
import { dayNumber, shownDay } from '#contracts/rules/calendar-days';
import { withDosageChange } from '#contracts/treatments/dosage-periods';
import type { Regimen } from '#contracts/treatments/dosages';
import { fieldsOf, said, saysTheSame } from '#contracts/rules/equal';
import { boundError, changeErrors, intakeErrors, stopOf } from '#contracts/treatments/intake-rules';
import { intakeWarnings } from '#contracts/treatments/intake-warnings';
import { DosageChange, type IntakeCommand, IntakeContent, type IntakeEvent } from '#contracts/treatments/intakes';
import { type FieldErrors, Refusal } from '#infra/event-store/decider';
import { acceptedOf, type ExistingItem, itemDecider, type ItemParts, refuseErrors } from '../items/item.decider.ts';

/** A treatment with its later dosages by day, one a day. */
export type IntakeItem = IntakeContent & { dosage_changes: DosageChange[] };
type Of<T extends IntakeCommand['type']> = Extract<IntakeCommand, { type: T }>;
type Typed = Of<'RecordIntake' | 'CorrectIntake'>['data'];
type TypedChange = Omit<Of<'ChangeDosage'>['data'], 'intake_id' | 'version' | 'comment'>;

const fields = fieldsOf(IntakeContent);
const changeOf = fieldsOf(DosageChange);
const regimenOf = fieldsOf(DosageChange.omit({ change_date: true }));

/** The first event, and what an external record says, have no later dosages. */
const contentOf = (data: IntakeContent & { dosage_changes?: DosageChange[] }): IntakeItem => ({
  ...fields(data),
  medication: said(data.medication) as IntakeContent['medication'],
  dosage_changes: data.dosage_changes ?? [],
});

const refuse = (errors: FieldErrors): void => refuseErrors('intake-rules', 'This treatment cannot be recorded so', errors);

const OWN_QUESTIONS = ['ten-times-off', 'not-the-strength', 'unit-differs', 'implausible', 'weekly-methotrexate'] as const;

/** Asked again of a treatment: a dose beside the product's strength, and methotrexate more often than weekly, of each of its dosages. */
const askedAbout = (content: IntakeContent, changes: readonly Regimen[]): AcceptedDoubt[] => [
  ...intakeWarnings(content, {}).map((warning) => doubtOf(warning)),
  ...changes.flatMap((change, index) =>
    intakeWarnings({ ...change, medication: content.medication }, {}).map(({ path, ...warning }) =>
      doubtOf({ ...warning, path: `dosage_changes.${index}.${path}` }),
    ),
  ),
];

/** Only dates are not asked about again here: what is asked of them follows from the day. */
const acceptedAmong = (accepted: readonly AcceptedDoubt[] | undefined, asked: readonly AcceptedDoubt[]) =>
  acceptedOf(checkedDoubts(accepted, { asked, decided: OWN_QUESTIONS }));

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

/** What a person typed: a stop date follows from start and duration. */
const typed = (data: Typed, held?: IntakeItem): IntakeItem => {
  refuse(intakeErrors(data));
  const content = fields({ ...data, medication: data.medication!, time_to: stopOf(data) });
  const changes = 'dosage_changes' in data ? data.dosage_changes : undefined;
  if (!changes) refuseStranded(content, held?.dosage_changes ?? []);
  return contentOf({ ...content, dosage_changes: changes ? typedChanges(changes, content) : (held?.dosage_changes ?? []) });
};

/** The dosage that is in force on a day, by the changes so far. */
const inForce = (content: IntakeItem, day: string): IntakeItem | DosageChange =>
  content.dosage_changes.findLast(({ change_date }) => dayNumber(change_date) <= dayNumber(day)) ?? content;

const changeDosage = (
  { data }: Of<'ChangeDosage'>,
  state: ExistingItem<IntakeItem>,
  { refusals }: ItemParts<IntakeItem, IntakeEvent>,
): IntakeEvent[] => {
  if (state.status === 'removed') throw refusals.removed();
  if (state.origin === 'fhir') throw refusals.external();
  if (state.content.draft) throw new Refusal('draft', 'Complete this draft before its dosage is changed');
  const { intake_id, comment, change_date } = data;
  refuse(changeErrors(data, state.content));
  const change = changeOf({ ...data, change_date: change_date! });
  const present = inForce(state.content, change.change_date);
  const isTapering = present === state.content && state.content.schedule_kind === 'Tapering';
  if (!isTapering && saysTheSame(regimenOf(present), regimenOf(change))) return [];
  const asked = intakeWarnings({ ...change, medication: state.content.medication }, {}).map((warning) => doubtOf(warning));
  const accepted = acceptedAmong(data.accepted, asked);
  return [{ type: 'DosageChanged', data: { intake_id, patient_id: state.patient_id, ...change, comment, ...accepted } }];
};

export const intake = itemDecider<IntakeCommand, IntakeEvent, Typed, IntakeItem>({
  kind: 'intakes',
  contentOf,
  typed,
  accepted: (data, content) =>
    acceptedAmong(data.accepted, askedAbout(content, 'dosage_changes' in data ? (data.dosage_changes ?? []) : [])),
  first: fields,
  besides: (data) => ('stopped' in data && data.stopped ? { stopped: true } : {}),
  own: (command, state, parts) =>
    command.type === 'ChangeDosage' && state.status !== 'none' ? changeDosage(command, state, parts) : undefined,
  evolve: (item, event) => {
    if (event.type !== 'DosageChanged') return item;
    const dosage_changes = withDosageChange(item.content.dosage_changes, changeOf(event.data));
    return { ...item, content: { ...item.content, dosage_changes }, comment: event.data.comment };
  },
});
