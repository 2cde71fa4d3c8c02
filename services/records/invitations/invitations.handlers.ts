import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import { actionsOf, type InvitationFacts, isAgreed, isLinkOpened, isOpen, senderOf } from '#contracts/people/invitation-rules';
import {
  type InvitationAction,
  type InvitationCommand,
  type InvitationAccepted,
  MailedName,
  type NewClinicInvitation,
  type PatientInvitation,
  type ClinicInvitation,
} from '#contracts/people/invitations';
import type { Acceptance } from '#contracts/people/asking-person';
import { ownRecords } from '#contracts/people/connection-rules';
import { type Death, deathShown } from '#contracts/people/external-states';
import { Access } from '#infra/access/access';
import { issueCode } from '#infra/access/codes';
import { accountsOf, formerRecord, readGrants } from '#infra/access/connections';
import { readIdentity } from '#infra/access/identity';
import { readInvitation } from '#infra/access/invitations';
import { personOf, recordFacts } from '#infra/access/person-of';
import { type Actor, notFound, type UserActor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { EventLog } from '#infra/event-store/event-log';
import { eventsOfTypes } from '#infra/event-store/of-types';
import { Reservations } from '#infra/event-store/reservations';
import { Streams } from '#infra/event-store/streams';
import { Turns } from '#infra/event-store/turns';
import { createdId } from '#infra/http/command-key';
import type { NamedInvitation } from '#infra/http/request';
import { connect, CONNECTIONS, disconnect } from './connections.handlers.ts';
import { invitation } from './invitations.decider.ts';
import { assertFewMails, isMailToStranger } from './mails-a-day.ts';
import { NewRecords } from './new-records.ts';
import { waitingInvitation } from './waiting-invitation.ts';

/** How long the link of a mail works, in milliseconds. */
const LASTS = 30 * 24 * 60 * 60_000;

/** `user_id`: the one account that may use the code. */
type ToPatient = PatientInvitation & { user_id?: string };
/** What somebody sends: the guard found that the record is their clinic's. */
type Sending =
  | { type: 'InvitePatient'; command_id: string; data: ToPatient; actor: UserActor }
  | { type: 'InviteClinic'; command_id: string; data: ClinicInvitation; actor: UserActor }
  | { type: 'InviteNewClinic'; command_id: string; data: NewClinicInvitation; actor: UserActor };
/** What somebody says to an invitation: the guard found who that is to it. */
interface Answering {
  type: 'Receive' | 'Approve' | 'Reject' | 'Cancel' | 'Resend';
  command_id: string;
  data: NamedInvitation;
  /** Of a clinic's yes to a person who asked: which record it connects. */
  acceptance?: Acceptance | undefined;
}
export type InvitationRequest = Sending | Answering;

export class HandleInvitation {
  constructor(readonly request: InvitationRequest) {}
}

const refuse = (code: string, text: string, status: 403 | 409 = 409) => new Refusal(code, text, {}, status);
const alreadyTaken = () => refuse('already-connected', 'This record is connected with an account already');
const alreadyConnected = () => refuse('already-connected', 'Already connected with this clinic');
/** Ruling 38: no mail goes to the record of somebody who has died. @throws Refusal 409 */
const assertAlive = ({ deceased }: { deceased?: Death | undefined }): void => {
  if (deceased) throw refuse('patient-died', `${deathShown(deceased)}: no mail is sent to this record`);
};
/** What is not known, or not for this kind of invitation. */
const NOTHING = { organization_id: null, from_organization_id: null, patient_id: null, user_id: null, clinic: null, code: null } as const;

@CommandHandler(HandleInvitation)
export class InvitationsHandler implements ICommandHandler<HandleInvitation> {
  /** Of many mails that a person sends at once each is counted before the next. */
  private readonly turns = new Turns();

  constructor(
    private readonly streams: Streams,
    private readonly log: EventLog,
    private readonly access: Access,
    private readonly records: NewRecords,
    private readonly reservations: Reservations,
  ) {}

  execute({ request }: HandleInvitation): Promise<InvitationAccepted> {
    const isMail = request.type === 'InviteNewClinic' || request.type === 'Resend';
    const actor = 'actor' in request ? request.actor : request.data.actor;
    if (!isMail || actor.kind !== 'user') return this.decide(request);
    return this.turns.of(actor.user_id, () => this.decide(request));
  }

  /** One that waits for the same is not sent again: it is answered. */
  private async decide(request: InvitationRequest): Promise<InvitationAccepted> {
    if (!('actor' in request)) return this.answer(request);
    const { command_id, actor } = request;
    const asParty = (id: string): UserActor => ({ ...actor, reach: { stream: `invitation-${id}`, relation: 'party' } });
    const own = createdId(command_id, 'invitation');
    const before = await this.streams.repeated(`invitation-${own}`, command_id, asParty(own));
    if (before) return before;
    const facts: InvitationFacts = { invitation_id: own, ...(await this.factsOf(request)) };
    const invitation_id = await waitingInvitation(this.log, this.reservations, facts, actor);
    const stream = `invitation-${invitation_id}`;
    const isSent = (await readInvitation(this.log, invitation_id)).status !== 'none';
    if (!isSent && isMailToStranger(facts)) await this.assertMailable({ ...facts, user_id: actor.user_id });
    const scope = facts.organization_id === null ? {} : { organization_id: facts.organization_id };
    const command = { type: 'SendInvitation', command_id, data: { ...facts, invitation_id } } as const;
    let accepted: Accepted;
    try {
      accepted = await this.streams.transact(invitation, stream, command, asParty(invitation_id), scope);
    } catch (error) {
      const isOver = error instanceof Refusal && error.code === 'invitation-exists';
      if (isOver && invitation_id !== own) return this.decide(request); // the one that waited was answered meanwhile
      throw error;
    }
    const isMine = await this.streams.repeated(stream, command_id, asParty(invitation_id));
    return isMine ? accepted : { ...accepted, waiting: true };
  }

  private factsOf(request: Sending): Promise<Omit<InvitationFacts, 'invitation_id'>> {
    switch (request.type) {
      case 'InvitePatient':
        return this.toPatient(request.data, request.actor);
      case 'InviteClinic':
        return request.data.patient_id === undefined
          ? this.toClinic(request.data.organization_id, request.actor)
          : this.shareWith(request.data.organization_id, request.data.patient_id, request.actor);
      case 'InviteNewClinic':
        return this.toNewClinic(request.data, request.actor);
    }
  }

  private async toPatient({ patient_id, email, user_id }: ToPatient, actor: UserActor) {
    const { organization_id } = await this.access.patientScope(actor, patient_id);
    const person = await recordFacts(this.log, patient_id, organization_id);
    if (!person) throw notFound();
    assertAlive(person);
    if ((await accountsOf(this.log, patient_id)).length > 0) throw alreadyTaken();
    const code = issueCode(LASTS);
    const { first_name, last_name } = person;
    return {
      ...NOTHING,
      invitation_type: 'ClinicInvitesPatient',
      organization_id,
      patient_id,
      user_id: user_id ?? null,
      email,
      first_name,
      last_name,
      code,
    } as const;
  }

  private async toClinic(organization_id: string, actor: UserActor) {
    await this.assertInvitable(organization_id);
    const grants = (await readGrants(this.log, actor.user_id)) ?? [];
    if (grants.some((grant) => grant.organization_id === organization_id && grant.shown === null)) throw alreadyConnected();
    return { ...NOTHING, ...(await this.nameOf(actor)), invitation_type: 'PatientInvitesClinic', organization_id, email: '' } as const;
  }

  /** A record is shared with the approval of its patient: it needs an account that can give it (ruling 42). */
  private async shareWith(organization_id: string, patient_id: string, actor: UserActor) {
    const { organization_id: from_organization_id } = await this.access.patientScope(actor, patient_id);
    if (organization_id === from_organization_id) throw refuse('own-clinic', 'This is your own clinic');
    await this.assertInvitable(organization_id);
    const person = await personOf(this.log, patient_id, from_organization_id);
    const [account] = await accountsOf(this.log, patient_id);
    if (!person) throw notFound();
    if (!account) throw refuse('no-account', "Connect the patient's account first: sharing needs the patient's approval");
    const isShown = account.grants.some(
      (grant) => grant.organization_id === organization_id && (grant.shown === null || grant.shown === patient_id),
    );
    if (isShown) throw alreadyConnected();
    const { first_name, last_name } = person;
    const parties = { organization_id, from_organization_id, patient_id, user_id: account.user_id };
    return { ...NOTHING, ...parties, invitation_type: 'ClinicInvitesClinic', email: '', first_name, last_name } as const;
  }

  private async toNewClinic({ doctor_email, email_unknown, ...clinic }: NewClinicInvitation, actor: UserActor) {
    const email = email_unknown ? '' : (doctor_email ?? '');
    const code = email === '' ? null : issueCode(LASTS);
    return { ...NOTHING, ...(await this.nameOf(actor)), invitation_type: 'PatientInvitesClinic', email, clinic, code } as const;
  }

  /** One that is not there, waits, was rejected or removed: nobody learns which. */
  private async assertInvitable(organization_id: string): Promise<void> {
    if (!(await this.access.isActive(organization_id))) throw notFound();
  }

  private async nameOf({ user_id }: UserActor) {
    const identity = await readIdentity(this.log, user_id);
    if (!identity) throw notFound();
    return { user_id, first_name: identity.first_name, last_name: identity.last_name };
  }

  /** The mail goes to any address, and holds the name that the person chose when signing up. @throws Refusal 422, 429 */
  private async assertMailable({ user_id, first_name, last_name }: { user_id: string; first_name: string; last_name: string }) {
    if (![first_name, last_name].every((name) => MailedName.safeParse(name).success)) {
      throw new Refusal('name-not-mailable', 'Your name cannot stand in a mail: it is too long, or holds a web or mail address');
    }
    await assertFewMails(this.log, user_id);
  }

  private async answer(request: Answering): Promise<Accepted> {
    const { type, command_id, data: named } = request;
    const { invitation_id, actor } = named;
    const stream = `invitation-${invitation_id}`;
    const before = await this.streams.repeated(stream, command_id, actor);
    if (before) {
      // the process may have stopped before it looked for an approval in between
      if (type === 'Cancel') await this.takeBack(named, createdId(command_id, 'again'), false);
      return this.completed(named, before);
    }
    if (type !== 'Receive' && type !== 'Reject') await this.assertMay(named, type);
    if (type === 'Reject' && named.standing !== undefined) await this.assertMay(named, type);
    const isFirst = type === 'Cancel' && (await readInvitation(this.log, invitation_id)).status !== 'Cancelled';
    if (type === 'Cancel') await this.takeBack(named, command_id, isFirst);
    if (type === 'Resend') await this.assertNoOtherWaits(named);
    const accepted = await this.streams.transact(invitation, stream, await this.commandOf(request), actor);
    // it may have been approved in between
    if (type === 'Cancel') await this.takeBack(named, createdId(command_id, 'again'), isFirst);
    return this.completed(named, accepted);
  }

  private async commandOf(request: Answering): Promise<InvitationCommand> {
    const { type, command_id, data: named } = request;
    const { invitation_id, standing, actor } = named;
    const now = new Date().toISOString();
    const side = standing === 'clinic' ? 'clinic' : 'patient';
    switch (type) {
      case 'Receive':
        return { type: 'ReceiveInvitation', command_id, data: { invitation_id } };
      case 'Approve': {
        const user_id = side === 'patient' && actor.kind === 'user' ? actor.user_id : null;
        const patient_id = side === 'clinic' ? await this.ownRecord(request, now) : undefined;
        const record = patient_id === undefined ? {} : { patient_id };
        return { type: 'ApproveInvitation', command_id, data: { invitation_id, side, user_id, ...record, now } };
      }
      case 'Reject':
        return { type: 'RejectInvitation', command_id, data: { invitation_id, side: await this.sideOfLink(named), now } };
      case 'Cancel':
        return { type: 'CancelInvitation', command_id, data: { invitation_id } };
      case 'Resend': {
        const sent = await readInvitation(this.log, invitation_id);
        const hasMail = sent.status !== 'none' && sent.facts.code !== null;
        if (hasMail) await this.assertMailReachesNobodyDead(sent.facts);
        if (hasMail && isMailToStranger(sent.facts) && actor.kind === 'user')
          await this.assertMailable({ ...sent.facts, user_id: actor.user_id });
        const code = hasMail ? issueCode(LASTS) : null;
        return { type: 'ResendInvitation', command_id, data: { invitation_id, code, now } };
      }
    }
  }

  /**
   * The clinic's own record that its yes to a person who asked connects (ruling 43): the one that the account had before, or a new one. Undefined
   * where none is connected now: the code of an existing one goes by mail.
   * @throws Refusal 422 where the doctor has to choose, 409 where that record cannot be connected
   */
  private async ownRecord({ command_id, data: named, acceptance = {} }: Answering, now: string): Promise<string | undefined> {
    const { invitation_id, actor } = named;
    const state = await readInvitation(this.log, invitation_id);
    if (state.status === 'none' || state.facts.invitation_type !== 'PatientInvitesClinic' || actor.kind !== 'user') return undefined;
    const { user_id, organization_id } = state.facts;
    if (user_id === null || organization_id === null) return undefined;
    // a request that was decided already leaves no record behind, and mails nothing
    const yes = { type: 'ApproveInvitation', command_id, data: { invitation_id, side: 'clinic', user_id: null, now } } as const;
    invitation.decide(yes, state);
    const grants = (await readGrants(this.log, user_id)) ?? [];
    if (ownRecords(grants).some((own) => own.organization_id === organization_id)) return undefined;
    const { create_patient, patient_id } = acceptance;
    if (create_patient === false) return undefined;
    const former = create_patient === true ? undefined : await formerRecord(this.log, user_id, organization_id);
    if (former !== undefined && (patient_id === undefined || patient_id === former)) return former;
    if (create_patient === undefined && patient_id === undefined) {
      throw new Refusal('record-needed', 'Choose whether this person gets a new record or is a patient of the clinic');
    }
    const identity = await readIdentity(this.log, user_id);
    if (!identity) throw notFound();
    const { first_name, last_name, email, personal, proved_address } = identity;
    if (patient_id !== undefined) {
      if (!proved_address)
        throw refuse('address-not-confirmed', 'The e-mail address of this account was never confirmed: no code is mailed to it');
      const data = { patient_id, email, user_id };
      await this.decide({ type: 'InvitePatient', command_id: createdId(command_id, 'code'), data, actor });
      return undefined;
    }
    if (!personal) throw refuse('no-personal-facts', 'Birth date and sex of this person are not known: no record can be made');
    return this.records.add({ ...personal, organization_id, first_name, last_name, email }, actor, command_id);
  }

  /** @throws Refusal 409 */
  private async assertMailReachesNobodyDead({ invitation_type, patient_id, organization_id }: InvitationFacts): Promise<void> {
    if (invitation_type !== 'ClinicInvitesPatient' || patient_id === null || organization_id === null) return;
    const person = await recordFacts(this.log, patient_id, organization_id);
    if (person) assertAlive(person);
  }

  /** Whoever holds only the link speaks for whom the mail was sent to. */
  private async sideOfLink({ invitation_id, standing }: NamedInvitation) {
    if (standing !== undefined) return standing === 'patient' ? 'patient' : 'clinic';
    const sent = await readInvitation(this.log, invitation_id);
    return sent.status !== 'none' && sent.facts.clinic !== null ? 'clinic' : 'patient';
  }

  /** One that was rejected or ran out waits again by this. @throws Refusal 409 */
  private async assertNoOtherWaits({ invitation_id, actor }: NamedInvitation): Promise<void> {
    const state = await readInvitation(this.log, invitation_id);
    if (state.status === 'none') return;
    if ((await waitingInvitation(this.log, this.reservations, state.facts, actor)) !== invitation_id) {
      throw refuse('invitation-waiting', 'A later invitation of the same is already waiting');
    }
  }

  /** @throws Refusal 403 where somebody else is asked, 409 where it was decided already */
  private async assertMay({ invitation_id, standing, hasCode, actor }: NamedInvitation, type: 'Approve' | 'Reject' | 'Cancel' | 'Resend') {
    const state = await readInvitation(this.log, invitation_id);
    if (state.status === 'none' || standing === undefined) throw notFound();
    const { facts, status, approved } = state;
    if (type === 'Cancel' && status === 'Cancelled') return;
    // whoever said yes takes it back by either word: a list of before says 'reject'
    const isNo = type === 'Reject' && standing !== 'sharing-clinic' && approved.includes(standing);
    const wanted = isNo ? 'cancel' : (type.toLowerCase() as InvitationAction);
    if (!actionsOf({ type: facts.invitation_type, status, approved }, standing).includes(wanted)) {
      throw refuse('invitation-processed', 'This invitation was already processed, or waits for somebody else');
    }
    if (type !== 'Approve' || facts.invitation_type !== 'ClinicInvitesPatient' || actor.kind !== 'user') return;
    // An account is linked with a record by the code of the mail alone (ruling 43); once that was shown, the addressed account may answer later (41).
    if (!hasCode && !isLinkOpened(status)) throw refuse('code-needed', 'Please open the link in the mail that you received', 403);
    // a second invitation of the same record, perhaps to a mistyped address, ends where one was accepted
    const accounts = facts.patient_id === null ? [] : await accountsOf(this.log, facts.patient_id);
    if (accounts.some(({ user_id }) => user_id !== actor.user_id)) throw alreadyTaken();
    const grants = (await readGrants(this.log, actor.user_id)) ?? [];
    const other = grants.find(({ organization_id, patient_id }) => organization_id === facts.organization_id && patient_id !== null);
    if (other && other.patient_id !== facts.patient_id) {
      throw refuse('connected-otherwise', 'This account is connected with another record of this clinic already');
    }
  }

  /**
   * Before the invitation says so: whatever fails afterwards, nobody reads on. The patient and the connected clinic end all that connects
   * them, a clinic that shares only what it shares. One that waits has connected nothing and may still be rejected: it is left as it is.
   * @param isFirst false where it was cancelled before: later connections are not meant
   */
  private async takeBack({ invitation_id, standing, actor }: NamedInvitation, command_id: string, isFirst: boolean): Promise<void> {
    const state = await readInvitation(this.log, invitation_id);
    if (state.status === 'none' || !isAgreed(state)) return;
    const { user_id, organization_id } = state.facts;
    if (user_id === null || organization_id === null) return;
    const all = isFirst && standing !== 'sharing-clinic';
    await disconnect(this.streams, { user_id, organization_id, invitation_id, all }, actor, command_id);
    if (all) await this.cancelWaiting(user_id, organization_id, actor, command_id);
  }

  /** A yes that the patient gave before a revocation connects nothing after it. */
  private async cancelWaiting(user_id: string, organization_id: string, actor: Actor, command_id: string): Promise<void> {
    for await (const sent of eventsOfTypes(this.log.store, ['InvitationSent'])) {
      const { stream, metadata } = sent;
      // one that was sent to a clinic before it registered names none there
      if (metadata.organization_id !== undefined && metadata.organization_id !== organization_id) continue;
      // whose it is stands in its first event, which needs no key: only the person's own are read
      const open = this.log.unsealed(sent);
      if (open && open['user_id'] !== user_id) continue;
      const invitation_id = stream.slice('invitation-'.length);
      const state = await readInvitation(this.log, invitation_id);
      if (state.status === 'none' || state.facts.user_id !== user_id || state.facts.organization_id !== organization_id) continue;
      if (isOpen(state.status)) {
        // a code that was mailed to this very account opens nothing either
        const isMailed = state.facts.invitation_type === 'ClinicInvitesPatient';
        if (!isMailed && senderOf[state.facts.invitation_type] !== 'patient' && !state.approved.includes('patient')) continue;
        const by: Actor = actor.kind === 'user' ? { ...actor, reach: { stream, relation: 'party' } } : actor;
        const cancel = { type: 'CancelInvitation', command_id: createdId(command_id, invitation_id), data: { invitation_id } } as const;
        await this.streams.transact(invitation, stream, cancel, by).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error; // rejected meanwhile
        });
      } else if (state.status !== 'Approved') continue;
      // approved, also meanwhile: its connection may be on its way
      const now = await readInvitation(this.log, invitation_id);
      if (now.status === 'none' || !isAgreed(now)) continue;
      const ended = { user_id, organization_id, invitation_id, all: false };
      await disconnect(this.streams, ended, actor, createdId(command_id, `end ${invitation_id}`));
    }
  }

  /** What was approved by all connects at once. */
  private async completed({ invitation_id }: NamedInvitation, accepted: Accepted): Promise<Accepted> {
    await connectApproved(this.log, this.streams, invitation_id);
    return accepted;
  }
}

