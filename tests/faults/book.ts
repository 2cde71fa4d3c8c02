import { CLIENTS } from './load.ts';

/** How a command was answered, from outside. */
export interface Acknowledged {
  version: number;
  /** Of the log, without its id. */
  position: string;
}

/** What a victim says, a line each. */
export type Said =
  | { sent: [client: number, k: number] }
  | { done: [client: number, k: number, version: number, position: string] }
  | { refused: [client: number, k: number, code: string] }
  /** The client was told to try again, as the disk is full or a server is away. */
  | { waits: [client: number, k: number] }
  /** The product names what is wrong. */
  | { named: string }
  | { ready: true };

/** What the outside world knows: every command that was sent, and how it was answered, whatever became of the process since. */
export class Book {
  readonly done = Array.from({ length: CLIENTS }, () => new Map<number, Acknowledged>());
  /** Contended commands that were refused. */
  readonly refused = Array.from({ length: CLIENTS }, () => new Map<number, string>());
  readonly named: string[] = [];
  /** Commands that were answered differently when they were sent again. */
  readonly contradictions: string[] = [];
  /** How often clients were told to try again. */
  waits = 0;
  acknowledged = 0;

  note(said: Said): void {
    if ('done' in said) {
      const [client, k, version, position] = said.done;
      const before = this.done[client]!.get(k);
      if (before && (before.version !== version || before.position !== position)) {
        this.contradictions.push(`step ${client}/${k} was answered with ${before.position}, and again with ${position}`);
      }
      this.done[client]!.set(k, { version, position });
      this.acknowledged += 1;
    } else if ('refused' in said) {
      const [client, k, code] = said.refused;
      this.refused[client]!.set(k, code);
    } else if ('waits' in said) this.waits += 1;
    else if ('named' in said) this.named.push(said.named);
  }

  /** Where each client goes on: at the first command that has no answer, which is sent again. */
  next(): number[] {
    return this.done.map((done, client) => {
      let k = 0;
      while (done.has(k) || this.refused[client]!.has(k)) k += 1;
      return k;
    });
  }

  copy(): Book {
    const copy = new Book();
    this.done.forEach((done, client) => done.forEach((answer, k) => copy.done[client]!.set(k, answer)));
    this.refused.forEach((refused, client) => refused.forEach((code, k) => copy.refused[client]!.set(k, code)));
    return copy;
  }
}
