import type { Acceptance } from '#contracts/people/asking-person';
import type {
  InvitableClinic,
  InvitationAccepted,
  InvitationAction,
  InvitationDetails,
  InvitationView,
  Practice,
  Provider,
} from '#contracts/people/invitations';
import type { Accepted } from '#contracts/wire/command';
import { http } from '#web/lib/http.ts';
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

const PATH = '/api/patient-invitations/invitation';

/** Details for the question whether to accept. @param code id, or id and code as the link of a mail has them */
export const invitationDetails = (code: string): Promise<InvitationDetails> =>
  http.get<InvitationDetails>(`${PATH}/${encodeURIComponent(code)}`, { quiet: true });

const put = <A extends Accepted = Accepted>(path: string, body: object | undefined, commandId: string) =>
  http.send<A>('PUT', `${PATH}/${path}`, body, { commandId, quiet: true });

/** The same `commandId` for every try of one command. */
export const invitationCalls = {
  invitePatient: (body: { patient_id: string; email: string }, commandId: string) => put<InvitationAccepted>('invite', body, commandId),
  /** With a patient_id a doctor shares that record, without one a patient shares the own records. */
  inviteClinic: (body: { organization_id: string; patient_id?: string }, commandId: string) =>
    put<InvitationAccepted>('organization/invite', body, commandId),
  inviteNewClinic: (body: object, commandId: string) => put<InvitationAccepted>('neworganization/invite', body, commandId),
  /** A doctor's yes to a person who asked. */
  accept: (code: string, body: Acceptance, commandId: string) => put(`${code}/approve`, body, commandId),
  act: (code: string, action: InvitationAction, commandId: string) => put(`${encodeURIComponent(code)}/${action}`, undefined, commandId),
};
