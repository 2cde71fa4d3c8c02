import type { MedicalItemView } from '#contracts/items/medical-items';
import { userNames } from '../accounts/users.names.ts';
import { users } from '../accounts/users.projection.ts';
import { type CommentDocument, comments } from '../comments/comments.projection.ts';
import { allComments } from '../comments/comments.reading.ts';
import { lastComments } from '../comments/last-comments.ts';
import { organizationNames } from '../organizations/organizations.names.ts';
import { organizations } from '../organizations/organizations.projection.ts';
import type { Reader } from '../runner/reader.ts';
import { externalChangeOf } from './external-items.ts';
import { type MedicalItemDocument, medicalItems } from '../records/medical-items.projection.ts';
import type { Since } from './since.ts';

/** What rows of the History of Data Entry are read from. */
export const VIEWED = [medicalItems.name, comments.name, users.name, organizations.name];

/** Rows of the History of Data Entry, with present names and the last comment of each; with `since` also what came from outside after it. */
export const medicalItemViews = async (
  reader: Reader,
  documents: readonly MedicalItemDocument[],
  since?: Since,
): Promise<MedicalItemView[]> => {
  const [names, clinics, said] = await Promise.all([
    userNames(
      reader,
      documents.flatMap(({ last_edited_by, removed }) => [last_edited_by, removed?.by]),
    ),
    organizationNames(
      reader,
      documents.map(({ organization_id }) => organization_id),
    ),
    commentsOn(reader, documents),
  ]);
  return documents.map((document) => {
    const {
      is_removed: _is,
      treatment: _treatment,
      created: _created,
      changed: _changed,
      counted_as: _counted,
      finding: _finding,
      removed,
      ...one
    } = document;
    const [editor, clinic] = [one.last_edited_by && names.get(one.last_edited_by), clinics.get(one.organization_id)];
    const remover = removed?.by ? names.get(removed.by) : undefined;
    const last = said.get(one.id);
    const external_change = since && externalChangeOf(since, document);
    return {
      ...one,
      ...(editor ? { last_edited_by_name: editor } : {}),
      ...(clinic ? { organization_name: clinic.name } : {}),
      ...(removed ? { removed: { ...removed, ...(remover ? { by_name: remover } : {}) } } : {}),
      ...(external_change ? { external_change } : {}),
      ...(last ? { comment: last.comment, comment_id: last.id, seen_by_doctor: last.unseen === 0 } : {}),
    };
  });
};

const commentsOn = async (reader: Reader, documents: readonly MedicalItemDocument[]) => {
  const ids = documents.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await allComments(reader, { item_id: { in: ids } });
  return new Map(lastComments<CommentDocument>(found).map((last) => [last.item_id ?? '', last]));
};
