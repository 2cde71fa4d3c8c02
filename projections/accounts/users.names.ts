import type { Reader } from '../runner/reader.ts';
import { type UserDocument, users } from './users.projection.ts';

/** First and last names beside user ids; a user that is not known (yet) is left out. @throws Rebuilding */
export const userNames = async (reader: Reader, ids: readonly (string | null | undefined)[]): Promise<Map<string, string>> => {
  const wanted = ids.filter((id) => typeof id === 'string');
  const found = await reader.getMany<UserDocument>(users, wanted);
  return new Map([...found].map(([id, { first_name, last_name }]) => [id, `${first_name} ${last_name}`]));
};
