import { Button, ButtonGroup } from '@blueprintjs/core';
import { useLocation, useSearch } from 'wouter';
import { type RecordState, useIsAggregated } from '#web/record/patient/all-clinics.ts';
import { useConnectedRecords } from '#web/record/patient/patients.data.ts';
import { readsAsPatient, useSession } from '#web/lib/session.tsx';

/** A doctor looks at the own clinic's record alone, or together with those of all connected clinics; offered only where there are any. */
export function ClinicsToggle({ patientId }: { patientId: string }) {
  const { user } = useSession();
  const isDoctor = user.roles.includes('Doctor') && !readsAsPatient(user, patientId);
  const { data } = useConnectedRecords(isDoctor ? patientId : null);
  const isAll = useIsAggregated();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const known = (data?.records?.length ?? 0) + (data?.left_out?.length ?? 0);
  if (!isDoctor || (known < 2 && !isAll)) return null;
  const show = (aggregated: boolean) => {
    const state: RecordState = { ...(window.history.state as RecordState | null), aggregated };
    navigate(search === '' ? path : `${path}?${search}`, { replace: true, state });
  };
  return (
    <ButtonGroup aria-label="Clinics shown">
      <Button text="Single clinic" active={!isAll} aria-pressed={!isAll} onClick={() => show(false)} />
      <Button text="All connected clinics" active={isAll} aria-pressed={isAll} onClick={() => show(true)} />
    </ButtonGroup>
  );
}
