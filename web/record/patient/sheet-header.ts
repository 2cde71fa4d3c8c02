import { useCallback } from 'react';
import type { PatientView } from '#contracts/people/patients';
import { statesOf } from '#contracts/people/external-states';
import { bornShown, bornWritten } from '#contracts/wire/birth';
import { roleNames } from '#web/lib/role-names.ts';
import { clinicsText, doubtsOf } from './all-clinics.ts';
import type { SheetHeader } from '#web/charts/export/figure.ts';
import { ageShown, nowIn, showDateTime, todayIn, zoneName } from '#web/lib/dates.ts';
import { type Liveness, useLiveness } from '#web/lib/liveness.ts';
import { useSession } from '#web/lib/session.tsx';

interface Exporter {
  /** Name and roles of who looks. */
  by: string;
  liveness: Liveness;
  now?: Date;
  /** What is known of allergies that are not recorded here, in sentences. */
  allergies?: readonly string[];
}

/** The patient as the banner says it, with who exports the data, when, and of when it is. */
export const sheetHeaderOf = (patient: PatientView, { by, liveness, now = new Date(), allergies = [] }: Exporter): SheetHeader => {
  const { time_zone } = patient;
  const today = todayIn(time_zone, now);
  const age = ageShown(patient, today);
  const local = showDateTime(nowIn(time_zone, now));
  const at = time_zone ? `${local} (${zoneName(time_zone)})` : local;
  return {
    given: [patient.first_name, patient.middle_name].filter(Boolean).join(' '),
    family: [patient.last_name, patient.name_suffix].filter(Boolean).join(' '),
    born: bornWritten(patient),
    facts: [
      patient.sex,
      `born ${bornShown(patient)}`,
      ...(age === undefined ? [] : [age]),
      ...statesOf(patient),
      ...(patient.social_security_number ? [patient.social_security_number] : []),
    ],
    clinic: patient.records
      ? [clinicsText(patient.records), ...doubtsOf(patient)].join('; ')
      : (patient.organization_name ?? 'Clinic not known'),
    ...(patient.records ? { query: { all_clinics: 'true' } } : {}),
    ...(allergies.length > 0 ? { allergies } : {}),
    by,
    at,
    asOf: liveness.live ? at : `${at}, but not live since ${liveness.since}: newer data may be missing`,
    day: today,
  };
};

/** The header of a picture or sheet exported now; for the screens of a patient. */
export const useSheetHeader = (
  patient: PatientView | undefined,
  allergies?: Exporter['allergies'] | null,
): (() => SheetHeader | undefined) => {
  const { user } = useSession();
  const liveness = useLiveness();
  return useCallback(
    () =>
      patient && sheetHeaderOf(patient, { by: `${user.name}, ${roleNames(user.roles)}`, liveness, ...(allergies ? { allergies } : {}) }),
    [patient, user, liveness, allergies],
  );
};
