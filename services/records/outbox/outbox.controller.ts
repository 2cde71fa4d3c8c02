import { Controller, Get, Module, Req } from '@nestjs/common';
import type { Outbox } from '#contracts/wire/outbox';
import { notFound } from '#infra/event-store/actor';
import { Forbidden, Unauthenticated } from '#infra/http/problems';
import { type HttpRequest, rememberedActor } from '#infra/http/request';
import { RuntimeInfo } from '#infra/http/runtime-info';
import { Trial } from '#infra/http/trial';
import { Mail } from '#infra/mail/mail';

/** The mails that did not leave this machine: they hold links that open accounts. */
@Controller('api/outbox')
export class OutboxController {
  constructor(
    private readonly runtime: RuntimeInfo,
    private readonly trial: Trial,
    private readonly mail: Mail,
  ) {}

  @Get()
  async list(@Req() request: HttpRequest): Promise<Outbox> {
    const isDevelopment = this.runtime.environment === 'local' || this.runtime.environment === 'development';
    const letters = isDevelopment ? await this.mail.outbox() : undefined;
    if (!letters) throw notFound();
    if (await this.trial.lasts()) this.trial.refuseStrangers(request);
    else assertSuperUser(request);
    return {
      items: letters.map(({ id, to, subject, text, sent_at }) => ({ id, to, subject, text, sent_at })),
      overall_count: letters.length,
    };
  }
}

/** @throws Unauthenticated, Forbidden */
const assertSuperUser = (request: HttpRequest): void => {
  const actor = rememberedActor(request);
  if (!actor) throw new Unauthenticated();
  if (!actor.roles.includes('SuperUser')) throw new Forbidden();
};

@Module({ controllers: [OutboxController] })
export class OutboxModule {}
