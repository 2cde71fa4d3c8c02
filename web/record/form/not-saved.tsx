import { Button } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { useKeeping } from '#web/lib/use-typed.ts';
import type { Keeping } from '#web/lib/sealed-store.ts';
import { http, type Problem } from '#web/lib/http.ts';
import fieldStyles from '#web/ui/field-row.module.css';
import styles from './item-footer.module.css';

const EVERY = 4000;

/** Whether the server gives an answer again after it gave none. */
const useAnswers = (wasReached: boolean): boolean => {
  const [answers, setAnswers] = useState(wasReached);
  useEffect(() => {
    if (answers) return;
    const ask = () => {
      http.get('/api/health', { quiet: true }).then(
        () => setAnswers(true),
        () => undefined,
      );
    };
    const timer = setInterval(ask, EVERY);
    addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      removeEventListener('online', ask);
    };
  }, [answers]);
  return answers;
};

/** Why nothing was saved, where what was typed is until then, and when it can be tried again. Nothing is ever sent by itself. */
export function NotSaved({ problem, onAnew }: { problem: Problem; onAnew: () => void }) {
  if (problem.code === 'key-reused')
    return (
      <p className={`${fieldStyles.error} ${styles.says}`} role="alert">
        Not saved: this form was saved before, in another tab or when its answer was lost, and said something else then. What was saved is
        in the record. <Button size="small" text="Save this as another entry" onClick={onAnew} />
      </p>
    );
  return <Says key={problem.message + String(problem.status)} problem={problem} />;
}

const WHERE: Readonly<Record<Keeping, string>> = {
  sealed: 'Nothing that was typed is lost: it is kept on this computer, sealed, for 24 hours.',
  writing: 'Nothing that was typed is lost.',
  tab: 'Nothing that was typed is lost: it is kept in this tab. Do not close or reload it.',
};

function Says({ problem }: { problem: Problem }) {
  const isAway = problem.status === 0 || problem.status >= 502;
  const answers = useAnswers(!isAway);
  const keeping = useKeeping();
  const where = WHERE[keeping];
  return (
    <p className={`${fieldStyles.error} ${styles.says}`} role="alert">
      Not saved: {problem.message}. {where}
      {isAway && answers && <strong> The server answers again: save now.</strong>}
    </p>
  );
}
