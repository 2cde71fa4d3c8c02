import type { EventLog } from '../event-store/event-log.ts';
import type { Position } from '../event-store/event-store.ts';

const types = ['OrganizationRegistered', 'PatientRegistered'];

/** Whether there is any clinic or patient that did not come with the program. Once there is, there always will be. */
export class RealData {
  private isThere = false;
  private after: Position | undefined;

  constructor(private readonly log: EventLog) {}

  /** Reads on in the log from where it was left. */
  async exists(): Promise<boolean> {
    if (this.isThere) return true;
    for await (const message of this.log.store.subscribe({ types, ...(this.after !== undefined && { after: this.after }) })) {
      if (message.kind === 'caught-up') break;
      if (message.kind === 'event') {
        const { actor } = message.event.metadata;
        if (!('system' in actor && actor.system === 'seed')) return (this.isThere = true);
      }
      this.after = message.kind === 'event' ? message.event.position : message.position;
    }
    return false;
  }
}
