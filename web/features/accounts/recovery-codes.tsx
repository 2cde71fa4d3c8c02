import { Button, Checkbox } from '@blueprintjs/core';
import { useState } from 'react';
import { toast } from '#web/ui/toasts.tsx';
import styles from './second-factor.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

/** The recovery codes, this once. */
export function RecoveryCodesNote({ codes, onKept }: { codes: readonly string[]; onKept: () => Promise<void> }) {
  const [isKept, setIsKept] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast.show('The recovery codes are in the clipboard', 'success'),
      () => toast.show('The clipboard cannot be used here. Please write them down.', 'warning'),
    );
  return (
    <>
      <p>
        Where your phone is lost or broken, each of these recovery codes opens your account once. Keep them somewhere safe: they are not
        shown again.
      </p>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Checkbox label="I have kept them" checked={isKept} onChange={(event) => setIsKept(event.currentTarget.checked)} />
      <div className={fieldStyles.buttons}>
        <Button text="Copy" onClick={() => void copy()} />
        <Button intent="primary" text="Done" disabled={!isKept} onClick={() => void onKept()} />
      </div>
    </>
  );
}
