import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import type { MedicalItemView } from '#contracts/medical-items';
import { Access } from '#infra/access/access';
import { isStaff, type UserActor } from '#infra/access/actor';
import { CurrentActor } from '#infra/http/current-actor';
import type { Filter } from '#infra/read-store/read-store';
import { userNames } from '../accounts/users.names.ts';
import { users } from '../accounts/users.projection.ts';
import { type CommentDocument, comments } from '../comments/comments.projection.ts';
import { allComments } from '../comments/comments.reading.ts';
import { lastComments } from '../comments/last-comments.ts';
import { organizationNames } from '../organizations/organizations.names.ts';
import { organizations } from '../organizations/organizations.projection.ts';
import { Reader } from '../runner/reader.ts';
import { type MedicalItemDocument, medicalItems } from './medical-items.projection.ts';

const List = z.object({
  patient_id: z.uuid(),
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(200).default(10),
  /** 'true' lists what was removed instead of what is there. */
  removed: z.enum(['true', 'false']).default('false'),
  after: z.string().optional(),
});

const READ = [medicalItems.name, comments.name, users.name, organizations.name];

@Controller('api/patients')
export class MedicalItemsQueries {
  constructor(
    private readonly reader: Reader,
    private readonly access: Access,
  ) {}

  /** The History of Data Entry: items of every type, newest first, or those that were removed. `removed` counts these, whatever is listed. */
  @Get('history')
  async list(@Query({ schema: List }) { patient_id, skip, take, removed, after }: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    await this.access.patientScope(actor, patient_id);
    const isFresh = await this.reader.caughtUp(READ, after);
    // Drafts are for the staff alone (ruling 24)
    const all: Filter = { patient_id: { eq: patient_id }, ...(isStaff(actor) ? {} : { draft: { eq: false } }) };
    const { items, overall_count } = await this.reader.find<MedicalItemDocument>(medicalItems, {
      filter: { ...all, is_removed: { eq: removed === 'true' } },
      sort: [
        ['date_applies', 'desc'],
        ['recorded_at', 'desc'],
      ],
      skip,
      take,
    });
    const gone = await this.reader.find(medicalItems, { filter: { ...all, is_removed: { eq: true } }, take: 0 });
    return {
      items: await this.views(items.map(({ data }) => data)),
      overall_count,
      removed: gone.overall_count,
      ...(isFresh ? {} : { stale: true }),
    };
  }

  private async views(documents: readonly MedicalItemDocument[]): Promise<MedicalItemView[]> {
    const [names, clinics, said] = await Promise.all([
      userNames(
        this.reader,
        documents.flatMap(({ last_edited_by, removed }) => [last_edited_by, removed?.by]),
      ),
      organizationNames(
        this.reader,
        documents.map(({ organization_id }) => organization_id),
      ),
      this.commentsOn(documents),
    ]);
    return documents.map(({ is_removed: _removed, treatment: _treatment, removed, ...one }) => {
      const [editor, clinic] = [one.last_edited_by && names.get(one.last_edited_by), clinics.get(one.organization_id)];
      const remover = removed?.by ? names.get(removed.by) : undefined;
      const last = said.get(one.id);
      return {
        ...one,
        ...(editor ? { last_edited_by_name: editor } : {}),
        ...(clinic ? { organization_name: clinic.name } : {}),
        ...(removed ? { removed: { ...removed, ...(remover ? { by_name: remover } : {}) } } : {}),
        ...(last ? { comment: last.comment, comment_id: last.id, seen_by_doctor: last.unseen === 0 } : {}),
      };
    });
  }

  private async commentsOn(documents: readonly MedicalItemDocument[]) {
    const ids = documents.map(({ id }) => id);
    const found = ids.length === 0 ? [] : await allComments(this.reader, { item_id: { in: ids } });
    return new Map(lastComments<CommentDocument>(found).map((last) => [last.item_id ?? '', last]));
  }
}
