import { Body, Controller, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { Accepted } from '#contracts/command';
import { NewComment } from '#contracts/comments';
import { ById } from '#contracts/primitives';
import { isStaffFor, type UserActor } from '#infra/access/actor';
import { CommandKey, createdId } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { HandleComment } from './comments.handlers.ts';

@Controller('api/comments')
export class CommentsController {
  constructor(private readonly commands: CommandBus) {}

  /** A patient about the own items, the staff about those of its patients. */
  @Post()
  write(
    @Body({ schema: NewComment }) form: NewComment,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { ...form, comment_id: createdId(command_id, 'comment'), by_patient: !isStaffFor(actor, form.patient_id) };
    return this.commands.execute(new HandleComment({ type: 'WriteComment', command_id, data }, actor));
  }

  /** Marks as read; the reader and the time are kept. Once is enough: a second doctor changes nothing. */
  @Put(':id')
  markAsRead(
    @Param({ schema: ById }) { id: comment_id }: z.infer<typeof ById>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    return this.commands.execute(new HandleComment({ type: 'MarkAsRead', command_id, data: { comment_id } }, actor));
  }
}
