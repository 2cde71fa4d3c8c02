import { Body, Controller, Module, Param, Post, Put } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { Accepted } from '#contracts/wire/command';
import { NewComment } from '#contracts/items/comments';
import { ById } from '#contracts/wire/primitives';
import { isStaffFor, type UserActor } from '#infra/event-store/actor';
import { CommandKey, createdId } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { CommentsHandler, HandleComment } from './comments.handlers.ts';

@Controller('api/comments')
export class CommentsController {
  constructor(private readonly commands: CommandBus) {}

  /** A patient about the own items, the staff about those of its patients. */
  @Post()
  async write(
    @Body({ schema: NewComment }) form: NewComment,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...form, comment_id: createdId(command_id, 'comment'), by_patient: !isStaffFor(actor, form.patient_id) };
    const accepted: Accepted = await this.commands.execute(new HandleComment({ type: 'WriteComment', command_id, data }, actor));
    if (!actor.roles.includes('Doctor') || data.by_patient) return accepted;
    let { position } = accepted;
    // repeated with the same key where this was cut off: what is read already stays as it is
    for (const comment_id of form.answers ?? []) {
      const read = {
        type: 'MarkAsRead' as const,
        command_id: createdId(command_id, `read ${comment_id}`),
        data: { comment_id, by_patient: false },
      };
      ({ position } = await this.commands.execute<HandleComment, Accepted>(new HandleComment(read, actor)));
    }
    return { ...accepted, position };
  }

  /** A doctor marks what the patient wrote, the patient has seen what the staff wrote; the first reader and the time are kept. */
  @Put(':id')
  async markAsRead(
    @Param({ schema: ById }) { id: comment_id }: z.infer<typeof ById>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const by_patient = !actor.roles.includes('Doctor');
    return this.commands.execute(new HandleComment({ type: 'MarkAsRead', command_id, data: { comment_id, by_patient } }, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [CommentsController], providers: [CommentsHandler] })
export class CommentsModule {}
