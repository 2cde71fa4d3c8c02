import { Button, Dialog, DialogBody, DialogFooter, type Intent, ProgressBar } from '@blueprintjs/core';
import { isKey } from '#web/lib/keys.ts';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { SaveKey } from './save-key.tsx';
import { startHere } from './start-here.ts';
import { useReturnFocus } from './use-return-focus.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './confirm-dialog.module.css';

interface Props {
  isOpen: boolean;
  title?: string;
  /** The documents' sentence. */
  children: ReactNode;
  /** What the button does: 'Remove', never 'OK'. Undefined where there is nothing to confirm: only the way out is left. */
  confirm: string | undefined;
  cancel?: string;
  /** A third answer between the two. */
  other?: { text: string; onClick: () => void } | undefined;
  intent?: Intent;
  /** Emphasis of the cancel button, where cancelling is the safer answer. */
  cancelIntent?: Intent;
  isWorking?: boolean;
  /** Confirming is not possible yet, such as while a reason is missing. */
  disabled?: boolean;
  /**
   * The focus starts in the content, such as in the field that is asked for: the key that opened the dialog cannot answer it there. Ctrl Enter
   * confirms, as it saves a form.
   */
  startsInside?: boolean;
  error?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
  /** Once it has closed and given the focus back. */
  onClosed?: () => void;
}

/** Asks before something that matters. An error stays inside, so that nothing has to be done again. */
export function ConfirmDialog(props: Props) {
  const { isOpen, title = 'Are you sure?', children, confirm, intent = 'danger', isWorking = false, disabled = false, error } = props;
  useReturnFocus(undefined, isOpen, props.onClosed);
  const cancel = () => {
    if (!isWorking) props.onCancel();
  };
  const confirmByEnter = (event: KeyboardEvent) => {
    if (!isKey(event, 'confirm') || event.repeat || isWorking || disabled || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    props.onConfirm();
  };
  // A button clicks when its key is let go: the key that opened the dialog must not answer it.
  const isPressed = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const wasWorking = useRef(false);
  // a button that is disabled while it works loses the focus: it has it again, or Cancel where there is nothing more to confirm
  useEffect(() => {
    const buttons = [...(box.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
    if (isOpen && wasWorking.current && !isWorking && document.activeElement === document.body) buttons.at(-1)?.focus();
    wasWorking.current = isWorking;
  }, [isWorking, isOpen]);
  const keys = {
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (!event.repeat) isPressed.current = true;
    },
    onKeyUpCapture: (event: KeyboardEvent) => {
      if (!isPressed.current) event.stopPropagation();
      isPressed.current = false;
    },
  };
  const content = (
    <>
      {isWorking && <ProgressBar />}
      <DialogBody>
        {props.startsInside ? (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in the one field that is asked for
          <div onKeyDown={confirmByEnter}>{children}</div>
        ) : (
          children
        )}
        {error && (
          <p className={fieldStyles.error} role="alert">
            {error}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only keys on their way to the buttons
          <div ref={box} className={styles.actions} {...keys}>
            <Button
              text={props.cancel ?? 'Cancel'}
              intent={props.cancelIntent ?? 'none'}
              onClick={cancel}
              disabled={isWorking}
              {...(props.startsInside ? {} : startHere)}
            />
            {props.other && <Button text={props.other.text} onClick={props.other.onClick} disabled={isWorking} />}
            {confirm !== undefined && <Button text={confirm} intent={intent} onClick={props.onConfirm} disabled={isWorking || disabled} />}
          </div>
        }
      />
    </>
  );
  return (
    <Dialog isOpen={isOpen} title={title} onClose={cancel} shouldReturnFocusOnClose={false} canOutsideClickClose={false} role="alertdialog">
      {props.startsInside ? (
        <SaveKey
          onSave={() => {
            if (!isWorking && !disabled) props.onConfirm();
          }}
        >
          {content}
        </SaveKey>
      ) : (
        content
      )}
    </Dialog>
  );
}
