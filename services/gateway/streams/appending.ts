import streams from '@eventstore/db-client/generated/streams_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { sendUnaryData, ServerReadableStream } from '@grpc/grpc-js';
import type { Expectation, GatewayLog, ProposedEvent } from '../log/gateway-log.ts';
import { revisionText } from '../log/wire.ts';
import { accessDenied, exhausted, internal, invalid, streamDeleted, tooLarge } from '../protocol/errors.ts';
import type { CallMemory, Share } from '../protocol/call-memory.ts';
import { EVENT_PRICE, expectation, MAX_APPEND_BYTES, proposed, sizeOf, streamName } from './requests.ts';

/** Append: options, then one event in each message; all of them or none. */
export const appendingOf =
  (log: GatewayLog, memory: CallMemory) =>
  (call: ServerReadableStream<streams.AppendReq, streams.AppendResp>, callback: sendUnaryData<streams.AppendResp>): void => {
    append(log, call, memory.of(call.metadata)).then(
      (answer) => callback(null, answer),
      (error: unknown) => callback(internal(error)),
    );
  };

const append = async (log: GatewayLog, call: AsyncIterable<streams.AppendReq>, share: Share): Promise<streams.AppendResp> => {
  if (!log.isWritable) throw accessDenied('This log is read only');
  let stream = '';
  let expected: Expectation | undefined;
  const events: ProposedEvent[] = [];
  let size = 0;
  for await (const request of call) {
    const [options, message] = [request.getOptions(), request.getProposedMessage()];
    if (options) {
      stream = streamName(options.getStreamIdentifier());
      expected = expectation(options, () => options.getRevision());
    }
    if (!message) continue;
    if (expected === undefined) throw invalid('The options of the append come first');
    const event = proposed(stream, message);
    size += sizeOf(event);
    if (size > MAX_APPEND_BYTES) throw tooLarge(MAX_APPEND_BYTES);
    if (!share.take(EVENT_PRICE)) throw exhausted();
    events.push(event);
  }
  if (expected === undefined) throw invalid('The options of the append are missing');
  const changed = await log.change({ kind: 'append', stream, expected, events });
  switch (changed.kind) {
    case 'deleted':
      throw streamDeleted(stream);
    case 'wrong':
      return wrongVersionAnswer(expected, changed.actual);
    case 'done':
      return successAnswer(changed);
  }
};

const successAnswer = ({ revision, position }: { revision: number; position: number }): streams.AppendResp => {
  const success = new streams.AppendResp.Success();
  if (revision < 0) success.setNoStream(new shared.Empty());
  else success.setCurrentRevision(String(revision));
  if (position === 0) success.setNoPosition(new shared.Empty());
  else {
    const place = new streams.AppendResp.Position();
    place.setCommitPosition(String(position));
    place.setPreparePosition(String(position));
    success.setPosition(place);
  }
  const answer = new streams.AppendResp();
  answer.setSuccess(success);
  return answer;
};

const wrongVersionAnswer = (expected: Expectation, actual: number): streams.AppendResp => {
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (actual < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(revisionText(actual));
  if (typeof expected === 'number') wrong.setExpectedRevision(String(expected));
  else if (expected === 'any') wrong.setExpectedAny(new shared.Empty());
  else if (expected === 'no-stream') wrong.setExpectedNoStream(new shared.Empty());
  else wrong.setExpectedStreamExists(new shared.Empty());
  const answer = new streams.AppendResp();
  answer.setWrongExpectedVersion(wrong);
  return answer;
};
