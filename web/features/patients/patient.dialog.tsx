import { Dialog, DialogBody } from '@blueprintjs/core';
import { useCallback, useState } from 'react';
import type { PatientView } from '#contracts/people/patients';
import { Failed, Loading } from '#web/ui/faces.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { PatientEditor } from './patient.editor.tsx';
import { usePatient } from '#web/record/patient/patients.data.ts';
import styles from './patient.module.css';

interface Props {
  /** Null adds a new patient. */
  patientId: string | null;
  onClose: () => void;
  /** Accepted at this position, said in a sentence with the patient's name; `id` is the patient's, undefined for one that was removed. */
  onDone: (position: string, said: string, id: string | undefined) => void;
}

/** 'Add new patient' and 'Update patient'. Outside clicks never close it. */
export function PatientDialog({ patientId, onClose, onDone }: Props) {
  useReturnFocus();
  const [leave, setLeave] = useState<() => void>();
  const guard = useCallback((ask: () => void) => setLeave(() => ask), []);
  const isAdd = patientId === null;
  return (
    <Dialog
      isOpen
      className={styles.dialog}
      title={isAdd ? 'Add new patient' : 'Update patient'}
      canOutsideClickClose={false}
      onClose={leave ?? onClose}
    >
      {isAdd ? (
        <PatientEditor patient={null} onClose={onClose} onDone={onDone} onGuard={guard} />
      ) : (
        <Opened patientId={patientId} onClose={onClose} onDone={onDone} onGuard={guard} />
      )}
    </Dialog>
  );
}

function Opened({ patientId, ...rest }: Omit<Props, 'patientId'> & { patientId: string; onGuard: (ask: () => void) => void }) {
  const { data, error, isLoading, refresh } = usePatient(patientId, { fresh: true });
  // the form keeps the version it was opened with, whatever is read later
  const [opened, setOpened] = useState<PatientView>();
  if (data && !opened) setOpened(data);

  if (opened) return <PatientEditor key={opened.id} patient={opened} {...rest} />;
  return (
    <DialogBody>
      {isLoading && <Loading label="Reading the patient" rows={10} />}
      {!isLoading && <Failed what="patient" error={error} onRetry={() => void refresh()} />}
    </DialogBody>
  );
}
