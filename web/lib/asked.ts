import { useEffect, useEffectEvent, useState } from 'react';
import type { Live } from './live.ts';
import { due, NO_KEYS, type Readiness, waitWith } from './waiting-keys.ts';

/** What a list that answers typing is asked. */
export interface Asked {
  /** What was typed when the typing last paused, or when `now` was called. */
  question: string;
  /** This is what is typed now. */
  isSettled: boolean;
  /** Asks at once (Enter). */
  now: () => void;
}

/** @param pause milliseconds without a change after which what is typed is asked */
export const useAsked = (typed: string, pause: number): Asked => {
  const [question, setQuestion] = useState(typed);
  useEffect(() => {
    if (typed === question) return;
    const timer = setTimeout(() => setQuestion(typed), pause);
    return () => clearTimeout(timer);
  }, [typed, question, pause]);
  return { question, isSettled: typed === question, now: () => setQuestion(typed) };
};

/** Whether a list, read for `question`, answers what is typed now. */
export const readinessOf = (
  { isSettled }: Pick<Asked, 'isSettled'>,
  { data, error, isPrevious }: Pick<Live<unknown>, 'data' | 'error' | 'isPrevious'>,
): Readiness => {
  if (!isSettled) return 'awaited';
  if (data !== undefined && !isPrevious) return 'answered';
  return error === undefined ? 'awaited' : 'failed';
};

/**
 * What a call answers to what is typed, asked whenever the typing pauses; a newer text cancels the older question.
 * @param ask nothing is asked without it
 */
export const useAnswer = <T>(typed: string, pause: number, ask: ((text: string, signal: AbortSignal) => Promise<T>) | undefined) => {
  const [answer, setAnswer] = useState<{ text: string; found?: T }>();
  const [round, setRound] = useState(0);
  const { question, now } = useAsked(typed, pause);
  const isEarlier = question === '' && typed !== '';
  useEffect(() => {
    if (!ask || isEarlier) return;
    const controller = new AbortController();
    ask(question, controller.signal).then(
      (found) => setAnswer({ text: question, found }),
      (cause: { isCancelled?: boolean }) => cause.isCancelled !== true && setAnswer({ text: question }),
    );
    return () => controller.abort();
  }, [ask, question, isEarlier, round]);
  const isAnswered = ask !== undefined && answer?.text === typed;
  const found = isAnswered ? answer.found : undefined;
  const readiness: Readiness = !ask || found !== undefined ? 'answered' : isAnswered ? 'failed' : 'awaited';
  return {
    found,
    readiness,
    now,
    again: () => {
      setAnswer(undefined);
      setRound(round + 1);
    },
  };
};

interface AnswerKeys {
  /** Acts now if what is typed was answered, otherwise as soon as it is. */
  press: (key: string) => void;
  isWaiting: boolean;
  /** Drops the keys that wait: the list was left or closed. */
  forget: () => void;
}

/**
 * Keys of a list that answers typing. While the answer to what is typed is outstanding they wait for it, and then act in their order; they
 * come to nothing when something else is typed before, or when the answer fails.
 */
export const useAnswerKeys = (typed: string, readiness: Readiness, act: (key: string) => void): AnswerKeys => {
  const [waiting, setWaiting] = useState(NO_KEYS);
  const onDue = useEffectEvent(act);
  useEffect(() => {
    const { key, rest } = due(waiting, typed, readiness);
    if (rest === waiting) return;
    const timer = setTimeout(() => {
      setWaiting(rest);
      if (key !== undefined) onDue(key);
    }, 0);
    return () => clearTimeout(timer);
  }, [waiting, typed, readiness]);
  return {
    press: (key) => (readiness === 'awaited' || waiting.keys.length > 0 ? setWaiting(waitWith(waiting, typed, key)) : act(key)),
    isWaiting: waiting.keys.length > 0,
    forget: () => setWaiting(NO_KEYS),
  };
};

/** For the rows of a list: those of an earlier answer are dimmed, and neither pointer, key nor screen reader acts on them. */
export const former = (isFormer: boolean) => (isFormer ? { 'data-former': true, inert: true } : {});
