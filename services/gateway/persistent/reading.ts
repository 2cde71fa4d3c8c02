import { randomUUID } from 'node:crypto';
import messages from '@eventstore/db-client/generated/persistent_pb.js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { internal, invalid } from '../protocol/errors.ts';
import { eventAnswer } from '../log/wire.ts';
import type { CallMemory } from '../protocol/call-memory.ts';
import { subscriptionDropped, subscriptionFailed, tooManySubscribers } from './errors.ts';
import type { Group } from './group.ts';
import type { Groups } from './groups.ts';
import { groupName, idsOf, streamOf } from './requests.ts';

type Call = ServerDuplexStream<messages.ReadReq, Buffer>;

const { Action } = messages.ReadReq.Nack;

/** A consumer's call: who it is comes first, then its answers to what it gets. @param user as whom everybody calls */
export const readingOf =
  (groups: Groups, memory: CallMemory, user: string) =>
  (call: Call): void => {
    const share = memory.of(call.metadata);
    let joined: { group: Group; id: string } | undefined;
    const leave = (): void => {
      joined?.group.leave(joined.id);
      joined = undefined;
    };
    const take = (request: messages.ReadReq): void => {
      const options = request.getOptions();
      if (!joined && !options) throw invalid('The first message of a subscription says what it is of');
      if (options) {
        if (joined) throw invalid('A subscription says only once what it is of');
        joined = join(groups, call, user, options);
      }
      if (joined) answer(joined.group, joined.id, request, call);
    };
    call.on('data', (request: messages.ReadReq) => {
      share.give(share.handed());
      if (call.writableEnded) return;
      try {
        take(request);
      } catch (error) {
        leave();
        call.emit('error', internal(error));
      }
    });
    call.on('end', () => {
      leave();
      call.end();
    });
    for (const end of ['cancelled', 'close', 'error'] as const) call.on(end, leave);
  };

const join = (groups: Groups, call: Call, user: string, options: messages.ReadReq.Options): { group: Group; id: string } => {
  const [stream, name] = [streamOf(options), groupName(options)];
  const group = groups.get(stream, name);
  if (group.isClosed) throw subscriptionDropped(stream, name); // it is being changed
  const slots = options.getBufferSize();
  if (slots < 1) throw invalid('The size of the buffer is a whole number from 1 on');
  if (group.isFull) throw tooManySubscribers(stream, name);
  const form = options.getUuidOption()?.hasStructured() ? 'structured' : 'string';
  const id = randomUUID();
  call.write(confirmation(`${stream}::${name}`));
  group.join({
    id,
    slots,
    user,
    from: call.getPeer(),
    connectionName: call.metadata.get('connection-name')[0]?.toString() ?? '',
    send: (message) => void call.write(eventAnswer(message, form, message.retryCount)),
    drop: (reason) => {
      const error = reason === undefined ? subscriptionDropped(stream, name) : subscriptionFailed(stream, name, reason);
      call.emit('error', error);
    },
  });
  return { group, id };
};

const answer = (group: Group, id: string, request: messages.ReadReq, call: Call): void => {
  const [ack, nack] = [request.getAck(), request.getNack()];
  if (ack) group.ack(id, idsOf(ack));
  if (!nack) return;
  const [ids, reason] = [idsOf(nack), nack.getReason()];
  switch (nack.getAction()) {
    case Action.PARK:
      return group.nack(id, ids, 'park', reason);
    case Action.SKIP:
      return group.nack(id, ids, 'skip', reason);
    case Action.STOP:
      group.nack(id, ids, 'retry', reason);
      call.emit('error', subscriptionDropped(group.record.source.stream, group.record.name));
      return;
    default:
      return group.nack(id, ids, 'retry', reason);
  }
};

const confirmation = (id: string): Buffer => {
  const confirmed = new messages.ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId(id);
  const response = new messages.ReadResp();
  response.setSubscriptionConfirmation(confirmed);
  return Buffer.from(response.serializeBinary());
};
