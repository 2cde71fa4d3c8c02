import { Controller, Get } from '@nestjs/common';
import { actionsOf, type Invitation, type InvitationFacts, isExpired, isOpen, type Standing } from '#contracts/people/invitation-rules';
import type { InvitationDetails } from '#contracts/people/invitations';
import { maskedNumber } from '#contracts/people/patients';
import { addressStream, usersOfAddress } from '#infra/access/addresses';
import { accountsOf, readGrants } from '#infra/access/connections';
import { readIdentity } from '#infra/access/identity';
import { recordFacts } from '#infra/access/person-of';
import { readInvitation } from '#infra/access/invitations';
import { type AlsoRead, alsoReads } from '#infra/access-ledger/records-read';
import { readOrganization } from '#infra/access/organization';
import { notFound } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { sameEmail } from '#contracts/rules/email';
import { birthOf } from '#contracts/wire/birth';
import { CurrentInvitation } from '#infra/http/current-invitation';
import type { NamedInvitation } from '#infra/http/request';
import { Keys } from '#infra/keys/keys';

/** For the ledger: who is invited reads the own record, though it is not connected yet. */
const recordOf = ({ patient_id, organization_id }: InvitationFacts, standing: Standing | undefined): AlsoRead[] =>
  patient_id === null || organization_id === null
    ? []
    : [{ patient_id, organization_id, ...(standing === 'patient' && { relation: 'self' }) }];

const mayApprove = (state: Exclude<Invitation, { status: 'none' }>, standing: Standing | undefined): boolean =>
  standing !== undefined && actionsOf({ type: state.facts.invitation_type, ...state }, standing).includes('approve');

/** An account that an invitation may be for. */
interface Candidate {
  email: string;
  username: string;
  clinics: readonly string[];
}

@Controller('api/patient-invitations/invitation')
export class InvitationDetailsQueries {
  constructor(
    private readonly log: EventLog,
    private readonly keys: Keys,
  ) {}

  /** What the page behind the link needs to know, read from the streams: whoever holds the code, or takes part. */
  @Get(':code')
  async details(@CurrentInvitation() { invitation_id, standing, hasCode, actor, isSignedIn }: NamedInvitation): Promise<InvitationDetails> {
    const state = await readInvitation(this.log, invitation_id);
    if (state.status === 'none') throw notFound();
    const { status, facts } = state;
    const expired = isExpired(status, facts.code?.expires_at ?? null, new Date().toISOString());
    const isUsable = isOpen(status) && !expired;
    const organization = facts.organization_id === null ? undefined : await readOrganization(this.log, facts.organization_id);
    // Who invited an address does not learn whether anybody has it (ruling 45).
    const candidates = hasCode || standing === 'patient' ? await this.candidates(facts) : [];
    const same = candidates.filter(({ email }) => sameEmail(email) === sameEmail(facts.email));
    const [first] = same;
    const patient = isUsable ? await this.patient(facts) : null;
    if (patient && actor.kind === 'user') alsoReads(actor, recordOf(facts, standing));
    return {
      id: invitation_id,
      invitation_code: invitation_id,
      invitation_type: facts.invitation_type,
      invitation_status: status,
      expired,
      email: facts.email,
      has_diff_email: candidates.length > 0 && same.length === 0,
      patient_has_user: candidates.length > 0,
      patient_has_user_other_clinic: same.some(({ clinics }) => clinics.some((id) => id !== facts.organization_id)),
      ...(first === undefined || !isUsable ? {} : { username: first.username }),
      organization: { id: facts.organization_id, name: organization?.name ?? facts.clinic?.clinic_name ?? '' },
      patient,
      clinic: isUsable ? facts.clinic : null,
      ...(isSignedIn && { may_answer: isUsable && mayApprove(state, standing) }),
    };
  }

  /** Patients' accounts with the address that was invited, and those that the record is connected with. */
  private async candidates(facts: InvitationFacts): Promise<Candidate[]> {
    if (facts.invitation_type !== 'ClinicInvitesPatient') return [];
    const addressed = await usersOfAddress(this.log, await addressStream(this.keys, facts.email));
    const connected = facts.patient_id === null ? [] : await accountsOf(this.log, facts.patient_id);
    const ids = new Set([...addressed, ...connected.map(({ user_id }) => user_id)]);
    const found = await Promise.all([...ids].map((id) => this.candidate(id)));
    return found.filter((one) => one !== undefined);
  }

  private async candidate(user_id: string): Promise<Candidate | undefined> {
    const identity = await readIdentity(this.log, user_id);
    if (!identity?.roles.includes('Patient')) return undefined;
    const grants = (await readGrants(this.log, user_id)) ?? [];
    return { email: identity.email, username: identity.username, clinics: grants.map(({ organization_id }) => organization_id) };
  }

  /** For the sign-up form; the number stays masked, and what comes back masked is not stored (ruling 37). */
  private async patient({ invitation_type, patient_id, organization_id }: InvitationFacts): Promise<InvitationDetails['patient']> {
    if (invitation_type !== 'ClinicInvitesPatient' || patient_id === null) return null;
    const facts = organization_id === null ? undefined : await recordFacts(this.log, patient_id, organization_id);
    if (!facts) return null;
    const { first_name, last_name, social_security_number, agreement_id } = facts;
    const person = { first_name, last_name, ...birthOf(facts), social_security_number: maskedNumber(social_security_number) };
    return { agreement_uploaded: agreement_id !== undefined, ...person };
  }
}
