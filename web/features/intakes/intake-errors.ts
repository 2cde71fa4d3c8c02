import { changeErrors, intakeErrors } from '#contracts/treatments/intake-rules';
import { messages } from '#contracts/rules/messages';
import { LONGEST_COMMENT } from '#contracts/wire/primitives';
import type { Schedule } from '#contracts/treatments/schedules';
import type { FieldErrors } from '#web/lib/problem.ts';
import { dosagesOf, type IntakeContent, regimenOf, type TypedChange } from './intake-content.ts';
import { doseOf, readingsOf, type TypedStep } from './typed-dose.ts';

/** Doses that cannot be read, or that could be read in two ways, by the path of their field. */
const unread = (steps: readonly TypedStep[]): FieldErrors =>
  Object.fromEntries(
    steps
      .flatMap(({ doses }) => doses)
      .flatMap((typed, index) => {
        if (doseOf(typed) !== undefined) return [];
        const readings = readingsOf(typed);
        return [[`dosages.${index}.dose`, [readings ? `${readings.join(' or ')}?` : messages.number]]];
      }),
  );

/** Errors of a change of dosage by field: the rules' own, and what was typed so that it cannot be read. */
export const typedChangeErrors = (change: TypedChange, schedule: Schedule & Pick<IntakeContent, 'medication'>): FieldErrors => ({
  ...changeErrors({ ...regimenOf(change), change_date: change.change_date }, schedule),
  ...unread(change.steps),
});

/** Errors of the treatment form by field ('dosages.0.dose', counted over all steps), in the documents' words. */
export const typedIntakeErrors = (content: IntakeContent, draft: boolean): FieldErrors => {
  const { steps, changes, ...rest } = content;
  const errors: FieldErrors = { ...intakeErrors({ ...rest, dosages: dosagesOf(steps), draft }), ...unread(steps) };
  // without a medication there is nothing to dose yet
  if (content.medication === null) return { medication: errors['medication'] ?? [messages.required] };
  if (content.notes.trim().length > LONGEST_COMMENT) errors['notes'] = [messages.maxLength(LONGEST_COMMENT)];
  changes.forEach((change, index) => {
    for (const [path, texts] of Object.entries(typedChangeErrors(change, content))) errors[`dosage_changes.${index}.${path}`] = texts;
  });
  return errors;
};
