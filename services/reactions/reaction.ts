import type { EventMeta } from '#contracts/wire/envelope';
import type { Message } from '#infra/messaging/messaging';

/** What a reaction does it with; ids are the same each time the event comes, so that twice is harmless. */
export interface Effects {
  /** UUIDv5 of event and reaction, for a message or a command_id; `n` where there are several. */
  id(n?: number): string;
  /** Resolves once the messages are on disk. */
  publish(messages: readonly Message[]): Promise<void>;
}

/** It is too early to do what follows: nobody's fault. The reaction waits with everything after it and tries again. */
export class NotYet extends Error {}

/**
 * What follows from an event: a job, a mail, a message or another command. At least once for every event of its types, those recorded before
 * the reaction existed too, and in the order of each stream. Throwing means try again later; a Refusal is a dead letter at once.
 */
export interface Reaction {
  /** Kebab-case; its progress is kept under this name. */
  readonly name: string;
  readonly types: readonly string[];
  react(event: { type: string; data: any }, meta: EventMeta, effects: Effects): Promise<void>;
}
