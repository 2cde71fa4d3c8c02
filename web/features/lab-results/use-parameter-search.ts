import { useEffect, useRef, useState } from 'react';
import { fold } from '#contracts/folding';
import type { LabParameterView } from '#contracts/lab-parameters';
import { SEARCH_DEBOUNCE } from '#web/lib/search.ts';
import { findParameters } from './lab-results.data.ts';

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

/** Asks the catalogue at once, without the debounce; what it answers is known from then on. */
export const askCatalogue = async (text: string, signal: AbortSignal): Promise<LabParameterView[]> => {
  const found = await findParameters(text, signal);
  for (const parameter of found) known.set(parameter.id, parameter);
  return found;
};

/** Suggestions for what is being typed: known ones at once, those of the catalogue after the debounce. A newer text cancels the older search. */
export const useParameterSearch = (text: string, isOpen: boolean): { found: LabParameterView[]; isSearching: boolean } => {
  const [answer, setAnswer] = useState<{ text: string; found: LabParameterView[] }>();
  const wanted = isOpen ? text.trim() : '';
  const controller = useRef<AbortController | undefined>(undefined);
  useEffect(() => {
    if (wanted === '') return;
    const timer = setTimeout(() => {
      controller.current?.abort();
      controller.current = new AbortController();
      askCatalogue(wanted, controller.current.signal).then(
        (found) => setAnswer({ text: wanted, found }),
        // a failed search suggests nothing; the name stays as it was typed
        () => undefined,
      );
    }, SEARCH_DEBOUNCE);
    return () => clearTimeout(timer);
  }, [wanted]);
  if (wanted === '') return { found: [], isSearching: false };
  const isAnswered = answer?.text === wanted;
  return { found: isAnswered ? answer.found : matching(wanted), isSearching: !isAnswered };
};
