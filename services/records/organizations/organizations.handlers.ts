import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sameName } from '#contracts/people/accounts';
import type { OrganizationCommand, OrganizationCorrection } from '#contracts/people/organizations';
import { messages } from '#contracts/rules/messages';
import type { Accepted } from '#contracts/wire/command';
import { readIdentity } from '#infra/access/identity';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { EventLog } from '#infra/event-store/event-log';
import { eventsOfTypes } from '#infra/event-store/of-types';
import { Reservations } from '#infra/event-store/reservations';
import { Streams } from '#infra/event-store/streams';
import { organization } from './organizations.decider.ts';

type Of<T extends OrganizationCommand['type']> = Extract<OrganizationCommand, { type: T }>;

/** A command as it is sent: what the handler looks up is not in it yet. */
type Asked =
  | Of<'RegisterOrganization' | 'SignUpOrganization'>
  | { type: 'CorrectOrganization'; command_id: string; data: OrganizationCorrection & { organization_id: string } }
  | { type: 'RemoveOrganization'; command_id: string; data: { organization_id: string; version: number } };

const streamOf = ({ data }: Asked): string => `organization-${data.organization_id}`;
const isSuperUser = (actor: Actor): boolean => actor.kind === 'system' || actor.roles.includes('SuperUser');
const notAllowed = (message = "You're not authorized to do this", field?: string) =>
  new Refusal('not-allowed', message, field === undefined ? {} : { [field]: [message] }, 403);

/** @throws Refusal 403 */
export const assertMaySignUp = (actor: Actor): void => {
  if (!isSuperUser(actor)) throw notAllowed();
};

/** Registers an organization with its status, by a part of the system only: seeds and the command line. @throws Refusal */
export const handleOrganization = async (streams: Streams, command: Of<'RegisterOrganization'>, actor: Actor): Promise<Accepted> => {
  if (actor.kind !== 'system') throw notAllowed();
  const { organization_id } = command.data;
  return streams.transact(organization, streamOf(command), command, actor, { organization_id });
};

/** Every command on an organization, from whoever sends it. */
export class HandleOrganization extends Command<Accepted> {
  constructor(
    readonly command: Asked,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(HandleOrganization)
export class OrganizationsHandler implements ICommandHandler<HandleOrganization> {
  constructor(
    private readonly log: EventLog,
    private readonly streams: Streams,
    private readonly reservations: Reservations,
  ) {}

  async execute({ command, actor }: HandleOrganization): Promise<Accepted> {
    if (command.type === 'RegisterOrganization') return handleOrganization(this.streams, command, actor);
    const before = await this.streams.repeated(streamOf(command), command.command_id, actor);
    if (before) return before;
    switch (command.type) {
      case 'SignUpOrganization':
        return this.signUp(command, actor);
      case 'CorrectOrganization':
        return this.correct(command, actor);
      case 'RemoveOrganization':
        return this.remove(command, actor);
    }
  }

  /** The name of the first user is reserved here; a reaction registers who it is for, so that both are there or none. */
  private async signUp(command: Of<'SignUpOrganization'>, actor: Actor): Promise<Accepted> {
    assertMaySignUp(actor);
    const { organization_id, administrator } = command.data;
    const { user_id, username } = administrator;
    await this.reservations.reserve('username', sameName(username), `user-${user_id}`, user_id, actor, 'This username is already taken');
    return this.streams.transact(organization, streamOf(command), command, actor, { organization_id });
  }

  private async correct(
    { command_id, data, ...command }: Extract<Asked, { type: 'CorrectOrganization' }>,
    actor: Actor,
  ): Promise<Accepted> {
    const { administrator, ...correction } = data;
    const { state } = await this.streams.load(organization, `organization-${data.organization_id}`, actor);
    if (isSuperUser(actor)) {
      if (data.status === undefined) throw new Refusal('status-required', messages.required, { status: [messages.required] });
    } else if (data.status !== undefined && state.status !== 'none' && data.status !== state.facts.status) {
      throw notAllowed('Only a super user can set the status', 'status');
    }
    const chosen = administrator === undefined ? undefined : await this.userOf(data.organization_id, administrator);
    const decided = { ...correction, ...(chosen === undefined ? {} : { administrator_id: chosen }) };
    return this.streams.transact(organization, `organization-${data.organization_id}`, { ...command, command_id, data: decided }, actor);
  }

  /** Id of the organization's user of that name; undefined where this is an administrator already. @throws Refusal 422 keyed by 'administrator' */
  private async userOf(organization_id: string, username: string): Promise<string | undefined> {
    const user_id = await this.reservations.ownerOf('username', sameName(username));
    const user = user_id && (await readIdentity(this.log, user_id));
    if (!user || user.organization_id !== organization_id) {
      const text = "Choose one of the organization's users";
      throw new Refusal('unknown-administrator', text, { administrator: [text] });
    }
    return user.roles.includes('OrganizationAdmin') ? undefined : user.user_id;
  }

  private async remove({ command_id, data, type }: Extract<Asked, { type: 'RemoveOrganization' }>, actor: Actor): Promise<Accepted> {
    if (!isSuperUser(actor)) throw notAllowed();
    const patients = await this.patientsOf(data.organization_id);
    return this.streams.transact(
      organization,
      `organization-${data.organization_id}`,
      { type, command_id, data: { ...data, patients } },
      actor,
    );
  }

  /** How many records the organization has that were neither removed nor erased, by the log itself. */
  private async patientsOf(organization_id: string): Promise<number> {
    const present = new Set<string>();
    for await (const { type, metadata } of eventsOfTypes(this.log.store, ['PatientRegistered', 'PatientRemoved', 'ErasureOrdered'])) {
      if (metadata.organization_id !== organization_id || metadata.patient_id === undefined) continue;
      if (type === 'PatientRegistered') present.add(metadata.patient_id);
      else present.delete(metadata.patient_id);
    }
    return present.size;
  }
}
