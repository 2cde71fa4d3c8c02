import { type GraphVisuals, isActiveOnly, LastingType } from '#contracts/items/graph-visuals';
import { type ItemKind, itemKinds } from '#contracts/items/item-kinds';
import { http } from '#web/lib/http.ts';
import { DEFAULT_SIZE } from '#web/ui/list-page.ts';

interface Page {
  skip: number;
  overall_count: number;
  items: { id: string; active?: boolean; draft?: boolean; earlier_visits?: { id: string }[]; earlier_given?: { id: string }[] }[];
}

/**
 * Where the list of the record shows an item, as parameters of the record's address `query`: the page that holds it, without 'Active' where
 * that would hide it.
 */
export const rowPlace = async (
  kind: ItemKind,
  patientId: string,
  id: string,
  query: URLSearchParams,
): Promise<Record<string, string | undefined>> => {
  const { list } = itemKinds[kind];
  const take = query.get(`${list}_take`) ?? String(DEFAULT_SIZE);
  const before: Page = { skip: Number(query.get(`${list}_skip`) ?? 0), overall_count: 0, items: [] };
  const page = (active: object) =>
    http
      .get<Page>(`/api/${kind}?${new URLSearchParams({ patient_id: patientId, take, at: id, ...active })}`, { quiet: true })
      .catch(() => before);
  const type = LastingType.options.find((one) => one === kind);
  const named = query.get(`${list}_active`);
  const isOffered = type !== undefined && named !== 'false';
  const filtered = isOffered ? await page({ active: 'true' }) : before;
  const isFiltered = isOffered && isActiveOnly(type, named, await chosen(type, patientId), await isAnyActive(filtered, kind, patientId));
  const isShown =
    isFiltered &&
    filtered.items.some((item) => [item, ...(item.earlier_visits ?? []), ...(item.earlier_given ?? [])].some((each) => each.id === id));
  const { skip } = isShown ? filtered : await page({});
  return { [`${list}_skip`]: skip === 0 ? undefined : String(skip), ...(isFiltered && !isShown ? { [`${list}_active`]: 'false' } : {}) };
};

/** Whether anything that is checked is active, as the section decides by its series; the page tells it mostly. */
const isAnyActive = async ({ items, overall_count }: Page, kind: ItemKind, patientId: string): Promise<boolean> => {
  if (items.some(({ active, draft }) => active === true && draft !== true)) return true;
  if (items.length >= overall_count) return false;
  const series = http.get<{ items: { active: boolean }[] }>(`/api/${kind}/series?${new URLSearchParams({ patient_id: patientId })}`, {
    quiet: true,
  });
  return series.then(
    (all) => all.items.some(({ active }) => active),
    () => true,
  );
};

const chosen = (type: LastingType, patientId: string): Promise<boolean | undefined> =>
  http.get<GraphVisuals>(`/api/graph-visuals/${patientId}`, { quiet: true }).then(
    ({ active }) => active?.[type],
    () => undefined,
  );
