import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { Id } from '#contracts/wire/primitives';
import { CommentLinks, CommentType, type CommentView, itemOf, type LastComment } from '#contracts/items/comments';
import { fieldsOf } from '#contracts/rules/equal';
import { Access } from '#infra/access/access';
import { isStaffFor, notFound, type UserActor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { CurrentActor } from '#infra/http/current-actor';
import type { Filter } from '#infra/read-store/read-store';
import { userNames } from '../accounts/users.names.ts';
import { users } from '../accounts/users.projection.ts';
import { type MedicalItemDocument, medicalItems } from '../records/medical-items.projection.ts';
import { Reader } from '../runner/reader.ts';
import { changedSince, itemText } from './changed-since.ts';
import { type CommentDocument, comments } from './comments.projection.ts';
import { allComments } from './comments.reading.ts';
import { lastComments } from './last-comments.ts';

const OfPatient = z.object({ patient_id: Id, after: z.string().optional() });
const List = OfPatient.extend({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(200).default(50),
  ...CommentLinks.shape,
});

const READ = [comments.name, medicalItems.name, users.name];

/** Fields of a document that are not answered. */
type Internal = 'item_type' | 'item_id' | 'item_version';

/** Whether a patient sees the item. */
const isShown = (item: MedicalItemDocument | undefined): boolean => item !== undefined && !item.draft && !item.is_removed;

@Controller('api/comments')
export class CommentsQueries {
  constructor(
    readonly reader: Reader,
    private readonly access: Access,
    readonly log: EventLog,
  ) {}

  /** A patient's comments, of one item where one is named; the newest first. `unseen` counts those that no doctor has seen among all of them. */
  @Get()
  async list(@Query({ schema: List }) { patient_id, skip, take, after, ...links }: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    const isFresh = await this.reached(actor, patient_id, after);
    const asked = Object.entries(fieldsOf(CommentLinks)(links)).map(([link, id]) => [link, { eq: id }]);
    const all = await this.readable(actor, patient_id, Object.fromEntries(asked));
    const page = all.toReversed().slice(skip, skip + take);
    return {
      items: await this.named(page, isStaffFor(actor, patient_id)),
      overall_count: all.length,
      unseen: all.filter(({ seen_by_doctor }) => !seen_by_doctor).length,
      ...(isFresh ? {} : { stale: true }),
    };
  }

  /** The last comment on each item of a type, or of 'all', that has any, with how many of all on it no doctor has seen (ruling 39). */
  @Get('last/:type')
  async last(
    @Param('type') type: string,
    @Query({ schema: OfPatient }) { patient_id, after }: z.infer<typeof OfPatient>,
    @CurrentActor() actor: UserActor,
  ): Promise<{ items: LastComment[]; overall_count: number; unseen: number; stale?: true }> {
    const asked = CommentType.safeParse(type).data;
    if (asked === undefined && type !== 'all') throw notFound();
    const isFresh = await this.reached(actor, patient_id, after);
    const last = lastComments(await this.readable(actor, patient_id, asked === undefined ? {} : { item_type: { eq: asked } }));
    return {
      items: await this.withItems(await this.named(last, isStaffFor(actor, patient_id)), isStaffFor(actor, patient_id)),
      overall_count: last.length,
      unseen: last.reduce((sum, { unseen }) => sum + unseen, 0),
      ...(isFresh ? {} : { stale: true as const }),
    };
  }

  private async reached(actor: UserActor, patient_id: string, after: string | undefined): Promise<boolean> {
    await this.access.patientScope(actor, patient_id);
    return this.reader.caughtUp(READ, after);
  }

  /** What the staff wrote about a draft or a removed item stays with the staff (ruling 24, decision 0045). */
  private async readable(actor: UserActor, patient_id: string, which: Filter): Promise<CommentDocument[]> {
    const all = await allComments(this.reader, { patient_id: { eq: patient_id }, ...which });
    if (isStaffFor(actor, patient_id)) return all;
    const about = all.flatMap(({ item_id, by_patient }) => (item_id === null || by_patient ? [] : [item_id]));
    const items = await this.reader.getMany<MedicalItemDocument>(medicalItems, about);
    return all.filter(({ item_id, by_patient }) => by_patient || isShown(items.get(item_id ?? '')));
  }

  /** With what each is about, where its reader may see that. */
  private async withItems(last: readonly LastComment[], isStaff: boolean): Promise<LastComment[]> {
    const ids = last.flatMap((one) => itemOf(one)?.id ?? []);
    const items = await this.reader.getMany<MedicalItemDocument>(medicalItems, ids);
    return last.map((one) => {
      const item = items.get(itemOf(one)?.id ?? '');
      if (!item || !(isStaff || isShown(item))) return one;
      return { ...one, about: itemText(item) };
    });
  }

  /** With the names of who wrote and who read them, and with the item as it was where it is another now. */
  private async named<C extends CommentDocument>(found: readonly C[], isStaff: boolean): Promise<(Omit<C, Internal> & CommentView)[]> {
    const names = await userNames(
      this.reader,
      found.flatMap(({ created_by, read_by }) => [created_by, read_by]),
    );
    const ids = found.flatMap(({ item_id }) => item_id ?? []);
    const changed = await changedSince(this, found, await this.reader.getMany<MedicalItemDocument>(medicalItems, ids), isStaff);
    return found.map(({ item_type: _type, item_id: _id, item_version: _version, ...one }) => {
      const changed_since = changed.get(one.id);
      const [writer, reader] = [one.created_by && names.get(one.created_by), one.read_by && names.get(one.read_by)];
      return {
        ...one,
        ...(writer ? { created_by_name: writer } : {}),
        ...(reader ? { read_by_name: reader } : {}),
        ...(changed_since ? { changed_since } : {}),
      };
    });
  }
}

@Module({ controllers: [CommentsQueries] })
export class CommentsQueriesModule {}
