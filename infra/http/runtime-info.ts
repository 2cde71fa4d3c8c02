import type { Environment } from '#contracts/wire/configuration';
import { isFromOwnMachine, isLoopback } from './own-machine.ts';
import type { HttpRequest } from './request.ts';

/** What the composition root tells the slices about this installation. */
export class RuntimeInfo {
  constructor(
    readonly environment: Environment,
    /** The API's version, shown in the footer. */
    readonly version: string,
    /** Where it listens. */
    private readonly host = '127.0.0.1',
  ) {}

  /** Whether it is an installation for trying, which nobody reaches from another machine. */
  get isForOneself(): boolean {
    return this.environment === 'local' && isLoopback(this.host);
  }

  /** Ruling 21: a password that everybody knows counts on one's own machine alone. */
  takesKnownPasswords(request: HttpRequest): boolean {
    return this.isForOneself && isFromOwnMachine(request);
  }
}
