import type { Disease, NamedDisease } from '#contracts/diagnoses/diagnoses';
import { saysTheSame } from '#contracts/rules/equal';
import { searchText } from '#contracts/rules/search-text';
import type { Medication } from '#contracts/treatments/intakes';
import type { FieldErrors } from '#infra/event-store/decider';
import type { CatalogueSearch } from './catalogue-search.ts';

const NONE: FieldErrors = {};

/** Case and spaces apart; what is not said is the same as nothing. */
const agrees = (said: string | undefined, known: string): boolean => searchText(said ?? '') === searchText(known);

/**
 * What the catalogue has against the ICD choice of a person, by field; nothing where all is well.
 * @param before as it stands in the record: what was chosen there may stay, whatever became of it
 * @throws Rebuilding while the catalogue is made for the first time
 */
export const diseaseFaults = (catalogues: CatalogueSearch, chosen: Disease, before?: NamedDisease): FieldErrors => {
  const { id, code, text } = chosen;
  const isKept = before?.id === id;
  if (isKept && before.code === code && before.text === text) return NONE;
  const known = catalogues.disease(id);
  if (!known) return { disease: ['This code is not in the catalogue of diseases: choose it from the list'] };
  if (!agrees(code, known.code) || !agrees(text, known.text))
    return { disease: [`In the catalogue ${known.code} is '${known.text}': choose it from the list`] };
  if (known.retired && !isKept)
    return { disease: [`${known.code} is no longer valid, last in ${known.release}: choose a code that is valid now`] };
  return NONE;
};

const PARTS = ['proprietary_name', 'nonproprietary_name', 'form', 'route', 'strength'] as const;

/**
 * What the catalogue has against the product that a person chose, by field; nothing where all is well.
 * @param before as it stands in the record: what was chosen there may stay, whatever became of it
 * @throws Rebuilding while the catalogue is made for the first time
 */
export const medicationFaults = (catalogues: CatalogueSearch, chosen: Medication, before?: Medication): FieldErrors => {
  // without an id nothing was chosen, which the form's own rules say
  if (chosen.id === undefined) return NONE;
  const isKept = before?.id === chosen.id;
  if (isKept && PARTS.every((part) => saysTheSame(before[part] ?? '', chosen[part] ?? ''))) return NONE;
  const known = catalogues.medication(chosen.id);
  if (!known) return { medication: ['This product is not in the catalogue of medications: choose it from the list'] };
  if (!PARTS.every((part) => agrees(chosen[part], known[part]))) {
    const words = PARTS.map((part) => known[part]).filter((part) => part !== '');
    return { medication: [`In the catalogue this product is '${words.join(', ')}': choose it from the list`] };
  }
  if (known.retired && !isKept)
    return { medication: [`This product is no longer listed, last in ${known.release}: choose one that is listed now`] };
  return NONE;
};
