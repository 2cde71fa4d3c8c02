import type { PatientPage, PatientView } from '#contracts/people/patients';
import { type Live, useLive } from '#web/lib/live.ts';
import { searchHeader } from '#web/lib/search.ts';
import { ofAllClinics, useIsAggregated, useRecordLive } from './all-clinics.ts';

/** Page size of the list. */
export const TAKE = 50;

/** What the order-by select offers, in the documents' words. */
export const ORDERS = [
  { value: 'None', label: 'None' },
  { value: 'FirstName', label: 'First name' },
  { value: 'LastName', label: 'Last name' },
  { value: 'DateOfBirth', label: 'Date of birth' },
  { value: 'DateRegistered', label: 'Date of registration' },
] as const;

export interface Names {
  last_name: string;
  first_name: string;
}

export const NO_NAMES: Names = { last_name: '', first_name: '' };
const isNamed = ({ last_name, first_name }: Names): boolean => last_name !== '' || first_name !== '';

/** What an order means where its name in the documents does not say it. */
export const orderHint = (orderBy: string, names: Names): string => {
  if (orderBy === 'None') return isNamed(names) ? 'matching names first, then the newest' : 'newest first';
  return orderBy === 'DateRegistered' ? 'oldest first' : '';
};

/**
 * Order and position of the list as the address holds them; anything else in it counts as the default. Nobody finds a name in the order of
 * registration, so it is the last name; only for typed names it is 'None', in which those come first (ruling 55).
 */
export const listOf = (search: string, names: Names): { orderBy: string; skip: number } => {
  const params = new URLSearchParams(search);
  const orderBy = params.get('order_by') ?? '';
  const skip = Number(params.get('skip'));
  return {
    orderBy: ORDERS.some(({ value }) => value === orderBy) ? orderBy : isNamed(names) ? 'None' : 'LastName',
    skip: Number.isInteger(skip) && skip > 0 ? skip : 0,
  };
};

/** The address with some of its parameters set, or taken out by undefined. */
export const withParams = (path: string, search: string, changes: Record<string, string | undefined>): string => {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) params.delete(name);
    else params.set(name, value);
  }
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
};

/** A connection that was revoked takes the record away at once. */
const KNOWN = ['patients', 'invitations', 'connections'];

/** A page of the clinic's patients. Names travel in a header, so that no address holds them. */
export const usePatients = (names: Names, { orderBy, skip }: { orderBy: string; skip: number }): Live<PatientPage> => {
  const params = new URLSearchParams({ skip: String(skip), take: String(TAKE), order_by: orderBy });
  return useLive<PatientPage>(['patients', 'invitations'], `/api/patients?${params}`, {
    headers: searchHeader({ ...names }),
    keepPrevious: true,
  });
};

/** The same of records of other clinics that are shared with the doctor's. */
export const useSharedPatients = (names: Names, { orderBy, skip }: { orderBy: string; skip: number }): Live<PatientPage> => {
  const params = new URLSearchParams({ shared: 'true', skip: String(skip), take: String(TAKE), order_by: orderBy });
  return useLive<PatientPage>(KNOWN, `/api/patients?${params}`, { headers: searchHeader({ ...names }), keepPrevious: true, quiet: true });
};

interface PatientOptions {
  /** For a form, which must open with the current version. */
  fresh?: boolean;
  /** `values_between` is needed as it is now. */
  valued?: boolean;
}

const VALUED = [...KNOWN, 'lab-results', 'examinations'];

/** One patient. */
export const usePatient = (id: string | null, { fresh = false, valued = false }: PatientOptions = {}): Live<PatientView> =>
  useRecordLive<PatientView>(valued ? VALUED : KNOWN, id === null ? null : `/api/patients/${id}`, { fresh });

/** The patient with the records of all connected clinics, whatever the screen shows of them; null reads nothing. */
export const useConnectedRecords = (id: string | null): Live<PatientView> =>
  useLive<PatientView>(KNOWN, id && ofAllClinics(`/api/patients/${id}`), { quiet: true });

/** Whether what is shown is, or may be, the record of another clinic, read by a connection; undefined until that is known. */
export const useIsShared = (id: string): boolean | undefined => {
  const { data } = usePatient(id);
  const isAggregated = useIsAggregated();
  return isAggregated || (data && data.read_only === true);
};
