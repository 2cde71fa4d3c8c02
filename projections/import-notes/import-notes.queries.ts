import { Controller, Get, Module, Query } from '@nestjs/common';
import { z } from 'zod';
import { Id } from '#contracts/wire/primitives';
import type { ImportNoteView } from '#contracts/people/import-notes';
import { Access } from '#infra/access/access';
import type { UserActor } from '#infra/event-store/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { userNames } from '../accounts/users.names.ts';
import { users } from '../accounts/users.projection.ts';
import { Reader } from '../runner/reader.ts';
import { type ImportNoteDocument, importNotes } from './import-notes.projection.ts';

const List = z.object({
  patient_id: Id,
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(200).default(50),
  /** The position of one's own last command. */
  after: z.string().optional(),
});

@Controller('api/import-notes')
export class ImportNotesQueries {
  constructor(
    private readonly reader: Reader,
    private readonly access: Access,
  ) {}

  /** What imports did not bring into a record: what nobody has read first, then the latest. `unread` counts the former. */
  @Get()
  async list(@Query({ schema: List }) { patient_id, skip, take, after }: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    await this.access.patientScope(actor, patient_id);
    const isFresh = await this.reader.caughtUp([importNotes.name, users.name], after);
    const of = { patient_id: { eq: patient_id } };
    const { items, overall_count } = await this.reader.find<ImportNoteDocument>(importNotes, {
      filter: of,
      sort: [
        ['is_read', 'asc'],
        ['imported_at', 'desc'],
      ],
      skip,
      take,
    });
    const unread = await this.reader.find(importNotes, { filter: { ...of, is_read: { eq: false } }, take: 0 });
    return {
      items: await this.named(items.map(({ data }) => data)),
      overall_count,
      unread: unread.overall_count,
      ...(isFresh ? {} : { stale: true as const }),
    };
  }

  private async named(notes: readonly ImportNoteDocument[]): Promise<ImportNoteView[]> {
    const names = await userNames(
      this.reader,
      notes.map(({ read_by }) => read_by),
    );
    return notes.map(({ is_read: _read, ...note }) => {
      const reader = note.read_by && names.get(note.read_by);
      return { ...note, ...(reader ? { read_by_name: reader } : {}) };
    });
  }
}

@Module({ controllers: [ImportNotesQueries] })
export class ImportNotesQueriesModule {}
