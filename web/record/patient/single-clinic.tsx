import { createContext, type ReactNode, useContext } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { readsAsPatient, useSession } from '#web/lib/session.tsx';
import { type RecordState, useIsAggregated } from './all-clinics.ts';
import { useConnectedRecords } from './patients.data.ts';

/** The records that other clinics share with a doctor of a patient's, as far as they are known; none for anyone else. */
export const useSharedBeside = (patientId: string) => {
  const { user } = useSession();
  const isDoctor = user.roles.includes('Doctor') && !readsAsPatient(user, patientId);
  const { data } = useConnectedRecords(isDoctor ? patientId : null);
  return { isDoctor, clinic: data?.organization_name, records: data?.records ?? [], leftOut: data?.left_out ?? [] };
};

/** Name of the clinic whose record alone is shown although others share theirs; undefined where it is all there is to show. */
const SingleClinic = createContext<string | undefined>(undefined);

/** Tells the sections of a record that it is one clinic's alone: without that, an empty one reads as if the patient had nothing. */
export function SingleClinicProvider({ patientId, children }: { patientId: string; children: ReactNode }) {
  const { clinic = 'this clinic', records } = useSharedBeside(patientId);
  const isAll = useIsAggregated();
  return <SingleClinic value={isAll || records.length < 2 ? undefined : clinic}>{children}</SingleClinic>;
}

/** 'Harbor Clinic only', for the head of a section that has something to show. */
export function OnlyClinic() {
  const clinic = useContext(SingleClinic);
  return clinic === undefined ? null : <span className="bp6-text-muted">{clinic} only</span>;
}

/** What is not there, 'There are no treatments available', with the clinic at which, and the way to the others that share theirs. */
export function NothingAtClinic({ title }: { title: string }) {
  const clinic = useContext(SingleClinic);
  return clinic === undefined ? title : <Elsewhere title={`${title} at ${clinic}`} />;
}

function Elsewhere({ title }: { title: string }) {
  const [path] = useLocation();
  const search = useSearch();
  const state = useHistoryState<RecordState | null>();
  return (
    <span>
      {title}; other clinics share theirs:{' '}
      <Link href={search === '' ? path : `${path}?${search}`} replace state={{ ...state, aggregated: true } satisfies RecordState}>
        All connected clinics
      </Link>
    </span>
  );
}
