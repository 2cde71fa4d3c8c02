import { searchText, searchWords } from '#contracts/rules/search-text';
import { maskedNumber, type PatientEvent, type PatientView } from '#contracts/people/patients';
import { gone, type Projection } from '../runner/projection.ts';

/** How many words of a name an index holds; whoever has more is found by these. */
const WORDS = 6;
export const wordSlots = Array.from({ length: WORDS }, (_, n) => `w${n}`);

/** What lists search and sort by, folded; never answered. */
interface PatientSearchFields {
  last: string;
  first: string;
  /** The words of last name and maiden name, and of first and middle names, by slot. */
  last_words: Record<string, string>;
  first_words: Record<string, string>;
  last_four: string;
}

export type PatientDocument = Omit<
  PatientView,
  'similar_name' | 'same_name_and_birth_date' | 'match' | 'organization_name' | 'time_zone'
> & {
  search: PatientSearchFields;
};

type Content = Extract<PatientEvent, { type: 'PatientRegistered' | 'PatientCorrected' }>['data'];

const slots = (...names: (string | undefined)[]): Record<string, string> => {
  const words = [...new Set(names.flatMap((name) => searchWords(name ?? '')))];
  return Object.fromEntries(words.slice(0, WORDS).map((word, n) => [wordSlots[n], word]));
};

/** The number is masked before it is kept: no document holds it. */
const shownOf = ({
  patient_id,
  comment: _reason,
  source: _source,
  as_taken: _taken,
  social_security_number,
  agreement_id,
  ...person
}: Content) => ({
  id: patient_id,
  ...person,
  social_security_number: maskedNumber(social_security_number),
  agreement_uploaded: agreement_id !== undefined,
  search: {
    last: searchText(person.last_name),
    first: searchText(`${person.first_name} ${person.middle_name ?? ''}`),
    last_words: slots(person.last_name, person.maiden_name),
    first_words: slots(person.first_name, person.middle_name),
    last_four: social_security_number.slice(-4),
  },
});

/** One document per patient as lists, pickers and the banner show it. */
export const patients: Projection<PatientEvent, PatientDocument, 'PatientRegistered'> = {
  name: 'patients',
  version: 3,
  key: ({ data }) => data.patient_id,
  create: {
    PatientRegistered: ({ data }, { recorded_at, revision }) => ({
      ...shownOf(data),
      date_registered: recorded_at,
      invitation_status: null,
      version: revision,
    }),
  },
  apply: {
    PatientCorrected: ({ date_registered, invitation_status }, { data }, { revision }) => ({
      ...shownOf(data),
      date_registered,
      invitation_status,
      version: revision,
    }),
    PatientRemoved: () => gone,
  },
  indexes: [
    ['organization_id', 'search.last', 'search.first'],
    ['organization_id', 'search.first', 'search.last'],
    ['organization_id', 'date_registered'],
    ['organization_id', 'date_of_birth', 'search.last'],
    ['organization_id', 'search.last_four'],
    // each word of a name is found by how it begins, wherever it stands
    ...wordSlots.flatMap((slot) => [
      ['organization_id', `search.last_words.${slot}`],
      ['organization_id', `search.first_words.${slot}`],
    ]),
  ],
  erasedWith: { patient: 'key' },
};
