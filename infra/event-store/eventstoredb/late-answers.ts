import type { EventEmitter } from 'node:events';

type Make = (service: object) => EventEmitter;
type MakeStream = (service: unknown, name: string, make: Make, kept?: unknown) => unknown;

/**
 * Client 6.2.1 has one list for all appends of the process that wait for an answer, and forgets all of them when any of its streams breaks: the next
 * answer to one of them is thrown as an error out of the connection and ends the process. Here such an answer is passed over; who waited for it
 * was told that the connection broke, and asks again.
 */
export const passOverLateAnswers = (client: object): void => {
  const internals = client as { GRPCStreamCreator?: MakeStream };
  const makeStream = internals.GRPCStreamCreator;
  if (makeStream === undefined) return;
  internals.GRPCStreamCreator = (service, name, make, kept) =>
    makeStream(service, name, name === 'appendToStream' ? (channel) => guarded(make(channel)) : make, kept);
};

const guarded = (stream: EventEmitter): EventEmitter => {
  for (const listener of stream.listeners('data')) {
    stream.off('data', listener as () => void);
    stream.on('data', (answer: unknown) => {
      try {
        listener.call(stream, answer);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    });
  }
  return stream;
};
