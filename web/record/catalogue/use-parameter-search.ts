import { useEffect, useState } from 'react';
import { fold } from '#contracts/folding';
import type { LabParameterView } from '#contracts/lab-parameters';
import { useAsked } from '#web/lib/asked.ts';
import { SEARCH_DEBOUNCE } from '#web/lib/search.ts';
import type { Readiness } from '#web/lib/waiting-keys.ts';
import { findParameters } from './lab-parameters.data.ts';

// What the catalogue answered in this sitting: nothing of a patient is in it, and it makes the next suggestion immediate.
const known = new Map<string, LabParameterView>();

const matching = (text: string): LabParameterView[] => {
  const wanted = fold(text);
  const rank = ({ aliases }: LabParameterView) => {
    const folded = aliases.map(fold);
    return folded.includes(wanted)
      ? 0
      : folded.some((alias) => alias.startsWith(wanted))
        ? 1
        : folded.some((alias) => alias.includes(wanted))
          ? 2
          : 3;
  };
  return [...known.values()]
    .map((parameter) => ({ parameter, rank: rank(parameter) }))
    .filter((found) => found.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 8)
    .map(({ parameter }) => parameter);
};

/** The parameter that a text names exactly, by any of its aliases. */
export const exactly = (text: string, parameters: readonly LabParameterView[]): LabParameterView | undefined => {
  const wanted = fold(text);
  return parameters.find(({ aliases }) => aliases.some((alias) => fold(alias) === wanted));
};

const outstanding: string[] = [];

/** Whether the catalogue may yet say what this name stands for: what is saved now would keep the name as it was typed. */
export const isBeingAsked = (text: string): boolean => outstanding.includes(text.trim());

/** Asks the catalogue at once, without the debounce; what it answers is known from then on. */
export const askCatalogue = async (text: string, signal: AbortSignal): Promise<LabParameterView[]> => {
  outstanding.push(text.trim());
  try {
    const found = await findParameters(text, signal);
    for (const parameter of found) known.set(parameter.id, parameter);
    return found;
  } finally {
    outstanding.splice(outstanding.indexOf(text.trim()), 1);
  }
};

/**
 * Suggestions for what is being typed: known ones at once, those of the catalogue after the debounce; none where that failed. A newer text
 * cancels the older search.
 */
export const useParameterSearch = (text: string, isOpen: boolean): { found: LabParameterView[]; readiness: Readiness } => {
  const [answer, setAnswer] = useState<{ text: string; found?: LabParameterView[] }>();
  const typed = isOpen ? text.trim() : '';
  const asked = useAsked(typed, SEARCH_DEBOUNCE);
  const wanted = typed === '' ? '' : asked.question;
  useEffect(() => {
    if (wanted === '') return;
    const controller = new AbortController();
    askCatalogue(wanted, controller.signal).then(
      (found) => setAnswer({ text: wanted, found }),
      (cause: { isCancelled?: boolean }) => cause.isCancelled !== true && setAnswer({ text: wanted }),
    );
    return () => controller.abort();
  }, [wanted]);
  if (typed === '') return { found: [], readiness: 'answered' };
  if (answer?.text !== typed) return { found: matching(typed), readiness: 'awaited' };
  return answer.found ? { found: answer.found, readiness: 'answered' } : { found: [], readiness: 'failed' };
};

/**
 * Number of the suggestion that Enter takes: the one that somebody went to, wherever it stands by now; otherwise the first one that the
 * catalogue answered, and of those known before only what is called exactly so.
 */
export const markedAmong = (found: readonly LabParameterView[], readiness: Readiness, text: string, gone: string | undefined): number => {
  const at = found.findIndex(({ id }) => id === gone);
  if (at >= 0) return at;
  if (readiness === 'answered') return found.length === 0 ? -1 : 0;
  const exact = exactly(text, found);
  return exact ? found.indexOf(exact) : -1;
};
