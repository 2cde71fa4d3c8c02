import type { PatientOrder, PatientSearch } from '#contracts/people/patients';
import type { Filter } from '#infra/read-store/read-store';
import type { Reader } from '../runner/reader.ts';
import { hasNames, type Nearness, numbersIn, sortOf, wantedOf } from './patient-search.ts';
import { type PatientDocument, patients } from '../records/patients.projection.ts';

interface Asked {
  /** The patients to look among. */
  among: Filter;
  search: PatientSearch;
  order_by: PatientOrder;
  skip: number;
  take: number;
  thisYear: number;
  /** Whose a social security number is in the clinic; kept under a keyed hash, never in a document. */
  ownerOf: (number: string) => Promise<string | undefined>;
}

interface Found {
  documents: PatientDocument[];
  overall_count: number;
  /** Nobody has the typed names: these have similar ones. */
  isSimilar: boolean;
}

/**
 * A page of patients (ruling 55). Where no order is asked for, those whose names are the typed words come before those whose names
 * only begin so. Names a slip away are looked for only where nobody is found otherwise.
 */
export const findPatients = async (reader: Reader, asked: Asked): Promise<Found> => {
  const { among, search, order_by, skip, take, thisYear } = asked;
  const owners = new Map<string, string>();
  for (const number of new Set(numbersIn(search))) {
    const owner = await asked.ownerOf(number);
    if (owner !== undefined) owners.set(number, owner);
  }
  const found = async (how: Nearness, page: { skip: number; take: number }) => {
    const { items, overall_count } = await reader.find<PatientDocument>(patients, {
      filter: among,
      any_of: wantedOf(search, how, { thisYear, owners }),
      sort: sortOf[order_by],
      ...page,
    });
    return { documents: items.map(({ data }) => data), overall_count };
  };
  const isNamed = hasNames(search, thisYear);
  const begun = await found('begins', { skip, take });
  if (isNamed && begun.overall_count === 0) return { ...(await found('similar', { skip, take })), isSimilar: true };
  if (!isNamed || order_by !== 'None') return { ...begun, isSimilar: false };

  const exact = (await found('is', { skip: 0, take: skip + take })).documents;
  if (exact.length === 0) return { ...begun, isSimilar: false };
  const first = new Set(exact.map(({ id }) => id));
  const upToHere = skip === 0 ? begun : await found('begins', { skip: 0, take: skip + take });
  const documents = [...exact, ...upToHere.documents.filter(({ id }) => !first.has(id))].slice(skip, skip + take);
  return { documents, overall_count: begun.overall_count, isSimilar: false };
};
