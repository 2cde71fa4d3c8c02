import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Changed, Expectation, GatewayLog, ProposedEvent } from '../log/gateway-log.ts';
import { revisionText } from '../log/wire.ts';
import type { CallMemory, Share } from '../protocol/call-memory.ts';
import { accessDenied, exhausted, internal } from '../protocol/errors.ts';
import { identifier } from './answers.ts';
import { Outlet } from './outlet.ts';
import { EVENT_PRICE, expectation, idAsText, MAX_APPEND_BYTES, proposed, sizeOf, streamName } from './requests.ts';

/** Appends of one call that are being written, or whose answers nobody has read. */
const MOST_UNANSWERED = 1000;
/** Their bytes. */
const MOST_UNANSWERED_BYTES = 16 * 1024 * 1024;

/** Milliseconds: a timer of more would end at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** An append that comes in parts. */
interface Open {
  stream: string;
  expected: Expectation;
  /** Milliseconds since 1970. */
  deadline: number;
  events: ProposedEvent[];
  size: number;
  /** Bytes of the call's share. */
  held: number;
  /** Answers it where its last part does not come. */
  timer?: NodeJS.Timeout;
}

type BatchCall = ServerDuplexStream<streams.BatchAppendReq, Buffer>;

/**
 * BatchAppend: appends one after the other over one line, each in one or several messages, answered as they are on the disk. What is wrong with
 * one is the answer to that one; the line stays open. Where nobody may write, the call ends before anything of it is read.
 */
export const batchAppendingOf =
  (log: GatewayLog, memory: CallMemory, patience: number) =>
  (call: BatchCall): void => {
    if (!log.isWritable) return void call.emit('error', accessDenied('This log is read only'));
    const share = memory.of(call.metadata);
    const outlet = new Outlet(call);
    const open = new Map<string, Open>();
    let [unanswered, bytes, hasEnded] = [0, 0, false];
    const isFull = (): boolean => unanswered >= MOST_UNANSWERED || bytes >= MOST_UNANSWERED_BYTES;
    const answered = (held: number): void => {
      share.give(held);
      unanswered -= 1;
      bytes -= held;
      if (!isFull()) call.resume();
      if (hasEnded && unanswered === 0) call.end();
    };
    const reply = (id: shared.UUID | undefined, { answer, held }: Taken): void => {
      unanswered += 1;
      bytes += held;
      if (isFull()) call.pause(); // who does not read answers is not read from
      void answer
        .catch(failed)
        .then((found) => outlet.send(asBytes(id, found)))
        .then(() => answered(held));
    };
    // Not by iterating over it: that would end the answers together with the requests.
    call.on('data', (request: streams.BatchAppendReq) => {
      const id = request.getCorrelationId();
      const taken = take({ log, open, share, patience, reply }, request);
      if (taken !== undefined) reply(id, taken);
    });
    outlet.signal.addEventListener('abort', () => {
      for (const { timer } of open.values()) clearTimeout(timer);
    });
    call.on('end', () => {
      hasEnded = true;
      if (unanswered === 0) call.end();
    });
  };

/** An append that was taken or refused; `held`: bytes of the call's share until it is answered. */
interface Taken {
  answer: Promise<Answer>;
  held: number;
}

/** A call that goes on. */
interface Line {
  log: GatewayLog;
  /** Appends whose last part has not come, by their correlation ids. */
  open: Map<string, Open>;
  share: Share;
  /** Milliseconds from the first part of an append to its last. */
  patience: number;
  reply(id: shared.UUID | undefined, taken: Taken): void;
}

/** Adds what the message brings; the answer where it was the last part, or where the append cannot be taken. */
const take = (line: Line, request: streams.BatchAppendReq): Taken | undefined => {
  const { log, open, share } = line;
  const received = share.handed();
  const id = request.getCorrelationId();
  let [key, one]: [string, Open | undefined] = ['', undefined];
  const refuse = (error: status.Status): Taken => {
    clearTimeout(one?.timer);
    open.delete(key);
    return { answer: Promise.resolve({ stream: one?.stream ?? '', error }), held: one?.held ?? received };
  };
  try {
    key = idAsText(id);
    one = open.get(key);
    one ??= begun(request);
    if (one === undefined) {
      share.give(received); // more of what was refused already
      return undefined;
    }
    one.held += received;
    one.timer ??= setTimeout(() => line.reply(id, refuse(timeout())), line.patience);
    open.set(key, one);
    if (Date.now() > one.deadline) return refuse(timeout());
    for (const message of request.getProposedMessagesList()) {
      const event = proposed(one.stream, message);
      one.size += sizeOf(event);
      if (one.size > MAX_APPEND_BYTES) return refuse(tooLarge());
      if (!share.take(EVENT_PRICE)) throw exhausted();
      one.held += EVENT_PRICE;
      one.events.push(event);
    }
    if (!request.getIsFinal()) return undefined;
    clearTimeout(one.timer);
    open.delete(key);
    return { answer: inTime(finish(log, one), one), held: one.held };
  } catch (error) {
    return refuse(failed(error).error!);
  }
};

