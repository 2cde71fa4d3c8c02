import { Body, Controller, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import { sameName } from '#contracts/people/accounts';
import { PasswordReset, PatientSignUp, RecoveryRequest, VerificationRequest } from '#contracts/people/sign-up';
import type { Accepted } from '#contracts/wire/command';
import { KnownBrowsers } from '#infra/access/known-browsers';
import { CommandKey } from '#infra/http/command-key';
import { Cookies, type SetCookie } from '#infra/http/cookies';
import type { HttpRequest } from '#infra/http/request';
import { Recovery } from './recovery.ts';
import { SignUp } from './sign-up.ts';

/** The public ways into an account. */
@Controller('api/users')
export class SignUpController {
  constructor(
    private readonly people: SignUp,
    private readonly recovery: Recovery,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Post('patient')
  @HttpCode(201)
  signUp(@Body({ schema: PatientSignUp }) person: PatientSignUp, @CommandKey() key: string, @Req() { ip }: HttpRequest): Promise<Accepted> {
    return this.people.signUp(person, key, ip);
  }

  @Put('verify/:code')
  @HttpCode(204)
  verify(@Param('code') code: string, @CommandKey() key: string): Promise<void> {
    return this.people.verify(code, key);
  }

  @Post('verification')
  @HttpCode(204)
  verifyAgain(
    @Body({ schema: VerificationRequest }) request: VerificationRequest,
    @CommandKey() key: string,
    @Req() { ip }: HttpRequest,
  ): Promise<void> {
    return this.people.verifyAgain(request, key, ip);
  }

  @Post('recover_password')
  @HttpCode(204)
  recover(
    @Body({ schema: RecoveryRequest }) { email }: RecoveryRequest,
    @CommandKey() key: string,
    @Req() { ip }: HttpRequest,
  ): Promise<void> {
    return this.recovery.ask(email, key, ip);
  }

  @Post('reset_password')
  @HttpCode(204)
  async reset(
    @Body({ schema: PasswordReset }) reset: PasswordReset,
    @CommandKey() key: string,
    @Cookies() setCookie: SetCookie,
  ): Promise<void> {
    const username = await this.recovery.reset(reset, key);
    setCookie(await this.browsers.cookie(sameName(username)));
  }
}