/**
 * Connects what an invitation was approved for; nothing where it waits, or was taken back since. Harmless twice. One that cannot connect
 * what it was approved for, because another record of that clinic was accepted meanwhile, is cancelled: it must not say that it stands.
 * @throws Refusal 409
 */
export const connectApproved = async (log: EventLog, streams: Streams, invitation_id: string): Promise<void> => {
  const state = await readInvitation(log, invitation_id);
  if (state.status !== 'Approved') return;
  const { invitation_type, user_id, organization_id, patient_id } = state.facts;
  if (user_id === null || organization_id === null) return;
  const own = invitation_type === 'ClinicInvitesClinic' ? null : patient_id;
  const shown = invitation_type === 'ClinicInvitesClinic' ? patient_id : null;
  try {
    const others = invitation_type !== 'PatientInvitesClinic' || own === null ? [] : await accountsOf(log, own);
    if (others.some((other) => other.user_id !== user_id)) throw alreadyTaken();
    await connect(streams, { user_id, organization_id, invitation_id, patient_id: own, shown });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const cancel = { type: 'CancelInvitation', command_id: createdId(invitation_id, 'unconnected'), data: { invitation_id } } as const;
    await streams.transact(invitation, `invitation-${invitation_id}`, cancel, CONNECTIONS);
    throw error;
  }
};
