import { useState } from 'react';
import type { IntakeView } from '#contracts/treatments/intake-views';
import type { Medication } from '#contracts/treatments/intakes';
import { brandOf } from '#contracts/treatments/medication-name';
import type { PatientView } from '#contracts/people/patients';
import { changeSchedule, fieldStates, type ScheduleChange, startedAt } from '#contracts/treatments/schedules';
import { nowIn } from '#web/lib/dates.ts';
import { useItemForm } from '#web/record/form/use-item-form.ts';
import {
  contentOf,
  correctionOf,
  dosedAs,
  dosesFor,
  type IntakeContent,
  likeEarlier,
  newIntake,
  newOf,
  settled,
  withDiscontinued,
  withKind,
} from './intake-content.ts';
import { typedIntakeErrors } from './intake-errors.ts';
import { answersOf, questionsAbout } from './intake-questions.ts';
import { intakeParts } from './intake-parts.ts';

/** What is typed in the treatment form, what is wrong with it, and the way to save it. */
export const useIntakeForm = (patient: PatientView, existing: IntakeView | null) => {
  const [now] = useState(() => nowIn(patient.time_zone));
  const [last, setLast] = useState<Medication | null>(existing?.medication ?? null);
  const [scheduleMessage, setScheduleMessage] = useState<string>();
  const state = useItemForm<IntakeContent>({
    kind: 'intakes',
    patient,
    existing: existing && { id: existing.id, version: existing.version, draft: existing.draft, content: contentOf(existing) },
    empty: newIntake(now),
    settle: settled,
    validate: (content, kind) => typedIntakeErrors(content, kind === 'draft'),
    sent: existing ? correctionOf : newOf,
    answers: (content) => [
      ...answersOf(content),
      ...content.changes.flatMap((change, index) => answersOf(change, `dosage_changes.${index}.`)),
    ],
    warnings: (content) => questionsAbout(content, patient),
    stored: (current) => {
      const stored = current as IntakeView | null | undefined;
      return stored?.medication ? contentOf(stored) : null;
    },
    ...intakeParts,
  });
  const { change } = state;
  const isExisting = existing?.repeat_therapy ?? false;

  return {
    ...state,
    now,
    /** Why the duration that was typed was not taken. */
    scheduleMessage,
    fields: fieldStates(state.content, isExisting),
    /** Changes one field of the schedule and what follows from it. */
    changeSchedule: (changed: ScheduleChange) => {
      const [field] = Object.keys(changed);
      const answer = changeSchedule(state.content, changed, isExisting);
      setScheduleMessage(answer.message);
      if ('schedule_kind' in changed) change((before) => withKind(before, changed.schedule_kind));
      else if ('until_discontinued' in changed) change((before) => withDiscontinued(before, changed.until_discontinued));
      else change((before) => ({ ...before, ...answer.schedule }), [field ?? '']);
    },
    /** A medication was chosen, or the one that was is searched anew: its doses appear; a new treatment starts now. */
    pick: (medication: Medication | null) => {
      if (medication === null) return change({ medication });
      // what was only searched again and left as it was starts nothing anew
      const isAnother = medication.id !== last?.id;
      setLast(medication);
      change(
        (before) => ({
          ...(existing || !isAnother ? {} : startedAt(before, now)),
          medication,
          is_generic_selected: brandOf(medication) === undefined || (!isAnother && before.is_generic_selected),
          // what an existing treatment says was said by a person
          ...dosedAs(before, medication, existing ? undefined : (last ?? undefined)),
          changes: before.changes.map((each) => ({ ...each, steps: dosesFor(each.steps, medication) })),
        }),
        ['medication', 'dosages'],
      );
    },
    /** Takes medication, latest dosage and length of an earlier treatment. */
    takeEarlier: (earlier: IntakeView) => {
      setLast(earlier.medication);
      change((before) => likeEarlier(before, earlier, now), ['medication', 'dosages']);
    },
    startOver: () => {
      setLast(null);
      change(newIntake(now), ['medication', 'dosages']);
    },
  };
};

export type IntakeFormState = ReturnType<typeof useIntakeForm>;
