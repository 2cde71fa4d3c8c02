import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import { type GraphVisualsCommand, graphVisualsStream } from '#contracts/items/graph-visuals';
import { Access } from '#infra/access/access';
import { eventActor, type UserActor } from '#infra/event-store/actor';
import { ForgedEvent, EventLog } from '#infra/event-store/event-log';
import { BEGINNING, type Position } from '#infra/event-store/event-store';
import { positionToken } from '#infra/event-store/position-token';
import { graphVisuals } from './graph-visuals.decider.ts';

export class HandleGraphVisuals {
  constructor(
    readonly command: GraphVisualsCommand,
    readonly actor: UserActor,
  ) {}
}

/** Every state is whole, so the last event of the stream is all that is opened. The last save wins. */
@CommandHandler(HandleGraphVisuals)
export class GraphVisualsHandler implements ICommandHandler<HandleGraphVisuals> {
  constructor(
    private readonly log: EventLog,
    private readonly access: Access,
  ) {}

  async execute({ command, actor }: HandleGraphVisuals): Promise<Accepted> {
    const { user_id, patient_id } = command.data;
    const scope = await this.access.patientScope(actor, patient_id);
    const stream = graphVisualsStream(user_id, patient_id);
    const { state, version, position } = await this.last(stream);
    const decided = graphVisuals.decide(command, state);
    if (decided.length === 0) return this.accepted(patient_id, version, position);
    const context = { command_id: command.command_id, actor: eventActor(actor), sent: actor.sent, ...scope };
    const appended = await this.log.append(stream, decided, 'any', context);
    // a key that came before is answered with what it saved then
    for await (const { metadata } of this.log.store.readStream(stream, { after: appended.revision - 1, limit: 1 })) {
      await this.log.refuseAnother(metadata, actor.sent);
    }
    return this.accepted(patient_id, appended.revision, appended.position);
  }

  private async last(stream: string) {
    for await (const opened of this.log.read(stream, { direction: 'backwards', limit: 1 })) {
      if (opened.kind === 'forged') throw new ForgedEvent(opened);
      const { revision: version, position } = opened.meta;
      return { state: opened.kind === 'opened' ? graphVisuals.evolve(null, opened.event as never) : null, version, position };
    }
    return { state: null, version: -1, position: BEGINNING };
  }

  private accepted(id: string, version: number, position: Position): Accepted {
    return { id, version, position: positionToken(this.log.store.log_id, position) };
  }
}
