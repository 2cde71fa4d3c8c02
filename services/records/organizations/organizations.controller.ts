import { Body, Controller, Delete, HttpCode, Module, Param, Post, Put, Req } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import type { z } from 'zod';
import { sameName } from '#contracts/people/accounts';
import { NewOrganization, OrganizationCorrection, OrganizationRemoval } from '#contracts/people/organizations';
import { messages } from '#contracts/rules/messages';
import type { Accepted } from '#contracts/wire/command';
import { ById } from '#contracts/wire/primitives';
import { readInvitation, reachInvitation } from '#infra/access/invitations';
import { assertChoosable } from '#infra/access/password-rules';
import { hashPassword, inTurn, withPassword } from '#infra/access/passwords';
import type { Actor, UserActor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { EventLog } from '#infra/event-store/event-log';
import { CommandKey, createdId } from '#infra/http/command-key';
import { AnyActor, CurrentActor } from '#infra/http/current-actor';
import type { HttpRequest } from '#infra/http/request';
import { Throttle } from '#infra/http/throttle';
import { assertMaySignUp, HandleOrganization, OrganizationsHandler } from './organizations.handlers.ts';

const SIGN_UP: Actor = { kind: 'system', part: 'sign-up' };

/**
 * The patient's invitation whose link the clinic was sent; whether it is still open is found when it is bound: who filled in the form
 * meanwhile is signed up all the same. @throws Refusal 422
 */
const invitedBy = async (log: EventLog, address: string): Promise<string> => {
  const { invitation_id, hasCode } = await reachInvitation(log, undefined, address);
  const state = await readInvitation(log, invitation_id);
  if (!hasCode || state.status === 'none' || state.facts.clinic === null) throw new Refusal('code-invalid', messages.link);
  return invitation_id;
};

@Controller('api/organizations')
export class OrganizationsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly throttle: Throttle,
    private readonly log: EventLog,
  ) {}

  /** Signs an organization up, by anybody or by a super user. It waits for approval. */
  @Post()
  @HttpCode(201)
  async signUp(
    @Body({ schema: NewOrganization }) signedUp: NewOrganization,
    @CommandKey() command_id: string,
    @AnyActor() actor: UserActor | undefined,
    @Req() request: HttpRequest,
  ): Promise<Accepted> {
    // before anything slow; a taken username is told (ruling 45): nobody may try many
    if (!actor) this.throttle.guess(`sign-up ${sameName(signedUp.username)}`, request.ip);
    else assertMaySignUp(actor);
    const work = () => this.handle(signedUp, command_id, actor);
    return actor ? inTurn(actor, work) : work();
  }

  private async handle(signedUp: NewOrganization, command_id: string, actor: UserActor | undefined): Promise<Accepted> {
    const { username, password, first_name, last_name, email, phone_number, occupations, npi, invitation_code, ...address } = signedUp;
    await assertChoosable(password, signedUp, 'password');
    const invitation_id = invitation_code === undefined ? undefined : await invitedBy(this.log, invitation_code);
    const administrator = {
      ...{ user_id: createdId(command_id, 'user'), username, password_hash: await hashPassword(password) },
      ...(actor ? { password_by_other: true as const } : {}),
      ...{ first_name, last_name, email, phone_number, occupations, ...(npi === undefined ? {} : { npi }) },
    };
    const data = {
      ...address,
      organization_id: createdId(command_id, 'organization'),
      administrator,
      ...(invitation_id === undefined ? {} : { invitation_id }),
    };
    const sender = actor ? await withPassword(actor, password, command_id) : SIGN_UP;
    return this.bus.execute(new HandleOrganization({ type: 'SignUpOrganization', command_id, data }, sender));
  }

  @Put(':id')
  correct(
    @Param({ schema: ById }) { id: organization_id }: z.infer<typeof ById>,
    @Body({ schema: OrganizationCorrection }) correction: OrganizationCorrection,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...correction, organization_id };
    return this.bus.execute(new HandleOrganization({ type: 'CorrectOrganization', command_id, data }, actor));
  }

  /** 422 while the organization has records. */
  @Delete(':id')
  remove(
    @Param({ schema: ById }) { id: organization_id }: z.infer<typeof ById>,
    @Body({ schema: OrganizationRemoval }) { version }: z.infer<typeof OrganizationRemoval>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { organization_id, version };
    return this.bus.execute(new HandleOrganization({ type: 'RemoveOrganization', command_id, data }, actor));
  }
}

@Module({
  imports: [CqrsModule],
  controllers: [OrganizationsController],
  providers: [OrganizationsHandler, { provide: Throttle, useFactory: () => new Throttle() }],
})
export class OrganizationsModule {}
