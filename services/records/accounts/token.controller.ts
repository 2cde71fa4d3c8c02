import { Body, Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import { Credentials, sameName, type SignInAnswer, type TokenResponse } from '#contracts/people/accounts';
import { SecondStep } from '#contracts/people/second-factor';
import type { UserActor } from '#infra/event-store/actor';
import { KnownBrowsers } from '#infra/access/known-browsers';
import { Cookies, type SetCookie } from '#infra/http/cookies';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import type { HttpRequest } from '#infra/http/request';
import { SignIn } from './sign-in.ts';

@Controller('api/token')
export class TokenController {
  constructor(
    private readonly door: SignIn,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Post()
  @HttpCode(200)
  async signIn(
    @Body({ schema: Credentials }) credentials: Credentials,
    @Req() request: HttpRequest,
    @Cookies() setCookie: SetCookie,
  ): Promise<SignInAnswer> {
    const answer = await this.door.signIn(credentials, request);
    if ('user' in answer) setCookie(await this.browsers.cookie(sameName(answer.user.username)));
    return answer;
  }

  @Post('second-step')
  @HttpCode(200)
  async secondStep(
    @Body({ schema: SecondStep }) step: SecondStep,
    @Req() request: HttpRequest,
    @Cookies() setCookie: SetCookie,
  ): Promise<TokenResponse> {
    const answer = await this.door.secondStep(step, request);
    setCookie(await this.browsers.cookie(sameName(answer.user.username)));
    return answer;
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
