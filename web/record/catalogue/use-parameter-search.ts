import { useCallback } from 'react';
import { isValueAlone } from '#contracts/lab/requested-names';
import { searchText } from '#contracts/rules/search-text';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import { useAnswer } from '#web/lib/asked.ts';
import { SEARCH_DEBOUNCE } from '#web/lib/search.ts';
import type { Readiness } from '#web/lib/waiting-keys.ts';
import { findParameters } from './lab-parameters.data.ts';
import { exactly, usualOf } from './parameter-choice.ts';

/** How many parameters are suggested: in the form of a lab result (ruling 6), and on a page of a report (document 3 section 9). */
export const SUGGESTED = { form: 22, page: 10 } as const;

// What the catalogue answered in this sitting: nothing of a patient is in it, and it makes the next suggestion immediate.
const known = new Map<string, LabParameterView>();

const matching = (text: string, take: number): LabParameterView[] => {
  const wanted = searchText(text);
  const rank = ({ aliases }: LabParameterView) => {
    const folded = aliases.map(searchText);
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
    .slice(0, take)
    .map(({ parameter }) => parameter);
};

const outstanding: string[] = [];

/** Whether the catalogue may yet say what this name stands for: what is saved now would keep the name as it was typed. */
export const isBeingAsked = (text: string): boolean => outstanding.includes(text.trim());

/** Asks the catalogue at once, without the debounce; what it answers is known from then on. */
export const askCatalogue = async (text: string, signal: AbortSignal, take: number = SUGGESTED.page): Promise<LabParameterView[]> => {
  outstanding.push(text.trim());
  try {
    const found = await findParameters(text, take, signal);
    for (const parameter of found) known.set(parameter.id, parameter);
    return found;
  } finally {
    outstanding.splice(outstanding.indexOf(text.trim()), 1);
  }
};

/**
 * Suggestions for what is being typed: known ones at once, those of the catalogue after the debounce; none where that failed. `first` is what
 * Enter takes by itself: the first one that the catalogue answered, unless several fit alike. Of those known before, and for a value in the place of a name, only what
 * is called exactly so.
 */
export const useParameterSearch = (text: string, isOpen: boolean, take: number = SUGGESTED.page) => {
  const typed = isOpen ? text.trim() : '';
  const ask = useCallback((asked: string, signal: AbortSignal) => askCatalogue(asked, signal, take), [take]);
  const answer = useAnswer(typed, SEARCH_DEBOUNCE, typed === '' ? undefined : ask);
  const { readiness } = answer;
  const found = answer.found ?? (readiness === 'awaited' ? matching(typed, take) : []);
  const first = readiness === 'answered' && !isValueAlone(typed) ? usualOf(typed, found) : exactly(typed, found);
  return { found, first, readiness, isListed: typed !== '' && (found.length > 0 || readiness !== 'awaited') };
};

/** Said where nothing is suggested. */
export const keptAsTyped = (readiness: Readiness): string =>
  `${readiness === 'failed' ? 'The catalogue could not be searched' : 'Not in the catalogue'}: kept under this name`;
