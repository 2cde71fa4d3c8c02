import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ReadRecorder } from '../access-ledger/read-recorder.ts';
import { ruleOf } from './policy.ts';
import { type HttpRequest, rememberedActor, rememberedInvitation, wasShown } from './request.ts';

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Tells the access ledger of every answer with what a record holds, by the `reads` of the route's policy row. Before the answer goes out: who breaks
 * the line off in the middle has read as well. A call that changes an item answers it where it was changed meanwhile. To be called before listening.
 */
export const recordReads = (app: NestFastifyApplication, recorder: Pick<ReadRecorder, 'note'>): void => {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', (request, reply, _payload, done) => {
      note(request as unknown as HttpRequest, reply.statusCode, recorder);
      done();
    });
};

const note = (request: HttpRequest, status: number, recorder: Pick<ReadRecorder, 'note'>): void => {
  const isRead = READING.has(request.method) ? status < 400 : wasShown(request);
  if (!isRead) return;
  // Who only holds the code of a mail is nobody that is known.
  const actor = rememberedActor(request) ?? rememberedInvitation(request)?.actor;
  if (actor?.kind !== 'user') return;
  const kind = ruleOf(request)?.reads;
  if (kind !== undefined) recorder.note(actor, kind, request.ip);
};
