import { Body, Controller, Delete, HttpCode, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { AccountErasure, type ErasedAccount } from '#contracts/people/account-erasure';
import { AccessDecision, ByUsername, UserCorrection, UserLock, UserPassword, UserRemoval } from '#contracts/people/accounts';
import type { Accepted } from '#contracts/wire/command';
import { inTurn } from '#infra/access/passwords';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { EraseUser, HandleUser } from './users.handlers.ts';

type Named = z.infer<typeof ByUsername>;

/** What administrators do with the account of somebody else. */
@Controller('api/users/:username')
export class UserController {
  constructor(private readonly bus: CommandBus) {}

  @Put()
  correct(
    @Param({ schema: ByUsername }) { username }: Named,
    @Body({ schema: UserCorrection }) correction: UserCorrection,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    return this.bus.execute(new HandleUser({ type: 'CorrectUser', command_id, data: { ...correction, username } }, actor));
  }

  @Put('locked')
  lock(
    @Param({ schema: ByUsername }) { username }: Named,
    @Body({ schema: UserLock }) { locked, version }: z.infer<typeof UserLock>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const type = locked ? 'LockUser' : 'UnlockUser';
    return this.bus.execute(new HandleUser({ type, command_id, data: { username, version } }, actor));
  }

  @Put('access')
  decideAccess(
    @Param({ schema: ByUsername }) { username }: Named,
    @Body({ schema: AccessDecision }) { version, comment }: z.infer<typeof AccessDecision>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    return this.bus.execute(new HandleUser({ type: 'DecideAccess', command_id, data: { username, version, reason: comment } }, actor));
  }

  @Put('password')
  setPassword(
    @Param({ schema: ByUsername }) { username }: Named,
    @Body({ schema: UserPassword }) { password }: z.infer<typeof UserPassword>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const command = new HandleUser({ type: 'SetPassword', command_id, data: { username, password } }, actor);
    return inTurn(actor, () => this.bus.execute(command));
  }

  @Post('erasure')
  @HttpCode(200)
  erase(
    @Param({ schema: ByUsername }) { username }: Named,
    @Body({ schema: AccountErasure }) { version, comment }: z.infer<typeof AccountErasure>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<ErasedAccount> {
    return this.bus.execute(new EraseUser({ username, version, reason: comment }, command_id, actor));
  }

  @Delete()
  remove(
    @Param({ schema: ByUsername }) { username }: Named,
    @Body({ schema: UserRemoval }) { version }: z.infer<typeof UserRemoval>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    return this.bus.execute(new HandleUser({ type: 'RemoveUser', command_id, data: { username, version } }, actor));
  }
}
