import type { AskingPerson } from '#contracts/people/asking-person';
import type { PatientPage, PatientView } from '#contracts/people/patients';
import { searchText } from '#contracts/rules/search-text';
import { useLive } from '#web/lib/live.ts';
import { searchHeader } from '#web/lib/search.ts';

/** A patient of the clinic who may be the person that asks, and what speaks for and against it. */
export interface LookAlike {
  patient: PatientView;
  reasons: string[];
}

const day = (date: string | undefined): string => date?.slice(0, 10) ?? '';

/** The likeliest first: same number, same birth date, same name. Of those who share only the birth date, who has one of the names besides. */
export const likest = (person: AskingPerson, patients: readonly PatientView[]): LookAlike[] => {
  const isNamed = (one: PatientView, field: 'first_name' | 'last_name') => searchText(one[field]) === searchText(person[field]);
  return [...new Map(patients.map((patient) => [patient.id, patient])).values()]
    .map((patient) => {
      const [first, last] = [isNamed(patient, 'first_name'), isNamed(patient, 'last_name')];
      const isBorn = day(patient.date_of_birth) === day(person.date_of_birth) && patient.date_of_birth_precision === undefined;
      const isNumber = patient.id === person.same_number;
      const weight = (isNumber ? 8 : 0) + (isBorn ? 3 : 0) + (first ? 1 : 0) + (last ? 1 : 0) + (patient.id === person.restores ? 16 : 0);
      const name = first && last ? ['same name'] : ['similar name'].filter(() => first || last || patient.match === 'similar');
      const isKnown = person.date_of_birth !== undefined && patient.date_of_birth_precision === undefined;
      const born = isBorn ? ['same birth date'] : isKnown ? ['other birth date'] : [];
      return { patient, weight, reasons: [...(isNumber ? ['same number'] : []), ...name], born };
    })
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ patient, reasons, born }) => ({ patient, reasons: [...reasons, ...born] }));
};

const FEW = '/api/patients?skip=0&take=10';

/** The person who asks, and the patients of the clinic who look alike; `likes` undefined until all searches are answered. */
export const useAskingPerson = (code: string) => {
  const asked = useLive<AskingPerson>(['invitations', 'connections'], `/api/patient-invitations/invitation/${code}/person`, {
    quiet: true,
  });
  const person = asked.data;
  const { first_name = '', last_name = '', date_of_birth, same_number, restores } = person ?? {};
  const one = (id: string | undefined) => (id === undefined ? null : `/api/patients/${id}`);
  const named = useLive<PatientPage>(['patients'], person ? FEW : null, { headers: searchHeader({ first_name, last_name }), quiet: true });
  const born = useLive<PatientPage>(['patients'], date_of_birth === undefined ? null : `${FEW}&order_by=LastName`, {
    headers: searchHeader({ date_of_birth: day(date_of_birth) }),
    quiet: true,
  });
  const numbered = useLive<PatientView>(['patients'], one(same_number), { quiet: true });
  const former = useLive<PatientView>(['patients'], one(restores), { quiet: true });
  const reads = [named, born, numbered, former];
  // a search that failed never looks like one that found nobody
  const isAnswered = !reads.some(({ isLoading, error, data }) => isLoading || (error && !data));
  const patients = [former.data, numbered.data, ...(named.data?.items ?? []), ...(born.data?.items ?? [])].filter(
    (one) => one !== undefined,
  );
  return {
    person,
    restored: former.data,
    likes: person && isAnswered ? likest(person, patients) : undefined,
    error: asked.error ?? reads.map(({ error }) => error).find((error) => error !== undefined),
    refresh: () => void Promise.all([asked, ...reads].map(({ refresh }) => refresh())),
  };
};
