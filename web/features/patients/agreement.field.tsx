import { Button } from '@blueprintjs/core';
import { Cross, Download, Upload } from '@blueprintjs/icons';
import { type DragEvent, useRef, useState } from 'react';
import type { PatientView } from '#contracts/people/patients';
import { fileSize } from '#web/lib/numbers.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { classes } from '#web/ui/table.tsx';
import { downloadAgreement } from './agreement.data.ts';
import styles from './agreement.module.css';

/** The server says the same. */
const LARGEST = 50 * 1024 * 1024;

interface Props {
  /** Null for a new one. */
  patient: PatientView | null;
  /** Chosen and not filed yet. */
  file: File | undefined;
  /** What is still asked for, in the documents' words. */
  wanted: string | undefined;
  error: readonly string[] | undefined;
  disabled: boolean;
  /** The server takes in other files first. */
  isWaiting: boolean;
  onChange: (file: File | undefined) => void;
  onLeave: () => void;
}

/** The agreement that the patient signed: what is on file, and a place to drop or choose another. */
export function AgreementField({ patient, file, wanted, error, disabled, isWaiting, onChange, onLeave }: Props) {
  const [isOver, setIsOver] = useState(false);
  const [refused, setRefused] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const zone = useRef<HTMLButtonElement>(null);

  const choose = ([chosen]: readonly File[]) => {
    if (chosen === undefined) return;
    const isTooLarge = chosen.size > LARGEST;
    setRefused(isTooLarge ? 'The file is too large; 50 MB is the most' : undefined);
    if (!isTooLarge) onChange(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!disabled) choose([...event.dataTransfer.files]);
  };
  const takeBack = () => {
    onChange(undefined);
    zone.current?.focus();
  };

  return (
    <FieldRow label="HIPAA agreement" className={styles.field} required={wanted !== undefined} error={refused ?? error} help={wanted}>
      {({ 'aria-required': _asked, ...props }) => (
        <div
          className={styles.agreement}
          role="presentation"
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
        >
          {patient && <OnFile patient={patient} />}
          <p className={styles.expected}>Expected: the HIPAA agreement that this patient signed. What is in the file is not checked.</p>
          <button
            {...props}
            ref={zone}
            type="button"
            className={classes(styles.zone, isOver && styles.over)}
            disabled={disabled}
            onBlur={onLeave}
            onClick={() => input.current?.click()}
          >
            <Upload aria-hidden />
            <span>
              {patient?.agreement_uploaded ? 'Drop another file here or click to select it' : 'Drop the file here or click to select it'}
            </span>
            <span className="bp6-text-muted">PDF, JPG or PNG, up to 50 MB</span>
          </button>
          {file && (
            <p className={styles.chosen} role="status">
              <span>{file.name}</span>
              <span className="bp6-text-muted">{isWaiting ? 'Waiting for a place' : fileSize(file.size)}</span>
              <Button
                variant="minimal"
                size="small"
                icon={<Cross />}
                aria-label={`Do not file ${file.name}`}
                title="Do not file"
                disabled={disabled}
                onClick={takeBack}
              />
            </p>
          )}
          <input
            ref={input}
            type="file"
            hidden
            accept=".pdf,.jpg,.jpeg,.png"
            aria-label="File of the agreement"
            onChange={(event) => {
              choose([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </div>
      )}
    </FieldRow>
  );
}

/** A patient who was invited accepted it when signing up, without a file. */
function OnFile({ patient }: { patient: PatientView }) {
  const [failure, setFailure] = useState<string>();
  const [isWorking, setIsWorking] = useState(false);
  if (!patient.agreement_uploaded && patient.invitation_status !== 'Approved') return null;

  const download = async () => {
    setIsWorking(true);
    setFailure(await downloadAgreement(patient));
    setIsWorking(false);
  };
  return (
    <p className={styles.filed}>
      <span>{patient.agreement_uploaded ? 'An agreement is on file.' : 'Accepted by the patient.'}</span>
      <Button size="small" icon={<Download />} text="Download" loading={isWorking} onClick={() => void download()} />
      <ConfirmDialog
        isOpen={failure !== undefined}
        title="HIPAA agreement"
        confirm={undefined}
        cancel="Close"
        onConfirm={() => setFailure(undefined)}
        onCancel={() => setFailure(undefined)}
      >
        {/* document 1 section 8, whatever failed */}
        <p>Patient accept Hipaa agreement on registration.</p>
        <p className="bp6-text-muted">{failure}</p>
      </ConfirmDialog>
    </p>
  );
}
