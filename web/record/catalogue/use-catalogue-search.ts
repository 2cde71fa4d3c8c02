import { useState } from 'react';
import type { CatalogueAnswer } from '#contracts/catalogues/catalogues';
import { readinessOf, useAsked } from '#web/lib/asked.ts';
import type { Problem } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';
import type { Readiness } from '#web/lib/waiting-keys.ts';

/** Debounce of the search for diseases and medications, in milliseconds (document 2 section 9). */
const CATALOGUE_DEBOUNCE = 1500;

/** Rows of the selection table (document 2 section 9). */
export const ROWS = 5;

export interface CatalogueSearch<T> {
  /** Rows of the page; those of the former search while a newer one is under way. Undefined: nothing was read, or it failed. */
  items: readonly T[] | undefined;
  total: number;
  skip: number;
  /** Whether the rows answer what is typed now. */
  readiness: Readiness;
  /** Nothing fits well: the rows only have similar words. */
  isWeak: boolean;
  /** What is typed was asked, and not only typed. */
  isAsked: boolean;
  error: Problem | undefined;
  goTo: (skip: number) => void;
  /** Searches at once for what is typed (Enter). */
  now: () => void;
  again: () => void;
}

/**
 * Searches a catalogue for what is typed once the typing pauses; a newer search cancels the older one, a new text begins at page 0.
 * @param path of the call, '/api/diseases'
 * @param text what is typed; '' searches nothing
 */
export const useCatalogueSearch = <T>(path: string, text: string): CatalogueSearch<T> => {
  const typed = text.trim();
  const asked = useAsked(typed, CATALOGUE_DEBOUNCE);
  const [page, setPage] = useState({ of: '', skip: 0 });
  const skip = page.of === asked.question ? page.skip : 0;
  const wanted = typed === '' ? '' : asked.question;
  const query = new URLSearchParams({ query: wanted, skip: String(skip), take: String(ROWS) });
  const live = useLive<CatalogueAnswer<T>>(['catalogues'], wanted === '' ? null : `${path}?${query.toString()}`, {
    keepPrevious: true,
    quiet: true,
  });
  const { data, error, refresh } = live;
  return {
    items: typed === '' ? undefined : data?.items,
    total: data?.overall_count ?? 0,
    skip,
    readiness: readinessOf(asked, live),
    isWeak: data?.match === 'weak',
    isAsked: asked.isSettled,
    error: asked.isSettled ? error : undefined,
    goTo: (to) => setPage({ of: asked.question, skip: to }),
    now: asked.now,
    again: () => void refresh(),
  };
};
