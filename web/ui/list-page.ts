import { useSearchParams } from 'wouter';

/** Page sizes that the documents offer in the sections of a patient. */
export const LIST_SIZES = [5, 10, 25, 50] as const;
export const DEFAULT_SIZE = 10;

/** Where a list stands; both numbers are in the address. */
export interface ListPage {
  skip: number;
  take: number;
  go: (next: { skip: number; take: number }) => void;
}

/** Changes parameters of the address in place, keeping its state; undefined takes one out. */
export const useParam = () => {
  const [params, setParams] = useSearchParams();
  const set = (changes: Readonly<Record<string, string | undefined>>) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) changed.delete(name);
          else changed.set(name, value);
        }
        return changed;
      },
      { replace: true, state: window.history.state },
    );
  return [params, set] as const;
};

/** Page of the list of this name: the address has `<name>_skip` and `<name>_take` where they are not the usual 0 and 10. */
export const useListPage = (name: string): ListPage => {
  const [params, set] = useParam();
  const skip = Math.max(0, Math.floor(Number(params.get(`${name}_skip`)) || 0));
  const asked = Number(params.get(`${name}_take`));
  const take = LIST_SIZES.some((size) => size === asked) ? asked : DEFAULT_SIZE;
  const go: ListPage['go'] = (next) =>
    set({
      [`${name}_skip`]: next.skip === 0 ? undefined : String(next.skip),
      [`${name}_take`]: next.take === DEFAULT_SIZE ? undefined : String(next.take),
    });
  return { skip, take, go };
};

export type SectionView = 'graphs' | 'list';

/** Graph or list of a section; the address has `<name>_view=list`, graphs are the default. */
export const useSectionView = (name: string): [SectionView, (view: SectionView) => void] => {
  const [params, set] = useParam();
  return [
    params.get(`${name}_view`) === 'list' ? 'list' : 'graphs',
    (view) => set({ [`${name}_view`]: view === 'list' ? 'list' : undefined }),
  ];
};
