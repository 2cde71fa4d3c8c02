import { useCallback } from 'react';
import type { PatientView } from '#contracts/patients';
import { roleNames } from '#web/lib/role-names.ts';
import type { Who } from '#web/charts/export/figure.ts';
import { ageAt, nowIn, showDate, showDateTime, todayIn } from '#web/lib/dates.ts';
import { type Liveness, useLiveness } from '#web/lib/liveness.ts';
import { useSession } from '#web/lib/session.tsx';

interface Taker {
  /** Name and roles of who looks. */
  by: string;
  liveness: Liveness;
  now?: Date;
}

/** The patient as the banner says it, with who takes the data along, when, and of when it is. */
export const whoOf = (patient: PatientView, { by, liveness, now = new Date() }: Taker): Who => {
  const { time_zone } = patient;
  const today = todayIn(time_zone, now);
  const local = showDateTime(nowIn(time_zone, now));
  const at = time_zone ? `${local} (${time_zone.replaceAll('_', ' ')})` : local;
  return {
    given: [patient.first_name, patient.middle_name].filter(Boolean).join(' '),
    family: [patient.last_name, patient.name_suffix].filter(Boolean).join(' '),
    born: patient.date_of_birth.slice(0, 10),
    facts: [
      patient.sex,
      `born ${showDate(patient.date_of_birth)}`,
      `${ageAt(patient.date_of_birth, today)} OLD`,
      ...(patient.social_security_number ? [patient.social_security_number] : []),
    ],
    clinic: patient.organization_name ?? 'Clinic not known',
    by,
    at,
    asOf: liveness.live ? at : `${at}, but not live since ${liveness.since}: newer data may be missing`,
    day: today,
  };
};

/** Who a picture or sheet taken now is of and by; for the screens of a patient. */
export const useWho = (patient: PatientView | undefined): (() => Who | undefined) => {
  const { user } = useSession();
  const liveness = useLiveness();
  return useCallback(
    () => patient && whoOf(patient, { by: `${user.name}, ${roleNames(user.roles)}`, liveness }),
    [patient, user, liveness],
  );
};
