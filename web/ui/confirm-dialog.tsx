import { Button, Dialog, DialogBody, DialogFooter, type Intent, ProgressBar } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { startHere } from './start-here.ts';

interface Props {
  isOpen: boolean;
  title?: string;
  /** The documents' sentence. */
  children: ReactNode;
  /** What the button does: 'Remove', never 'OK'. */
  confirm: string;
  cancel?: string;
  intent?: Intent;
  isWorking?: boolean;
  /** Confirming is not possible yet, such as while a reason is missing. */
  disabled?: boolean;
  error?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that matters. An error stays inside, so that nothing has to be done again. */
export function ConfirmDialog(props: Props) {
  const { isOpen, title = 'Are you sure?', children, confirm, intent = 'danger', isWorking = false, disabled = false, error } = props;
  const cancel = () => {
    if (!isWorking) props.onCancel();
  };
  return (
    <Dialog isOpen={isOpen} title={title} onClose={cancel} className="confirm" canOutsideClickClose={false} role="alertdialog">
      {isWorking && <ProgressBar className="working" />}
      <DialogBody>
        {children}
        {error && (
          <p className="form-error" role="alert">
            {error}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={props.cancel ?? 'Cancel'} onClick={cancel} disabled={isWorking} {...startHere} />
            <Button text={confirm} intent={intent} onClick={props.onConfirm} disabled={isWorking || disabled} />
          </>
        }
      />
    </Dialog>
  );
}
