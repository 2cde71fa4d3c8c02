import { Controller, Module, Param, Put } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { Accepted } from '#contracts/wire/command';
import { ById } from '#contracts/wire/primitives';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { HandleImportNote, ImportNotesHandler } from './import-notes.handlers.ts';

@Controller('api/import-notes')
export class ImportNotesController {
  constructor(private readonly commands: CommandBus) {}

  /** The first reader and the time are kept. */
  @Put(':id/read')
  markAsRead(
    @Param({ schema: ById }) { id: note_id }: z.infer<typeof ById>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    return this.commands.execute(new HandleImportNote({ type: 'MarkImportNoteRead', command_id, data: { note_id } }, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [ImportNotesController], providers: [ImportNotesHandler] })
export class ImportNotesModule {}
