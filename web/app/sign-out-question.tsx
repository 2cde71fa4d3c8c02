import { useEffect, useState } from 'react';
import { countTyped, lookAgain } from '#web/lib/unsaved.ts';
import { showCount } from '#web/lib/numbers.ts';
import { onSignOutAsked } from '#web/lib/signing-out.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Signing out destroys what was typed and never saved, in other tabs too: where there is some, it asks first. */
export function SignOutQuestion() {
  const [asked, setAsked] = useState<{ count: number; go: () => void }>();
  useEffect(
    () =>
      onSignOutAsked((go) => {
        void lookAgain().then(() => {
          const count = countTyped();
          if (count === 0) go();
          else setAsked({ count, go });
        });
      }),
    [],
  );
  return (
    <ConfirmDialog
      isOpen={asked !== undefined}
      title="Sign out?"
      confirm="Sign out"
      cancel="Stay"
      onCancel={() => setAsked(undefined)}
      onConfirm={() => {
        asked?.go();
        setAsked(undefined);
      }}
    >
      {asked &&
        `${showCount(asked.count, 'form that was typed in and never saved', 'forms that were typed in and never saved')} would be lost.`}
    </ConfirmDialog>
  );
}
