import { Body, Controller, Delete, HttpCode, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { type ErasedAccount, OwnAccountErasure } from '#contracts/people/account-erasure';
import { NewUser, PasswordChange, SessionsEnding } from '#contracts/people/accounts';
import type { Accepted } from '#contracts/wire/command';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { HandleAccount, registration } from './accounts.handlers.ts';
import { assertMayRegister } from './accounts.roles.ts';
import { inTurn, withPassword } from '#infra/access/passwords';
import { SignIn } from './sign-in.ts';

@Controller('api/users')
export class UsersController {
  constructor(
    private readonly bus: CommandBus,
    private readonly door: SignIn,
  ) {}

  @Post()
  @HttpCode(201)
  async register(@Body({ schema: NewUser }) user: NewUser, @CurrentActor() actor: UserActor, @CommandKey() key: string): Promise<Accepted> {
    assertMayRegister(actor, user); // before anything slow
    return inTurn(actor, async () => {
      const sender = await withPassword(actor, user.password, key);
      return this.bus.execute(new HandleAccount(await registration(user, key, { password_by_other: true }), sender));
    });
  }

  @Put('password')
  changePassword(
    @Body({ schema: PasswordChange }) change: PasswordChange,
    @CurrentActor() actor: UserActor,
    @CommandKey() key: string,
  ): Promise<Accepted> {
    return inTurn(actor, async () => this.door.changePassword(await withPassword(actor, change.new_password, key), change, key));
  }

  @Delete('me')
  eraseOwn(
    @Body({ schema: OwnAccountErasure }) { password }: z.infer<typeof OwnAccountErasure>,
    @CurrentActor() actor: UserActor,
    @CommandKey() key: string,
  ): Promise<ErasedAccount> {
    return inTurn(actor, () => this.door.eraseOwn(actor, password, key));
  }

  /** Signs out everywhere. */
  @Delete('sessions')
  endSessions(
    @Body({ schema: SessionsEnding }) { keep_this }: SessionsEnding,
    @CurrentActor() actor: UserActor,
    @CommandKey() key: string,
  ): Promise<Accepted> {
    return this.door.endSessions(actor, keep_this, key);
  }
}
