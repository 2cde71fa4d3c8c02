import type { Acceptance } from '#contracts/people/asking-person';
import type { InvitationAccepted, InvitationAction, InvitationDetails } from '#contracts/people/invitations';
import type { Accepted } from '#contracts/wire/command';
import { http } from '#web/lib/http.ts';

const PATH = '/api/patient-invitations/invitation';

/** Path of the details of an invitation. @param code id, or id and code as the link of a mail has them */
export const invitationPath = (code: string): string => `${PATH}/${encodeURIComponent(code)}`;

/** Details of an invitation as they are now. @param code as of its path */
export const invitationDetails = (code: string): Promise<InvitationDetails> =>
  http.get<InvitationDetails>(invitationPath(code), { quiet: true });

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
