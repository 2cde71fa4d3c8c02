import { useEffect, useState } from 'react';
import { useParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { useCommandId } from '#web/lib/command-id.ts';
import { http, Problem } from '#web/lib/http.ts';
import { Failed, Loading } from '#web/ui/faces.tsx';
import { isJudged } from './judged.ts';

/** Confirms the address of a new account when it is opened, and goes to sign in. */
export function VerifyScreen() {
  const { code } = useParams<{ code: string }>();
  const [problem, setProblem] = useState<Problem>();
  const [attempt, setAttempt] = useState(1);
  const commandId = useCommandId();

  useEffect(() => {
    let isHere = true;
    const leave = (flag: string) => isHere && navigate('/signin', { replace: true, state: { [flag]: true } });
    // the same key for each try: a lost answer spends the code once
    http.send('PUT', `/api/users/verify/${encodeURIComponent(code)}`, undefined, { commandId: commandId(code), quiet: true }).then(
      () => leave('show_verify_success'),
      (cause: unknown) => {
        if (!isHere) return;
        if (cause instanceof Problem && !isJudged(cause)) setProblem(cause);
        else leave('show_verify_fail');
      },
    );
    return () => {
      isHere = false;
    };
  }, [code, commandId, attempt]);

  if (!problem) return <Loading label="Confirming your address" rows={0} />;
  return (
    <Failed
      what="confirmation"
      error={problem}
      onRetry={() => {
        setProblem(undefined);
        setAttempt(attempt + 1);
      }}
    />
  );
}
