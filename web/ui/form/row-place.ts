import { http } from '#web/lib/http.ts';
import type { ItemKind } from './item-kind.ts';
import { DEFAULT_SIZE } from '../list-page.ts';

/**
 * Where the list of the record shows an item, as parameters of the record's address `query`: the page that holds it, without 'Active' where
 * that would hide it.
 */
export const rowPlace = async (
  { path, list }: Pick<ItemKind, 'path' | 'list'>,
  patientId: string,
  id: string,
  query: URLSearchParams,
): Promise<Record<string, string | undefined>> => {
  const take = query.get(`${list}_take`) ?? String(DEFAULT_SIZE);
  const isFiltered = query.get(`${list}_active`) === 'true';
  const before = { skip: Number(query.get(`${list}_skip`) ?? 0), items: [] };
  const page = (active: object) =>
    http
      .get<{ skip: number; items: { id: string }[] }>(
        `/api/${path}?${new URLSearchParams({ patient_id: patientId, take, at: id, ...active })}`,
        { quiet: true },
      )
      .catch(() => before);
  const holds = ({ items }: Awaited<ReturnType<typeof page>>) => items.some((item) => item.id === id);
  const filtered = isFiltered ? await page({ active: 'true' }) : undefined;
  const isShown = filtered !== undefined && holds(filtered);
  const { skip } = isShown ? filtered : await page({});
  return { [`${list}_skip`]: skip === 0 ? undefined : String(skip), ...(isFiltered && !isShown ? { [`${list}_active`]: undefined } : {}) };
};
