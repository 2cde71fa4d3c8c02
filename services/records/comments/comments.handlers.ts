import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import { type CommentCommand, type CommentEvent, itemOf } from '#contracts/items/comments';
import { itemKinds } from '#contracts/items/item-kinds';
import { Access } from '#infra/access/access';
import { type Actor, notFound } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { Streams } from '#infra/event-store/streams';
import { comment } from './comments.decider.ts';

/** Every command on a comment, from whoever sends it. */
export class HandleComment {
  constructor(
    readonly command: CommentCommand,
    readonly actor: Actor,
  ) {}
}

type Write = Extract<CommentCommand, { type: 'WriteComment' }>;
type Written = Extract<CommentEvent, { type: 'CommentWritten' }>;

/** A comment is about an item of that patient that is there; a patient's own about one that the patient may see. */
@CommandHandler(HandleComment)
export class CommentsHandler implements ICommandHandler<HandleComment> {
  constructor(
    private readonly streams: Streams,
    private readonly access: Access,
    private readonly log: EventLog,
  ) {}

  async execute({ command, actor }: HandleComment): Promise<Accepted> {
    const stream = `comment-${command.data.comment_id}`;
    if (command.type === 'WriteComment') return this.write(stream, command, actor);
    const { patient_id } = await this.access.streamScope(actor, stream);
    if (patient_id === undefined) throw notFound();
    return this.streams.transact(comment, stream, command, actor, await this.access.patientScope(actor, patient_id));
  }

  private async write(stream: string, command: Write, actor: Actor): Promise<Accepted> {
    const scope = await this.access.patientScope(actor, command.data.patient_id);
    const before = await this.streams.repeated(stream, command.command_id, actor);
    if (before) return before;
    const item = itemOf(command.data);
    const item_version = item && (await this.versionOf(`${itemKinds[item.kind].stream}-${item.id}`, command.data, actor));
    for (const id of command.data.answers ?? []) await this.refuseElsewhere(id, command.data, actor);
    return this.streams.transact(comment, stream, { ...command, data: { ...command.data, item_version } }, actor, scope);
  }

  /** What is answered is a comment on the same item; otherwise nothing is stored. */
  private async refuseElsewhere(id: string, data: Write['data'], actor: Actor): Promise<void> {
    const stream = `comment-${id}`;
    const { patient_id } = await this.access.streamScope(actor, stream);
    if (patient_id !== data.patient_id) throw notFound();
    for await (const opened of this.log.read(stream)) {
      if (opened.kind === 'opened' && opened.event.type === 'CommentWritten') {
        const about = itemOf((opened.event as Written).data);
        if (about?.id !== itemOf(data)?.id) throw notFound();
      }
    }
  }

  /** Version of the item, from its own stream at its head: what was removed just now takes no comment any more. @throws Refusal */
  private async versionOf(stream: string, { patient_id, by_patient }: Write['data'], actor: Actor): Promise<number | undefined> {
    const scope = await this.access.streamScope(actor, stream);
    if (scope.patient_id !== patient_id) throw notFound();
    let draft = false;
    let version: number | undefined;
    for await (const opened of this.log.read(stream)) {
      version = opened.meta.revision;
      if (opened.kind !== 'opened') continue;
      if (opened.event.type.endsWith('Removed')) throw notFound();
      if (typeof opened.event.data.draft === 'boolean') draft = opened.event.data.draft;
    }
    // A patient does not learn that there is a draft (ruling 24).
    if (draft && by_patient) throw notFound();
    return version;
  }
}
