import type { Filter, JsonObject } from '#infra/read-store/read-store';
import type { Named } from './builds.ts';
import type { Reader } from './reader.ts';

/** How many documents are read at a time; in between, others are answered. */
const CHUNK = 1000;

/**
 * Every document that matches, in the order of their ids: each that is there all the while exactly once, whatever comes, goes or changes in
 * between; one that comes or goes meanwhile at most once. Declare an index on the filter's fields: it serves the order too.
 * @throws Rebuilding
 */
export async function* eachOf<D = JsonObject>(
  reader: Pick<Reader, 'find'>,
  projection: Named,
  filter: Filter,
  chunk = CHUNK,
): AsyncGenerator<D> {
  for (let beyond: string | undefined; ;) {
    const { items } = await reader.find<D>(projection, {
      filter,
      ...(beyond === undefined ? {} : { beyond }),
      take: chunk,
      counted: false,
    });
    for (const { data } of items) yield data;
    if (items.length < chunk) return;
    beyond = items.at(-1)!.id;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** What `eachOf` meets, as one list. @throws Rebuilding */
export const readAll = async <D = JsonObject>(
  reader: Pick<Reader, 'find'>,
  projection: Named,
  filter: Filter,
  chunk?: number,
): Promise<D[]> => {
  const documents: D[] = [];
  for await (const document of eachOf<D>(reader, projection, filter, chunk)) documents.push(document);
  return documents;
};
