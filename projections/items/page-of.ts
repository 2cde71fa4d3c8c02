import type { Query } from '#infra/read-store/read-store';
import type { Named } from '../runner/builds.ts';
import type { Reader } from '../runner/reader.ts';

/** How many documents are read at a time. */
const CHUNK = 500;

interface Asked {
  skip: number;
  take: number;
  at?: string | undefined;
}

/** Where the page begins that holds the item `at` of a list that is there as a whole; `skip` where none is named or it is not in it. */
export const pageWithin = (list: readonly { id: string }[], { skip, take, at }: Asked): number => {
  const index = at === undefined ? -1 : list.findIndex(({ id }) => id === at);
  return index < 0 ? skip : Math.floor(index / take) * take;
};

/** Where the page begins that holds the item `at`; `skip` where none is named or it is not in the list. @throws Rebuilding */
export const pageOf = async (
  reader: Pick<Reader, 'find'>,
  projection: Named,
  order: Pick<Query, 'filter' | 'any_of' | 'sort'>,
  { skip, take, at }: Asked,
): Promise<number> => {
  if (at === undefined) return skip;
  for (let before = 0; ; before += CHUNK) {
    const { items } = await reader.find(projection, { ...order, skip: before, take: CHUNK });
    const index = items.findIndex(({ id }) => id === at);
    if (index >= 0) return Math.floor((before + index) / take) * take;
    if (items.length < CHUNK) return skip;
  }
};
