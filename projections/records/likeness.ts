import type { PatientView } from '#contracts/people/patients';
import type { Condition, Filter } from '#infra/read-store/read-store';
import type { Reader } from '../runner/reader.ts';
import { withLikeNames, withSameBirth } from './like-names.ts';
import { type PatientDocument, patients } from './patients.projection.ts';

export type Likeness = Pick<PatientView, 'similar_name' | 'same_name_and_birth_date'>;

/** After an equal last name the index goes on with the first name; after one of several it does not. */
export const oneOf = (names: readonly string[]): Condition => (names.length === 1 ? { eq: names[0]! } : { in: names });

/** How others of the clinic are like these patients, by id (ruling 27). */
export const likenessOf = async (reader: Reader, documents: readonly PatientDocument[]): Promise<Map<string, Likeness>> => {
  const likeness = new Map<string, Likeness>();
  for (const organization_id of new Set(documents.map((patient) => patient.organization_id))) {
    const shown = documents.filter((patient) => patient.organization_id === organization_id);
    const found = await withLikeNames(shown, async ({ last, last_begins, first_begins, given, most }) => {
      const filter: Filter = {
        organization_id: { eq: organization_id },
        ...(last === undefined ? {} : { 'search.last': oneOf(last) }),
        ...(last_begins === undefined ? {} : { 'search.last': { prefix: last_begins } }),
        ...(first_begins === undefined ? {} : { 'search.first': { prefix: first_begins } }),
      };
      const named = given?.flatMap((name) => [{ 'search.first': { eq: name } }, { 'search.first': { prefix: `${name} ` } }]);
      const { items } = await reader.find<PatientDocument>(patients, {
        filter,
        ...(named === undefined ? {} : { any_of: [named] }),
        ...(most === undefined ? {} : { take: most }),
      });
      return items.map(({ data }) => data);
    });
    for (const id of found) likeness.set(id, { similar_name: true });
    // whoever has the same name has a similar one
    const alike = shown.filter(({ id }) => found.has(id));
    const same = await withSameBirth(alike, async (days, last) => {
      const filter: Filter = { organization_id: { eq: organization_id }, 'search.last': oneOf(last) };
      const any_of = [days.map((day) => ({ date_of_birth: { prefix: day } }))];
      return (await reader.find<PatientDocument>(patients, { filter, any_of })).items.map(({ data }) => data);
    });
    for (const id of same) likeness.set(id, { similar_name: true, same_name_and_birth_date: true });
  }
  return likeness;
};
