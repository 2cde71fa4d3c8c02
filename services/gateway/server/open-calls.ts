import type { EventEmitter } from 'node:events';
import { type ServiceDefinition, status, type UntypedServiceImplementation } from '@grpc/grpc-js';

/** What clients reconnect at. */
const CLOSING = { code: status.UNAVAILABLE, details: 'The gateway is closing' };

/** The calls that go on until somebody ends them: reads, subscriptions and batches. */
export class OpenCalls {
  private readonly open = new Set<EventEmitter>();
  private isClosing = false;

  /** The same implementation, whose streams end with this server. */
  tracked(definition: ServiceDefinition, implementation: UntypedServiceImplementation): UntypedServiceImplementation {
    const streamed = Object.entries(definition).filter(([, method]) => method.responseStream);
    const tracking = streamed.map(([name]) => {
      const handler = implementation[name] as ((call: EventEmitter) => void) | undefined;
      const tracked = (call: EventEmitter): void => {
        this.track(call);
        handler?.(call);
      };
      return [name, tracked] as const;
    });
    return { ...implementation, ...Object.fromEntries(tracking) } as UntypedServiceImplementation;
  }

  /** Ends all of them with UNAVAILABLE, also those that begin from now on. */
  end(): void {
    this.isClosing = true;
    for (const call of this.open) call.emit('error', CLOSING);
  }

  private track(call: EventEmitter): void {
    const forget = (): void => void this.open.delete(call);
    this.open.add(call);
    for (const end of ['close', 'cancelled', 'finish']) call.once(end, forget);
    if (this.isClosing) setImmediate(() => call.emit('error', CLOSING));
  }
}
