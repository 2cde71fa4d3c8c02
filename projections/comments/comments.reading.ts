import type { Filter } from '#infra/read-store/read-store';
import type { Reader } from '../runner/reader.ts';
import { type CommentDocument, comments } from './comments.projection.ts';

/** How many documents are read at a time where all are needed. */
const CHUNK = 500;

/** Every comment that matches, the oldest first: complete, however many there are. @throws Rebuilding */
export const allComments = async (reader: Reader, filter: Filter): Promise<CommentDocument[]> => {
  const found = new Map<string, CommentDocument>();
  for (let skip = 0; ; skip += CHUNK) {
    const page = await reader.find<CommentDocument>(comments, { filter, sort: [['created_at', 'asc']], skip, take: CHUNK });
    for (const { id, data } of page.items) found.set(id, data);
    if (skip + CHUNK >= page.overall_count) return [...found.values()];
  }
};
