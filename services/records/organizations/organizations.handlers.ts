import { Module } from '@nestjs/common';
import { Command, CommandHandler, CqrsModule, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import type { OrganizationCommand } from '#contracts/people/organizations';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { Streams } from '#infra/event-store/streams';
import { organization } from './organizations.decider.ts';

/** One command on an organization, by a part of the system only: seeds and the command line. @throws Refusal */
export const handleOrganization = async (streams: Streams, command: OrganizationCommand, actor: Actor): Promise<Accepted> => {
  if (actor.kind !== 'system') throw new Refusal('not-allowed', "You're not authorized to do this", {}, 403);
  const { organization_id } = command.data;
  return streams.transact(organization, `organization-${organization_id}`, command, actor, { organization_id });
};

export class HandleOrganization extends Command<Accepted> {
  constructor(
    readonly command: OrganizationCommand,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(HandleOrganization)
export class OrganizationsHandler implements ICommandHandler<HandleOrganization> {
  constructor(private readonly streams: Streams) {}

  execute({ command, actor }: HandleOrganization): Promise<Accepted> {
    return handleOrganization(this.streams, command, actor);
  }
}

@Module({ imports: [CqrsModule], providers: [OrganizationsHandler] })
export class OrganizationsModule {}
