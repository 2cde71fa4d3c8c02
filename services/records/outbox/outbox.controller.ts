import { Controller, Get, Module, Req } from '@nestjs/common';
import type { Outbox } from '#contracts/wire/outbox';
import { notFound } from '#infra/event-store/actor';
import { isFromOwnMachine } from '#infra/http/own-machine';
import type { HttpRequest } from '#infra/http/request';
import { RuntimeInfo } from '#infra/http/runtime-info';
import { Mail } from '#infra/mail/mail';

/** The mails that did not leave this machine, for whoever develops: to somebody at this machine alone, and as if missing to everybody else. */
@Controller('api/outbox')
export class OutboxController {
  constructor(
    private readonly runtime: RuntimeInfo,
    private readonly mail: Mail,
  ) {}

  @Get()
  async list(@Req() request: HttpRequest): Promise<Outbox> {
    const isDevelopment = this.runtime.environment === 'local' || this.runtime.environment === 'development';
    const letters = isDevelopment && isFromOwnMachine(request) ? await this.mail.outbox() : undefined;
    if (!letters) throw notFound();
    return {
      items: letters.map(({ id, to, subject, text, sent_at }) => ({ id, to, subject, text, sent_at })),
      overall_count: letters.length,
    };
  }
}

@Module({ controllers: [OutboxController] })
export class OutboxModule {}
