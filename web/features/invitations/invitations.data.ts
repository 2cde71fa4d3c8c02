import type { InvitableClinic, InvitationView, Practice, Provider } from '#contracts/people/invitations';
import { useLive } from '#web/lib/live.ts';
import { searchHeader } from '#web/lib/search.ts';

interface Page<T> {
  items: T[];
  overall_count: number;
}

/** Page sizes of document 1 section 9. */
export const TAKE = 50;
export const CLINICS_TAKE = 20;

/** The clinics of a patient's account. */
export const usePractices = (user_id: string) =>
  useLive<Page<Practice>>(['invitations', 'connections', 'organizations'], `/api/patients/${user_id}/practices`);

/** Doctors by name and city. */
export const useProviders = (asked: { name: string; city: string; skip: number }) => {
  const params = new URLSearchParams({ name: asked.name, city: asked.city, skip: String(asked.skip), take: String(TAKE) });
  return useLive<Page<Provider>>(['accounts', 'organizations'], `/api/providers?${params}`, { keepPrevious: true });
};

/** Clinics that may be invited, by name. */
export const useClinics = (asked: { query: string; skip: number }) => {
  const params = new URLSearchParams({ query: asked.query, skip: String(asked.skip), take: String(CLINICS_TAKE) });
  return useLive<Page<InvitableClinic>>(['organizations'], `/api/providers/clinics?${params}`, { keepPrevious: true });
};

/** `waiting`: how many received invitations wait for the clinic's answer. */
interface InvitationsPage extends Page<InvitationView> {
  waiting: number;
}

/** What the clinic sent or received; names travel in a header. */
export const useInvitations = (box: 'sent' | 'received', names: { last_name: string; first_name: string }, skip: number) => {
  const params = new URLSearchParams({ skip: String(skip), take: String(TAKE) });
  return useLive<InvitationsPage>(['invitations', 'connections'], `/api/patient-invitations/invitations/${box}?${params}`, {
    headers: searchHeader(names),
    keepPrevious: true,
  });
};
