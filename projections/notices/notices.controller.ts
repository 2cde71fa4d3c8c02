import type { ServerResponse } from 'node:http';
import { Controller, Get, Module, Res } from '@nestjs/common';
import type { UserActor } from '#infra/event-store/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { Notices } from './notices.ts';

/** What we use of Fastify's reply. */
interface Reply {
  hijack(): void;
  getHeaders(): Record<string, number | string | string[] | undefined>;
  request: { method: string };
  raw: ServerResponse;
}

/** Milliseconds in which a line that was ended has to take what was sent. */
const LONGEST_FAREWELL = 5000;

@Controller('api/notices')
export class NoticesController {
  constructor(private readonly notices: Notices) {}

  /** Notices as server-sent events until either end closes the line. */
  @Get()
  follow(@CurrentActor() actor: UserActor, @Res() reply: Reply): void {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    if (reply.request.method === 'HEAD') {
      raw.end();
      return;
    }
    const close = this.notices.open(actor.session_id, {
      write: (text) => raw.write(text),
      onDrain: (told) => void raw.on('drain', told),
      end: () => {
        raw.end();
        // One that reads nothing would keep its line, and what waits for it, for as long as it likes.
        const patience = setTimeout(() => raw.destroy(), LONGEST_FAREWELL).unref();
        raw.once('close', () => clearTimeout(patience));
      },
    });
    raw.once('close', close);
    raw.on('error', close);
  }
}

@Module({ controllers: [NoticesController] })
export class NoticesModule {}
