import { type ReactNode, useEffect, useState } from 'react';
import { type Asked, former, readinessOf, useAsked } from '#web/lib/asked.ts';
import { isKey } from '#web/lib/keys.ts';
import type { Live } from '#web/lib/live.ts';
import { SEARCH_DEBOUNCE } from '#web/lib/search.ts';
import { Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { LIST_SIZES, useParam } from '#web/ui/list-page.ts';
import { Paging } from '#web/ui/paging.tsx';
import { FilterField, FilterLine } from '#web/ui/filter.tsx';

const TAKE = 50;

interface Search {
  text: string;
  asked: Asked;
  skip: number;
  take: number;
  type: (text: string) => void;
  go: (page: { skip: number; take?: number; query?: string }) => void;
}

/** What is searched by name in a catalogue, and the page that is read of it; the page is in the address. */
export const useSearch = (): Search => {
  const [params, set] = useParam();
  const [text, setText] = useState('');
  const asked = useAsked(text.trim(), SEARCH_DEBOUNCE);
  const skip = Math.max(0, Number(params.get('skip')) || 0);
  const size = Number(params.get('take'));
  const take = LIST_SIZES.some((one) => one === size) ? size : TAKE;
  return {
    text,
    asked,
    skip,
    take,
    type: (next) => {
      setText(next);
      if (skip > 0) set({ skip: undefined });
    },
    go: (page) => {
      if (page.query !== undefined) setText(page.query);
      const changed = page.take ?? take;
      set({ skip: page.skip === 0 ? undefined : String(page.skip), take: changed === TAKE ? undefined : String(changed) });
    },
  };
};

interface Props<T> {
  search: Search;
  /** What is read: 'office templates'. */
  what: string;
  read: Live<{ items: readonly T[]; overall_count: number }>;
  /** Lines of the skeleton. */
  rows: number;
  /** Instead of the one field 'Search by name'. */
  filter?: ReactNode;
  /** No page is turned while one is read. */
  isPagingHeld?: boolean;
  /** Where nothing is found for what is asked. */
  empty: ReactNode;
  children: (items: readonly T[]) => ReactNode;
}

/** The field of a search by name with what it finds, page by page. */
export function SearchedList<T>({ search, what, read, rows, filter, isPagingHeld = false, empty, children }: Props<T>) {
  const { data, error, isLoading, refresh } = read;
  const isFormer = readinessOf(search.asked, read) !== 'answered';
  const total = data?.overall_count ?? 0;
  // the last entry of the last page was removed: one page back
  const isBeyond = data?.items.length === 0 && !isFormer && total > 0 && search.skip > 0;
  useEffect(() => {
    if (isBeyond) search.go({ skip: Math.floor((total - 1) / search.take) * search.take });
  });
  return (
    <>
      <FilterLine>
        {filter ?? (
          <FilterField
            label="Search by name"
            value={search.text}
            onValueChange={search.type}
            onKeyDown={(event) => isKey(event, 'choose') && search.asked.now()}
          />
        )}
      </FilterLine>
      {isLoading && <Loading label={`Reading ${what}`} rows={rows} />}
      {!isLoading && !data && <Failed what={what} error={error} onRetry={() => void refresh()} />}
      {data && (
        <>
          {error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
          {data.items.length > 0 ? (
            <div aria-busy={isFormer}>
              <div {...former(isFormer)}>{children(data.items)}</div>
              <Paging
                skip={search.skip}
                take={search.take}
                total={data.overall_count}
                sizes={LIST_SIZES}
                isHeld={isPagingHeld && isFormer}
                onChange={search.go}
              />
            </div>
          ) : (
            empty
          )}
        </>
      )}
    </>
  );
}
