import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import type { OwnEmail } from '#contracts/people/email-change';
import { useCommandId } from '#web/lib/command-id.ts';
import { showInstant } from '#web/lib/dates.ts';
import { http } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';
import { refusalText } from '#web/lib/refusal-text.ts';
import { Failed, Loading } from '#web/ui/faces.tsx';
import { AskForm } from './ask.form.tsx';
import styles from './profile.module.css';
import fieldStyles from '#web/ui/field-row.module.css';

const PATH = '/api/users/email-change';

/** Where mails to the person go: shown, changed, and the change taken back while it waits. */
export function EmailSection() {
  const { data, error, refresh } = useLive<OwnEmail>(['accounts'], PATH, { quiet: true, fresh: true });
  const [isChanging, setIsChanging] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const commandId = useCommandId();

  const ask = async ({ email = '', password }: Record<string, string>, key: string) => {
    await http.send('POST', PATH, { email: email.trim(), password }, { commandId: key, quiet: true });
    await refresh();
    setIsChanging(false);
  };
  const takeBack = async (expires_at: string) => {
    setIsWorking(true);
    setFailure(undefined);
    try {
      await http.send('DELETE', PATH, undefined, { commandId: commandId(expires_at), quiet: true });
      await refresh();
    } catch (cause) {
      setFailure(refusalText(cause));
    }
    setIsWorking(false);
  };

  return (
    <section className={styles.section} aria-labelledby="email">
      <h2 id="email">E-mail address</h2>
      {!data && error && <Failed what="e-mail address" error={error} onRetry={() => void refresh()} />}
      {!data && !error && <Loading label="Reading the e-mail address" rows={1} />}
      {data && <p className={styles.address}>{data.email}</p>}
      {data?.pending && !isChanging && (
        <output className={styles.waits}>
          New address waits for confirmation: <strong>{data.pending.email}</strong>. Please open the link in the mail that we sent there,
          until {showInstant(data.pending.expires_at)}.
        </output>
      )}
      {data && isChanging && (
        <>
          <p>We send a link to the new address. Nothing changes until it is opened. The present address is told.</p>
          <AskForm fields={['email', 'password']} confirm="Send the link" onBack={() => setIsChanging(false)} onConfirm={ask} />
        </>
      )}
      {data && !isChanging && (
        <>
          {failure && (
            <p className={fieldStyles.error} role="alert">
              {failure}
            </p>
          )}
          <div className={styles.buttons}>
            <Button text="Change" disabled={isWorking} onClick={() => setIsChanging(true)} />
            {data.pending && (
              <Button text="Take the change back" disabled={isWorking} onClick={() => void takeBack(data.pending?.expires_at ?? '')} />
            )}
          </div>
        </>
      )}
    </section>
  );
}
