import { Button } from '@blueprintjs/core';
import { useEffect, useEffectEvent } from 'react';
import type { Profile } from '#contracts/people/accounts';
import { useSessionControl } from '#web/lib/session.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { PublicShell } from './shell.tsx';
import styles from './sign-in.module.css';

/** Who works in a clinic that may not act is told of no change (ruling 44): the page asks. */
const POLL_MS = 4000;

/** Who signed up an organization sees here alone that it waits, until a super user has decided. What was decided shows by itself. */
export function Waiting({ user }: { user: Profile }) {
  const { status, signOut, refresh } = useSessionControl();
  const isRejected = user.organization_status === 'Rejected';
  const title = isRejected ? 'Not approved' : 'Waiting for approval';
  useTitle(title);
  // without an answer the page stays as it is and asks again
  const look = useEffectEvent(() => void refresh().catch(() => undefined));
  const isIn = status.kind === 'in';
  useEffect(() => {
    if (!isIn) return;
    const timer = setInterval(() => look(), POLL_MS);
    return () => clearInterval(timer);
  }, [isIn]);
  return (
    <PublicShell>
      <section className={styles.signIn}>
        <h1>{title}</h1>
        <p>
          {isRejected
            ? `The request of ${user.organization_name} was rejected. Nothing can be done here.`
            : 'Please wait until new organization request will be approved.'}
        </p>
        {!isRejected && <p className="bp6-text-muted">{user.organization_name} signed up. A super user looks at the request.</p>}
        {!isRejected && <Button intent="primary" text="Look again" onClick={() => void refresh()} />}{' '}
        <Button variant="minimal" text="Sign out" onClick={signOut} />
      </section>
    </PublicShell>
  );
}
