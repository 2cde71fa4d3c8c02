import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CriticalResultView } from '#contracts/lab/critical-results';
import { formOf } from '#web/record/history/medical-item.ts';
import { labListAddress, uncheckedText, useOpenResult } from './critical-results.data.ts';

/** The form of a draft, or the page that it was read from; undefined for what is looked at in the list of lab results alone. */
export const formOfResult = (result: CriticalResultView): string | undefined =>
  // nothing that came from an external record is changed
  result.draft && result.origin !== 'fhir' ? formOf(result.patient_id, { ...result, type: 'LabResult' }) : undefined;

/** To where an unchecked result is checked. @param props.timeZone the clinic's */
export function UncheckedLink({ result, timeZone }: { result: CriticalResultView; timeZone: string | undefined }) {
  const to = formOfResult(result);
  const text = uncheckedText(result, timeZone);
  return to === undefined ? <ResultLink result={result}>{text}</ResultLink> : <Link to={to}>{text}</Link>;
}

/** To the list of lab results, at this one. */
export function ResultLink({ result: { id, patient_id }, children }: { result: CriticalResultView; children: ReactNode }) {
  const open = useOpenResult();
  return (
    <Link
      to={labListAddress(patient_id)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void open(patient_id, id);
      }}
    >
      {children}
    </Link>
  );
}
