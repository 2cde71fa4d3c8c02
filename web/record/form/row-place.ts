import { type GraphVisuals, isActiveOnly, LastingType } from '#contracts/items/graph-visuals';
import { type ItemKind, itemKinds } from '#contracts/items/item-kinds';
import { http } from '#web/lib/http.ts';
import { DEFAULT_SIZE } from '#web/ui/list-page.ts';

interface Page {
  skip: number;
  overall_count: number;
  items: { id: string; earlier_visits?: { id: string }[] }[];
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
  const isFiltered = isOffered && isActiveOnly(type, named, await chosen(type, patientId), filtered.overall_count > 0);
  const isShown = isFiltered && filtered.items.some((item) => item.id === id || item.earlier_visits?.some((visit) => visit.id === id));
  const { skip } = isShown ? filtered : await page({});
  return { [`${list}_skip`]: skip === 0 ? undefined : String(skip), ...(isFiltered && !isShown ? { [`${list}_active`]: 'false' } : {}) };
};

const chosen = (type: LastingType, patientId: string): Promise<boolean | undefined> =>
  http.get<GraphVisuals>(`/api/graph-visuals/${patientId}`, { quiet: true }).then(
    ({ active }) => active?.[type],
    () => undefined,
  );
