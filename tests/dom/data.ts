import type { Api } from '../e2e/api.ts';
import { until } from '../e2e/until.ts';

/** The items that a list of the interface answers with. @param path after /api/ */
export const itemsOf = async <T = { id: string }>(api: Api, path: string): Promise<T[]> =>
  (await api.get<{ items: T[] }>(`/api/${path}`)).items;

/** Adds something and waits until it can be read; answers its id. @param path after /api/ */
export const add = async (api: Api, path: string, body: object): Promise<string> => {
  const { id } = await api.send<{ id: string }>('POST', `/api/${path}`, body);
  await until('it can be read', async () => (await api.status(`/api/${path}/${id}`)) === 200);
  return id;
};
