import { compare } from '#contracts/rules/compare';
import type { Filter } from '#infra/read-store/read-store';
import { readAll } from '../runner/read-all.ts';
import type { Reader } from '../runner/reader.ts';
import { type CommentDocument, comments } from './comments.projection.ts';

/** Every comment that matches, the oldest first: complete, however many there are. @throws Rebuilding */
export const allComments = async (reader: Reader, filter: Filter): Promise<CommentDocument[]> =>
  (await readAll<CommentDocument>(reader, comments, filter)).sort((a, b) => compare(a.created_at, b.created_at) || compare(a.id, b.id));