/** The answer, or after the deadline the word that there is none: then it may have been written or not. */
const inTime = (answer: Promise<Answer>, { stream, deadline }: Open): Promise<Answer> => {
  if (deadline === Infinity) return answer;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((resolve) => {
    const left = Math.min(deadline - Date.now(), LONGEST_TIMER);
    timer = setTimeout(() => resolve({ stream, error: timeout() }), left);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
};

const timeout = (): status.Status => packed(new shared.Timeout(), 'Timeout', 'Timeout', 4);

/** Undefined for a message without options that belongs to nothing: the rest of an append that was answered already. */
const begun = (request: streams.BatchAppendReq): Open | undefined => {
  const options = request.getOptions();
  if (!options) return undefined;
  const deadline = options.getDeadline()?.toDate().getTime() ?? Infinity;
  const stream = streamName(options.getStreamIdentifier() as shared.StreamIdentifier | undefined);
  const expected = expectation(options, () => options.getStreamPosition());
  return { stream, expected, deadline, events: [], size: 0, held: 0 };
};

/** What is answered to one append. */
interface Answer {
  stream: string;
  error?: status.Status;
  done?: Changed & { kind: 'done' };
}

const finish = async (log: GatewayLog, { stream, expected, events }: Open): Promise<Answer> => {
  const changed = await log.change({ kind: 'append', stream, expected, events });
  switch (changed.kind) {
    case 'deleted': {
      const deleted = new shared.StreamDeleted();
      deleted.setStreamIdentifier(identifier(stream));
      return { stream, error: packed(deleted, 'StreamDeleted', 'The stream is deleted', 9) };
    }
    case 'wrong':
      return { stream, error: packed(wrongVersion(expected, changed.actual), 'WrongExpectedVersion', 'WrongExpectedVersion', 9) };
    case 'done':
      return { stream, done: changed };
  }
};

const wrongVersion = (expected: Expectation, actual: number): shared.WrongExpectedVersion => {
  const wrong = new shared.WrongExpectedVersion();
  if (actual < 0) wrong.setCurrentNoStream(new empty.Empty());
  else wrong.setCurrentStreamRevision(revisionText(actual));
  if (typeof expected === 'number') wrong.setExpectedStreamPosition(String(expected));
  else if (expected === 'any') wrong.setExpectedAny(new empty.Empty());
  else if (expected === 'no-stream') wrong.setExpectedNoStream(new empty.Empty());
  else wrong.setExpectedStreamExists(new empty.Empty());
  return wrong;
};

const tooLarge = (): status.Status => {
  const large = new shared.MaximumAppendSizeExceeded();
  large.setMaxappendsize(MAX_APPEND_BYTES);
  return packed(large, 'MaximumAppendSizeExceeded', `Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`, 3);
};

const failed = (error: unknown): Answer => {
  const { code, details } = internal(error);
  const bad = new shared.BadRequest();
  bad.setMessage(details);
  // clients know no packed form of anything else
  return { stream: '', error: packed(code === 3 ? bad : new shared.Unknown(), code === 3 ? 'BadRequest' : 'Unknown', details, code) };
};

/** The error of one append. Clients read its kind from the details, which therefore are never left out. */
const packed = (details: { serializeBinary(): Uint8Array }, name: string, message: string, code: number): status.Status => {
  const inside = new any.Any();
  inside.pack(details.serializeBinary(), `event_store.client.${name}`);
  const error = new status.Status();
  error.setCode(code as ReturnType<status.Status['getCode']>);
  error.setMessage(message);
  error.setDetails(inside);
  return error;
};

const asBytes = (id: shared.UUID | undefined, { stream, error, done }: Answer): Buffer => {
  const answer = new streams.BatchAppendResp();
  answer.setCorrelationId(id);
  answer.setStreamIdentifier(identifier(stream));
  if (error) answer.setError(error);
  if (done) {
    const success = new streams.BatchAppendResp.Success();
    if (done.revision < 0) success.setNoStream(new empty.Empty());
    else success.setCurrentRevision(String(done.revision));
    if (done.position === 0) success.setNoPosition(new empty.Empty());
    else {
      const place = new shared.AllStreamPosition();
      place.setCommitPosition(String(done.position));
      place.setPreparePosition(String(done.position));
      success.setPosition(place);
    }
    answer.setSuccess(success);
  }
  return Buffer.from(answer.serializeBinary());
};
