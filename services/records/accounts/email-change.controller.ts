import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import { EmailChangeRequest, type OwnEmail } from '#contracts/people/email-change';
import type { Accepted } from '#contracts/wire/command';
import { inTurn } from '#infra/access/passwords';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import type { HttpRequest } from '#infra/http/request';
import { EmailChange } from './email-change.ts';

@Controller('api/users/email-change')
export class EmailChangeController {
  constructor(private readonly change: EmailChange) {}

  @Get()
  shown(@CurrentActor() actor: UserActor): Promise<OwnEmail> {
    return this.change.shown(actor);
  }

  @Post()
  ask(
    @Body({ schema: EmailChangeRequest }) request: EmailChangeRequest,
    @CurrentActor() actor: UserActor,
    @CommandKey() key: string,
    @Req() { ip }: HttpRequest,
  ): Promise<Accepted> {
    return inTurn(actor, () => this.change.ask(actor, request, key, ip));
  }

  @Delete()
  withdraw(@CurrentActor() actor: UserActor, @CommandKey() key: string): Promise<Accepted> {
    return this.change.withdraw(actor, key);
  }

  @Put(':code')
  @HttpCode(204)
  confirm(@Param('code') code: string, @CommandKey() key: string): Promise<void> {
    return this.change.confirm(code, key);
  }
}
