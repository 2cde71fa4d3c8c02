import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import { type Seen, type LastSeenCommand, type LastSeenEvent, lastSeenStream } from '#contracts/items/last-seen';
import { messages } from '#contracts/rules/messages';
import { Access } from '#infra/access/access';
import { eventActor, type UserActor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { EventLog, ForgedEvent } from '#infra/event-store/event-log';
import { BEGINNING, type Position, WrongExpectedRevision } from '#infra/event-store/event-store';
import { positionToken, readToken } from '#infra/event-store/position-token';
import { lastSeen } from './last-seen.decider.ts';

const ATTEMPTS = 8;

export class MarkSeen {
  constructor(
    readonly patient_id: string,
    readonly look: Seen,
    readonly command_id: string,
    readonly actor: UserActor,
  ) {}
}

/** Every state is whole, so the last event of the stream is all that is read: looking costs the same after years of it. */
@CommandHandler(MarkSeen)
export class LastSeenHandler implements ICommandHandler<MarkSeen> {
  constructor(
    private readonly log: EventLog,
    private readonly access: Access,
  ) {}

  /** @throws Refusal 404 where the record is not of the person's own clinic, 422 where `until` is no position that was reached */
  async execute({ patient_id, look, command_id, actor }: MarkSeen): Promise<Accepted> {
    const scope = await this.access.patientScope(actor, patient_id);
    const { user_id } = actor;
    const mark = { ...(await this.reached(look.until)), at: new Date().toISOString() };
    const command: LastSeenCommand = { type: 'LookAtRecord', command_id, data: { user_id, patient_id, kind: look.kind, mark } };
    const stream = lastSeenStream(user_id, patient_id);
    for (let attempt = 1; ; attempt++) {
      const { state, version, position, meta } = await this.last(stream);
      const isRepeated = meta?.command_id === command_id;
      if (isRepeated) await this.log.refuseAnother(meta, actor.sent);
      const decided = isRepeated ? [] : lastSeen.decide(command, state);
      if (decided.length === 0) return this.accepted(patient_id, version, position);
      const expected = version < 0 ? 'no-stream' : { exact: version };
      try {
        const appended = await this.log.append(stream, decided, expected, {
          command_id,
          actor: eventActor(actor),
          sent: actor.sent,
          ...scope,
        });
        return this.accepted(patient_id, appended.revision, appended.position);
      } catch (error) {
        // the same person looks from another window: what is stored then is decided upon
        if (!(error instanceof WrongExpectedRevision) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** What is still to come cannot have been looked at. */
  private async reached(until: string): Promise<{ log_id: string; position: Position }> {
    const token = readToken(until);
    const { store } = this.log;
    if (token === undefined || token.log_id !== store.log_id || token.position > (await store.head())) {
      throw new Refusal('not-reached', messages.format, { until: [messages.format] });
    }
    return token;
  }

  private async last(stream: string) {
    for await (const opened of this.log.read(stream, { direction: 'backwards', limit: 1 })) {
      if (opened.kind === 'forged') throw new ForgedEvent(opened);
      const { meta } = opened;
      const state = opened.kind === 'opened' ? lastSeen.evolve(null, opened.event as LastSeenEvent) : null;
      return { state, version: meta.revision, position: meta.position, meta };
    }
    return { state: null, version: -1, position: BEGINNING };
  }

  private accepted(id: string, version: number, position: Position): Accepted {
    return { id, version, position: positionToken(this.log.store.log_id, position) };
  }
}
