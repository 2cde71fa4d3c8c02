import { Button, Tag } from '@blueprintjs/core';
import { useState } from 'react';
import type { SessionView } from '#contracts/people/accounts';
import { showInstant } from '#web/lib/dates.ts';
import { http } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { useSessionControl } from '#web/lib/session.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Failed, Loading } from '#web/ui/faces.tsx';
import { browserName } from './browser-name.ts';
import styles from './profile.module.css';

type Which = 'others' | 'all';
const questions: Readonly<Record<Which, string>> = {
  others: 'Every other browser is signed out at once. What was typed there and not saved is kept for you.',
  all: 'Every browser is signed out at once, this one too. What was typed here and not saved is lost.',
};

/** Where one is signed in, and the way out of all of it. */
export function SessionsSection() {
  const { data, error, refresh } = useLive<{ items: SessionView[] }>(['accounts'], '/api/users/sessions', { quiet: true, fresh: true });
  const { signOut } = useSessionControl();
  const [asked, setAsked] = useState<Which>();
  const [isWorking, setIsWorking] = useState(false);
  const [failure, setFailure] = useState<string>();

  const end = async () => {
    setIsWorking(true);
    try {
      await http.send('DELETE', '/api/users/sessions', { keep_this: asked === 'others' }, { quiet: true });
      setAsked(undefined);
      if (asked === 'all') return signOut();
      await refresh();
    } catch (cause) {
      setFailure(refusalText(cause));
    } finally {
      setIsWorking(false);
    }
  };
  const ask = (which: Which) => {
    setFailure(undefined);
    setAsked(which);
  };

  return (
    <section className={styles.section} aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      {!data && error && <Failed what="sessions" error={error} onRetry={() => void refresh()} />}
      {!data && !error && <Loading label="Reading sessions" rows={2} />}
      {data && (
        <>
          <ul className={styles.sessions}>
            {data.items.map(({ id, signed_in_at, user_agent, is_current }) => (
              <li key={id}>
                <span>
                  {browserName(user_agent)} {is_current && <Tag minimal>this one</Tag>}
                </span>
                <span className="bp6-text-muted">since {showInstant(signed_in_at)}</span>
              </li>
            ))}
          </ul>
          <div className={styles.buttons}>
            {data.items.length > 1 && <Button text="Sign out all others" onClick={() => ask('others')} />}
            <Button text="Sign out everywhere" onClick={() => ask('all')} />
          </div>
        </>
      )}
      <ConfirmDialog
        isOpen={asked !== undefined}
        title="Sign out?"
        confirm="Sign out"
        isWorking={isWorking}
        error={failure}
        onConfirm={() => void end()}
        onCancel={() => setAsked(undefined)}
      >
        {asked && questions[asked]}
      </ConfirmDialog>
    </section>
  );
}
