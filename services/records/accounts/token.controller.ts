import { Body, Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import { Credentials, type SignInAnswer, type TokenResponse } from '#contracts/people/accounts';
import { SecondStep } from '#contracts/people/second-factor';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import type { HttpRequest } from '#infra/http/request';
import { SignIn } from './sign-in.ts';

@Controller('api/token')
export class TokenController {
  constructor(private readonly door: SignIn) {}

  @Post()
  @HttpCode(200)
  signIn(@Body({ schema: Credentials }) credentials: Credentials, @Req() request: HttpRequest): Promise<SignInAnswer> {
    return this.door.signIn(credentials, request);
  }

  @Post('second-step')
  @HttpCode(200)
  secondStep(@Body({ schema: SecondStep }) step: SecondStep, @Req() request: HttpRequest): Promise<TokenResponse> {
    return this.door.secondStep(step, request);
  }

  @Get()
  renew(@CurrentActor() actor: UserActor): Promise<TokenResponse> {
    return this.door.renew(actor);
  }

  @Delete()
  @HttpCode(204)
  signOut(@CurrentActor() actor: UserActor, @CommandKey() key: string): Promise<void> {
    return this.door.signOut(actor, key);
  }
}
