import type { AcceptedInvitation } from '#contracts/people/accounts';
import { isExpired, isLinkOpened, isOpen } from '#contracts/people/invitation-rules';
import { isLike } from '#contracts/people/same-person';
import { readGrants } from '#infra/access/connections';
import { readIdentity } from '#infra/access/identity';
import { reachInvitation } from '#infra/access/invitations';
import { readOrganization } from '#infra/access/organization';
import { personOf } from '#infra/access/person-of';
import type { UserActor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { createdId } from '#infra/http/command-key';
import { Rebuilding } from '#infra/read-store/rebuilding';
import { type InvitationDocument, invitations } from '#projections/invitations/invitations.projection';
import { patientInvitations } from '#projections/invitations/patient-invitations';
import { OwnInvitations } from '../records/accounts/own-invitations.ts';
import { HandleInvitation, InvitationsHandler } from '../records/invitations/invitations.handlers.ts';
import type { Kernel } from './kernel.ts';
import { RequestedRecords } from './new-records.ts';

type Parts = Pick<Kernel, 'log' | 'streams' | 'access' | 'reservations' | 'reader'>;

const unlessRebuilding =
  <T>(nothing: T) =>
  (error: unknown): T => {
    if (error instanceof Rebuilding) return nothing;
    throw error;
  };

/** Invitations of patients' accounts, as the read model lists them and their streams say now. */
export class ProjectedInvitations extends OwnInvitations {
  private readonly handler: InvitationsHandler;

  constructor(private readonly kernel: Parts) {
    super();
    const { streams, log, access, reservations } = kernel;
    this.handler = new InvitationsHandler(streams, log, access, new RequestedRecords(kernel), reservations);
  }

  override async has(user_id: string): Promise<boolean> {
    if (((await readGrants(this.kernel.log, user_id)) ?? []).length > 0) return true;
    const now = new Date().toISOString();
    const all = await this.of(user_id);
    return all.some(({ status, expires_at }) => status === 'Approved' || (isOpen(status) && !isExpired(status, expires_at, now)));
  }

  override async acceptOpened(actor: UserActor, after: string): Promise<AcceptedInvitation[]> {
    await this.kernel.reader.caughtUp([invitations.name], after).catch(unlessRebuilding(false));
    const opened = (await this.of(actor.user_id)).filter(
      ({ facts, status }) => facts.invitation_type === 'ClinicInvitesPatient' && isLinkOpened(status),
    );
    const accepted: AcceptedInvitation[] = [];
    for (const { id, facts } of opened) {
      const { patient_id, organization_id } = facts;
      if (patient_id === null || organization_id === null || !(await this.isSameName(actor.user_id, patient_id, organization_id))) continue;
      if (!(await this.accept(id, actor))) continue;
      const clinic = await readOrganization(this.kernel.log, organization_id);
      accepted.push({ invitation_id: id, organization_id, organization_name: clinic?.name ?? '' });
    }
    return accepted;
  }

  private of(user_id: string): Promise<InvitationDocument[]> {
    return patientInvitations(this.kernel, user_id).catch(unlessRebuilding<InvitationDocument[]>([]));
  }

  /** Members of a family share an address: the record of another is asked about in any case. */
  private async isSameName(user_id: string, patient_id: string, organization_id: string): Promise<boolean> {
    const identity = await readIdentity(this.kernel.log, user_id);
    const person = await personOf(this.kernel.log, patient_id, organization_id);
    if (!identity || !person) return false;
    const { first_name, last_name, personal } = identity;
    return isLike(person, { first_name, last_name, date_of_birth: personal?.date_of_birth });
  }

  /** False where it was answered, taken back or ran out meanwhile, or where another record of that clinic is connected. */
  private async accept(invitation_id: string, actor: UserActor): Promise<boolean> {
    const { standing } = await reachInvitation(this.kernel.log, actor, invitation_id);
    if (standing !== 'patient') return false;
    const reach = { stream: `invitation-${invitation_id}`, relation: 'party', standing, hasCode: false } as const;
    const data = { invitation_id, standing, hasCode: false, actor: { ...actor, reach }, isSignedIn: true } as const;
    try {
      await this.handler.execute(new HandleInvitation({ type: 'Approve', command_id: createdId(actor.session_id, invitation_id), data }));
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }
}
