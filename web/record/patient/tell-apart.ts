import { statesOf } from '#contracts/people/external-states';
import type { PatientView } from '#contracts/people/patients';
import { ageShown, todayIn } from '#web/lib/dates.ts';

/** 'Female, 65 OLD, …4417': what tells like names apart besides the date of birth. */
export const tellApart = (patient: PatientView): string =>
  [
    patient.sex,
    ...[ageShown(patient, todayIn(patient.time_zone))].flatMap((age) => age ?? []),
    `…${patient.social_security_number.slice(-4)}`,
    ...statesOf(patient),
  ].join(', ');
