import { Button, Dialog, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core';
import { type ReactNode, useRef, useState } from 'react';
import type { Accepted } from '#contracts/wire/command';
import { Problem } from '#web/lib/http.ts';
import type { FieldErrors } from '#web/lib/problem.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SaveKey } from '#web/ui/save-key.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import type { StaleAnswer } from './use-both-versions.tsx';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './entry-dialog.module.css';

/**
 * Sends the commands of a dialog. What fails is an error of a field, what somebody else saved first, or said below all fields.
 * @param onStale takes what somebody else saved first, for a dialog that does not lay it out itself
 */
export const useEntryCalls = (onDone: (accepted: Accepted, said: string) => void, onStale?: (stale: StaleAnswer) => void) => {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [isWorking, setIsWorking] = useState(false);
  const [stale, setStale] = useState<StaleAnswer>();
  const run = async <A extends Accepted>(said: string | ((accepted: A) => string), call: () => Promise<A>) => {
    setIsWorking(true);
    setFailure(undefined);
    try {
      const accepted = await call();
      onDone(accepted, typeof said === 'string' ? said : said(accepted));
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      if (cause.code === 'stale') (onStale ?? setStale)(cause.body as StaleAnswer);
      else if (cause.hasFields) setErrors(cause.fields);
      else setFailure(cause.message);
      setIsWorking(false);
    }
  };
  return { errors, setErrors, run, stale, setStale, settle: () => setStale(undefined), shown: { failure, isWorking } };
};

interface Props {
  className: string | undefined;
  title: string;
  isWorking: boolean;
  failure: string | undefined;
  submit?: string;
  /** Text of the way out. */
  cancel?: string;
  /** Why it cannot be submitted yet: 'Not complete yet: Name'. */
  open?: string;
  /** Both versions, where somebody else saved first: to be chosen from before anything is sent. */
  conflict?: ReactNode;
  /** Without it there is only something to read. */
  onSubmit: (() => void) | undefined;
  /** Takes the entry back, after a question where there is one. */
  drop?: { label: 'Remove' | 'Reject' | 'Cancel the invitation'; question?: string; run: () => Promise<void> } | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Adds, changes or drops an entry of an office catalogue. Outside clicks never close it. */
export function EntryDialog(props: Props) {
  const {
    className,
    title,
    isWorking,
    failure,
    submit = 'Submit',
    cancel = 'Cancel',
    open = '',
    conflict,
    onSubmit,
    drop,
    onClose,
    children,
  } = props;
  useReturnFocus();
  const [isAsking, setIsAsking] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const isBlocked = isWorking || conflict !== undefined;
  /** By its key also where something is missing, which is marked then. */
  const save = () => {
    if (isBlocked) return;
    onSubmit?.();
    // the fields' marks are drawn first
    setTimeout(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 0);
  };
  return (
    <Dialog isOpen className={className} title={title} canOutsideClickClose={false} onClose={isWorking ? undefined : onClose}>
      {isWorking && <ProgressBar />}
      <SaveKey onSave={save}>
        <DialogBody>
          {conflict}
          <div ref={box}>{children}</div>
          {failure && (
            <p className={fieldStyles.error} role="alert">
              {failure}
            </p>
          )}
          {/* why Submit is disabled */}
          {onSubmit && (
            <p className={`bp6-text-muted ${styles.open}`}>{conflict === undefined ? open : 'Choose above what shall stand.'}</p>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            onSubmit ? (
              <>
                <Button text={cancel} disabled={isWorking} onClick={onClose} />
                <Button intent="primary" text={submit} title="Ctrl Enter" disabled={isBlocked || open !== ''} onClick={onSubmit} />
              </>
            ) : (
              <Button text="Close" onClick={onClose} />
            )
          }
        >
          {drop && (
            <Button
              intent="danger"
              variant="outlined"
              text={drop.label}
              disabled={isBlocked}
              onClick={() => (drop.question === undefined ? void drop.run() : setIsAsking(true))}
            />
          )}
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
