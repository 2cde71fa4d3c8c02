import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import type { ImportNoteCommand } from '#contracts/people/import-notes';
import { Access } from '#infra/access/access';
import { type Actor, notFound } from '#infra/event-store/actor';
import { Streams } from '#infra/event-store/streams';
import { importNote } from './import-notes.decider.ts';

/** Every command on a note of an import, from whoever sends it. */
export class HandleImportNote {
  constructor(
    readonly command: ImportNoteCommand,
    readonly actor: Actor,
  ) {}
}

@CommandHandler(HandleImportNote)
export class ImportNotesHandler implements ICommandHandler<HandleImportNote> {
  constructor(
    private readonly streams: Streams,
    private readonly access: Access,
  ) {}

  async execute({ command, actor }: HandleImportNote): Promise<Accepted> {
    const stream = `import_note-${command.data.note_id}`;
    const patient_id = command.type === 'NoteImport' ? command.data.patient_id : (await this.access.streamScope(actor, stream)).patient_id;
    if (patient_id === undefined) throw notFound();
    return this.streams.transact(importNote, stream, command, actor, await this.access.patientScope(actor, patient_id));
  }
}
