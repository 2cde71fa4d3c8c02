import { useState } from 'react';
import type { Problem } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';
import { useDebounced } from '#web/lib/search.ts';

/** Debounce of the search for diseases and medications, in milliseconds (document 2 section 9). */
const CATALOGUE_DEBOUNCE = 1500;

/** Rows of the selection table (document 2 section 9). */
export const ROWS = 5;

export interface CatalogueSearch<T> {
  /** Rows of the page; those of the former search while a newer one is under way. Undefined: nothing was read, or it failed. */
  items: readonly T[] | undefined;
  total: number;
  skip: number;
  /** The rows are not (yet) those of what is typed. */
  isPrevious: boolean;
  isSearching: boolean;
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
  const [settled, now] = useDebounced(typed, CATALOGUE_DEBOUNCE);
  const [page, setPage] = useState({ of: '', skip: 0 });
  const skip = page.of === settled ? page.skip : 0;
  const wanted = typed === '' ? '' : settled;
  const query = new URLSearchParams({ query: wanted, skip: String(skip), take: String(ROWS) });
  const { data, error, isLoading, isPrevious, refresh } = useLive<{ items: T[]; overall_count: number }>(
    ['catalogues'],
    wanted === '' ? null : `${path}?${query.toString()}`,
    { keepPrevious: true, quiet: true },
  );
  const isPending = typed !== '' && typed !== settled;
  return {
    items: typed === '' ? undefined : data?.items,
    total: data?.overall_count ?? 0,
    skip,
    isPrevious: isPending || isPrevious,
    isSearching: isPending || isLoading || isPrevious,
    error: isPending ? undefined : error,
    goTo: (to) => setPage({ of: settled, skip: to }),
    now,
    again: () => void refresh(),
  };
};
