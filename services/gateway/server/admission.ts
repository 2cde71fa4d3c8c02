import { constants, type ServerHttp2Stream } from 'node:http2';
import {
  type Metadata,
  type ServerInterceptingCallInterface,
  ServerInterceptingCall,
  type ServerInterceptor,
  ServerListenerBuilder,
  type ServerUnaryCall,
  type ServiceError,
  status,
  type UntypedHandleCall,
} from '@grpc/grpc-js';
import { failure } from '../protocol/errors.ts';
import type { CallMemory } from '../protocol/call-memory.ts';
import type { Gate } from './credentials.ts';
import { watchRequest } from './requests-in-parts.ts';
import type { GatewayService } from './service.ts';

/** Calls at one time, over all connections. */
const MAX_CALLS = 5000;

export interface Admission {
  memory: CallMemory;
  /** Bytes of one message. */
  max_message: number;
  /** Milliseconds for a request, or for one message of a call that goes on, to come. */
  patience: number;
  /** Clients ask these before they say who they are: they are answered without credentials, and before anything of a message is read. */
  open: readonly GatewayService[];
  /** Undefined: everybody may call. */
  gate: Gate | undefined;
}

/** The stream that carries a call: a private field of @grpc/grpc-js. Nothing public says how much of a message has come. */
const streamOf = (call: ServerInterceptingCallInterface): ServerHttp2Stream => (call as unknown as { stream: ServerHttp2Stream }).stream;

type Answer = (call: Pick<ServerUnaryCall<unknown, unknown>, 'getHost'>, done: (error: null, value: unknown) => void) => void;

const answersOf = (services: readonly GatewayService[]): ReadonlyMap<string, Answer> =>
  new Map(
    services.flatMap(({ definition, implementation }) =>
      Object.entries(definition).map(([name, { path }]) => [path, implementation[name] as UntypedHandleCall as Answer]),
    ),
  );

/** Admits or refuses a call before anything of it is read, and bounds the memory and time of its request. */
export const admitting = ({ memory, max_message: max, patience, open, gate }: Admission): ServerInterceptor => {
  const answers = answersOf(open);
  let calls = 0;
  return (method, call) => {
    const stream = streamOf(call);
    let stop = (): void => {};
    const admit = (metadata: Metadata): ServiceError | undefined => {
      const denied = gate?.refusal(
        metadata.get('authorization')[0]?.toString(),
        stream.session ?? stream,
        call.getConnectionInfo().remoteAddress,
      );
      if (denied !== undefined) return failure(status.UNAUTHENTICATED, denied, { exception: 'access-denied' });
      if (calls >= MAX_CALLS) return failure(status.RESOURCE_EXHAUSTED, `There are ${MAX_CALLS} calls already`);
      calls += 1;
      const share = memory.open(metadata);
      stop = watchRequest(stream, { max, patience, share, goesOn: method.requestStream && method.responseStream, refuse });
      stream.once('close', () => {
        calls -= 1;
        stop();
        share.close();
      });
      return undefined;
    };
    const admitted = new ServerInterceptingCall(call, {
      start: (next) =>
        next(
          new ServerListenerBuilder()
            .withOnReceiveMetadata((metadata, proceed) => {
              const answer = answers.get(method.path);
              if (answer) {
                answer(call, (_none, value) => admitted.sendMessage(value, () => admitted.sendStatus({ code: status.OK, details: 'OK' })));
                return;
              }
              const refusal = admit(metadata);
              if (refusal) admitted.sendStatus(refusal);
              else proceed(metadata);
            })
            .build(),
        ),
      sendStatus: (ending, next) => {
        stop();
        const last = stream.headersSent ? 'wantTrailers' : 'finish';
        next(ending);
        // grpc-js leaves the call open for as long as its client goes on sending, and with it what has come
        stream.once(last, () => setImmediate(() => stream.close(constants.NGHTTP2_NO_ERROR)));
      },
    });
    const refuse = (refusal: ServiceError): void => admitted.sendStatus(refusal);
    return admitted;
  };
};
