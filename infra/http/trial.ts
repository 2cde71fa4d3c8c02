import { createHash, timingSafeEqual } from 'node:crypto';
import type { Environment } from '#contracts/wire/configuration';
import { BeyondDemonstration } from '../access/beyond-demonstration.ts';
import { Refusal } from '../event-store/decider.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { isLoopback } from './loopback.ts';
import { header, type HttpRequest } from './request.ts';

/** True for an installation that one person tries: environment `local`, and no other machine reaches it. */
export const isForOneself = ({ environment, host }: { environment: Environment; host: string }): boolean =>
  environment === 'local' && isLoopback(host);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * An installation that somebody tries on the own machine: it has nothing but the demonstration. Who sits at the machine cannot be told from a
 * request, since any proxy there passes for a browser; so the start makes a secret, and prints it at the terminal (ruling 21).
 */
export class Trial {
  private readonly beyond: BeyondDemonstration;

  /** @param secret of this start; none where the installation is not for trying */
  constructor(
    log: EventLog,
    readonly secret?: string,
  ) {
    this.beyond = new BeyondDemonstration(log);
  }

  /** True while passwords that come with the program count, and the sessions that they opened. */
  async lasts(): Promise<boolean> {
    return this.secret !== undefined && !(await this.beyond.exists());
  }

  /** True for a browser that opened the printed address, and for a program that read the secret. */
  isKnownTo(request: HttpRequest): boolean {
    const given = header(request, 'x-local-secret');
    return given !== undefined && this.secret !== undefined && timingSafeEqual(digest(given), digest(this.secret));
  }

  /** @throws Refusal 403 */
  refuseStrangers(request: HttpRequest): void {
    if (this.isKnownTo(request)) return;
    throw new Refusal(
      'local-secret',
      'This is only for the person who started the program: please open the address that the start printed',
      {},
      403,
    );
  }
}
