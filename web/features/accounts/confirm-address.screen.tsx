import { useEffect, useState } from 'react';
import { Link, useParams } from 'wouter';
import { useCommandId } from '#web/lib/command-id.ts';
import { http, Problem } from '#web/lib/http.ts';
import { useSessionControl } from '#web/lib/session.tsx';
import { Face, Failed, Loading } from '#web/ui/faces.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { isJudged } from './judged.ts';

/** Opens the link in the mail to a new address, whoever is signed in here, and says what came of it. */
export const ConfirmAddressScreen = () => (
  <div>
    <PageTitle title="Confirm your new address" />
    <Confirmation />
  </div>
);

function Confirmation() {
  const { code } = useParams<{ code: string }>();
  const { status } = useSessionControl();
  const [result, setResult] = useState<'changed' | Problem>();
  const [attempt, setAttempt] = useState(1);
  const commandId = useCommandId();

  useEffect(() => {
    let isHere = true;
    const tell = (told: 'changed' | Problem) => isHere && setResult(told);
    // the same key for each try: a lost answer spends the code once
    http.send('PUT', `/api/users/email-change/${encodeURIComponent(code)}`, undefined, { commandId: commandId(code), quiet: true }).then(
      () => tell('changed'),
      (cause: unknown) => tell(cause instanceof Problem ? cause : new Problem(0, '', { message: 'The server answered in an unknown way' })),
    );
    return () => {
      isHere = false;
    };
  }, [code, commandId, attempt]);

  if (!result) return <Loading label="Confirming your new address" rows={0} />;
  if (result !== 'changed' && !isJudged(result)) {
    const again = () => {
      setResult(undefined);
      setAttempt(attempt + 1);
    };
    return <Failed what="confirmation" error={result} onRetry={again} />;
  }
  const next = status.kind === 'in' || status.kind === 'locked' ? <Link to="/profile">My account</Link> : <Link to="/signin">Sign in</Link>;
  if (result === 'changed') {
    return (
      <Face title="Your e-mail address was changed" text="Mails to you go to the new address from now on.">
        {next}
      </Face>
    );
  }
  return (
    <Face role="alert" title={result.message} text="If you opened it before, your address is changed already: see My account.">
      {next}
    </Face>
  );
}
