import { Injectable } from '@nestjs/common';
import { Access } from '#infra/access/access';
import { LONGEST_SESSION, readIdentity } from '#infra/access/identity';
import type { UserActor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { BEGINNING, type Position } from '#infra/event-store/event-store';
import { eventsOfTypes } from '#infra/event-store/of-types';
import { Turns } from '#infra/event-store/turns';

const MOST = 1000;

/** The sessions of a person besides the one that asks, as the log says at its head. */
@Injectable()
export class OtherSessions {
  private readonly turns = new Turns();
  /** By session: up to where in the log none of the others is open. What is over never begins again. */
  private readonly alone = new Map<string, Position>();

  constructor(
    private readonly log: EventLog,
    private readonly access: Access,
  ) {}

  areOpen(actor: UserActor): Promise<boolean> {
    return this.turns.of(actor.user_id, () => this.look(actor));
  }

  private async look({ user_id, session_id }: UserActor): Promise<boolean> {
    const head = await this.log.store.head();
    for (const id of await this.begunBeside(user_id, session_id)) {
      if (id !== session_id && (await this.access.actor(id))) return true;
    }
    this.alone.delete(session_id);
    this.alone.set(session_id, head);
    if (this.alone.size > MOST) this.alone.delete(this.alone.keys().next().value!);
    return false;
  }

  /** What may be open: begun since the last time that all ended, or left out of that; the latest first. */
  private async begunBeside(user_id: string, session_id: string): Promise<string[]> {
    const ended = (await readIdentity(this.log, user_id))?.endings.at(-1);
    const alone = this.alone.get(session_id) ?? BEGINNING;
    const after = ended && ended.at > alone ? ended.at : alone;
    const begun = ended?.but !== undefined && after === ended.at ? [ended.but] : [];
    const oldest = new Date(Date.now() - LONGEST_SESSION).toISOString();
    for await (const stored of eventsOfTypes(this.log.store, ['SignedIn'], after)) {
      if (stored.metadata.recorded_at < oldest || this.log.unsealed(stored)?.['user_id'] !== user_id) continue;
      begun.push(stored.stream.slice('session-'.length));
    }
    return [...this.access.unrecorded.of(user_id), ...begun.reverse()];
  }
}
