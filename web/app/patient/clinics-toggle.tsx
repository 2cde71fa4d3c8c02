import { Button, ButtonGroup } from '@blueprintjs/core';
import { useLocation, useSearch } from 'wouter';
import { type RecordState, useIsAggregated } from '#web/record/patient/all-clinics.ts';
import { useSharedBeside } from '#web/record/patient/single-clinic.tsx';

/** A doctor looks at the own clinic's record alone, or together with those of all connected clinics; offered only where there are any. */
export function ClinicsToggle({ patientId }: { patientId: string }) {
  const { isDoctor, records, leftOut } = useSharedBeside(patientId);
  const isAll = useIsAggregated();
  const [path, navigate] = useLocation();
  const search = useSearch();
  if (!isDoctor || (records.length + leftOut.length < 2 && !isAll)) return null;
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
