import type { ClinicRecord } from '#contracts/people/patients';
import { bornShown } from '#contracts/wire/birth';
import { useHistoryState } from 'wouter/use-browser-location';
import { type Live, useLive } from '#web/lib/live.ts';
import { readsAsPatient, useSession } from '#web/lib/session.tsx';

/** How a record is looked at, kept by the browser with the place in its history. */
export interface RecordState {
  readOnly?: boolean;
  /** What all connected clinics recorded, together. */
  aggregated?: boolean;
}

/** Whether the screen shows what all connected clinics recorded of the person. */
export const useIsAggregated = (): boolean => useHistoryState<RecordState | null>()?.aggregated === true;

/** What a connection that ended, or a record that went, changes of such a view. */
const CONNECTED = ['patients', 'connections'];

/** The address of a call that reads a record, of all connected clinics. */
export const ofAllClinics = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}all_clinics=true`;

/** As `useLive`, for calls that read a record: in the view of all connected clinics they read the records of all of them. */
export const useRecordLive = <T>(slices: readonly string[], path: string | null, options?: Parameters<typeof useLive<T>>[2]): Live<T> => {
  const isAll = useIsAggregated();
  return useLive<T>(isAll ? [...slices, ...CONNECTED] : slices, isAll && path !== null ? ofAllClinics(path) : path, options);
};

/** The clinic whose name need not stand beside what it recorded; null where several are shown together, and for patients. */
export const useOwnClinic = (): string | null => {
  const { user } = useSession();
  return useIsAggregated() ? null : user.organization_id;
};

/** Whether the history of an item is told here: a clinic's stays with that clinic, and a patient reads the own records'. */
export const useHasHistory = () => {
  const { user } = useSession();
  return ({ patient_id, organization_id }: { patient_id: string; organization_id: string }): boolean =>
    organization_id === user.organization_id || readsAsPatient(user, patient_id);
};

const nameOf = ({ organization_name }: ClinicRecord): string => organization_name ?? 'a clinic that is not known';

/** 'Aare Practice, Birs Clinic': whose records are shown together. */
export const clinicsText = (records: readonly ClinicRecord[]): string => records.map(nameOf).join(', ');

/** What the view of all clinics has to say against mixing up people, where records disagree about the person (ruling 27). */
export const doubtsOf = ({ records = [], left_out = [] }: { records?: ClinicRecord[]; left_out?: ClinicRecord[] }): string[] => [
  ...records.flatMap((one) => {
    const others = [one.other_name, one.other_sex, one.other_birth && `born ${bornShown(one.other_birth)}`].filter(Boolean);
    return others.length === 0 ? [] : [`${nameOf(one)} has: ${others.join(', ')}`];
  }),
  ...left_out.map((one) =>
    one.other_name === undefined
      ? `Not included: the record of ${nameOf(one)} has another date of birth${one.other_birth ? `, ${bornShown(one.other_birth)}` : ''}`
      : `Not included: the record of ${nameOf(one)} of ${one.other_name}, perhaps another person`,
  ),
];
