import { Button, Dialog, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import type { Accepted } from '#contracts/wire/command';
import { Problem } from '#web/lib/http.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SaveKey } from '#web/ui/save-key.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import fieldStyles from '#web/ui/field-row.module.css';

/** Sends the commands of a dialog. What fails is an error of a field, or said below all of them. */
export const useEntryCalls = (onDone: (accepted: Accepted, said: string) => void) => {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [isWorking, setIsWorking] = useState(false);
  const run = async (said: string, call: () => Promise<Accepted>) => {
    setIsWorking(true);
    setFailure(undefined);
    try {
      onDone(await call(), said);
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      if (cause.hasFields) setErrors(cause.fields);
      else setFailure(cause.code === 'stale' ? 'Somebody else changed it in the meantime. Close this and open it again.' : cause.message);
      setIsWorking(false);
    }
  };
  return { errors, setErrors, failure, isWorking, run };
};

interface Props {
  className: string | undefined;
  title: string;
  isWorking: boolean;
  failure: string | undefined;
  submit?: string;
  /** Without it there is only something to read. */
  onSubmit: (() => void) | undefined;
  /** Takes the entry out of the catalogue, after a question. */
  drop?: { label: 'Remove' | 'Reject'; question: string; run: () => Promise<void> } | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Adds, changes or drops an entry of an office catalogue. Outside clicks never close it. */
export function EntryDialog({ className, title, isWorking, failure, submit = 'Submit', onSubmit, drop, onClose, children }: Props) {
  useReturnFocus();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Dialog isOpen className={className} title={title} canOutsideClickClose={false} onClose={isWorking ? undefined : onClose}>
      {isWorking && <ProgressBar />}
      <SaveKey onSave={() => !isWorking && onSubmit?.()}>
        <DialogBody>
          {children}
          {failure && (
            <p className={fieldStyles.error} role="alert">
              {failure}
            </p>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            onSubmit ? (
              <>
                <Button text="Cancel" disabled={isWorking} onClick={onClose} />
                <Button intent="primary" text={submit} disabled={isWorking} onClick={onSubmit} />
              </>
            ) : (
              <Button text="Close" onClick={onClose} />
            )
          }
        >
          {drop && <Button intent="danger" variant="outlined" text={drop.label} disabled={isWorking} onClick={() => setIsAsking(true)} />}
        </DialogFooter>
      </SaveKey>
      {drop && (
        <ConfirmDialog
          isOpen={isAsking}
          confirm={drop.label}
          isWorking={isWorking}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => void drop.run().then(() => setIsAsking(false))}
        >
          {drop.question}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
