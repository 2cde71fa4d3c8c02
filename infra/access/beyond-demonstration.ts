import type { EventLog } from '../event-store/event-log.ts';
import { BEGINNING, type Position, type StoredEvent } from '../event-store/event-store.ts';
import { demonstrationClinicId } from './known-passwords.ts';

const types = ['OrganizationRegistered', 'PatientRegistered', 'UserRegistered'];

/**
 * Whether a clinic, a record or an account exists outside of the demonstration. Inside are its clinic, the records and accounts of that, and
 * everybody who signed up by one of its invitations. Once there is one outside, there always will be.
 */
export class BeyondDemonstration {
  private isThere = false;
  /** Up to here of the log there was none. */
  private seen: Position = BEGINNING;
  private looking: Promise<void> | undefined;

  constructor(private readonly log: EventLog) {}

  /** Holds for everything that was recorded before the call. */
  async exists(): Promise<boolean> {
    const head = await this.log.store.head();
    while (!this.isThere && this.seen < head) await (this.looking ??= this.look().finally(() => (this.looking = undefined)));
    return this.isThere;
  }

  private async look(): Promise<void> {
    const { store } = this.log;
    const head = await store.head();
    for await (const message of store.subscribe({ types, ...(this.seen !== BEGINNING && { after: this.seen }) })) {
      if (message.kind === 'caught-up') break;
      if (message.kind === 'event' && (await this.isOutside(message.event))) return void (this.isThere = true);
    }
    this.seen = head;
  }

  /** Decides by the envelope, since the contents may be gone. A damaged event counts as outside. */
  private async isOutside({ intact, type, stream, metadata }: StoredEvent): Promise<boolean> {
    if (!intact) return true;
    const { actor, organization_id } = metadata;
    if (('system' in actor && actor.system === 'seed') || organization_id === demonstrationClinicId) return false;
    return type !== 'UserRegistered' || !(await this.isInvited(stream));
  }

  /** A clinic that invites is of the demonstration, or was found itself. */
  private async isInvited(stream: string): Promise<boolean> {
    for await (const { type } of this.log.store.readStream(stream)) if (type === 'SignedUpByInvitation') return true;
    return false;
  }
}
