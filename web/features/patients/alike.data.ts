import type { PatientPage, PatientView } from '#contracts/people/patients';
import { http } from '#web/lib/http.ts';
import { searchHeader } from '#web/lib/search.ts';
import type { PatientForm } from './patient.form.ts';

const dayOf = ({ date_of_birth }: { date_of_birth: string }): string => date_of_birth.slice(0, 10);

/** Patients of the clinic with the last name of a new one, or one like it, and the same birth date; none where they cannot be read. */
export const alikePatients = async (form: PatientForm): Promise<PatientView[]> => {
  const headers = searchHeader({ last_name: form.last_name });
  const found = await http.get<PatientPage>('/api/patients?skip=0&take=50', { headers }).catch(() => undefined);
  return (found?.items ?? []).filter((patient) => dayOf(patient) === dayOf(form));
};
