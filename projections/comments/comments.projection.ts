import { type CommentEvent, CommentLinks, type CommentType, type CommentView, itemOf } from '#contracts/items/comments';
import { editorOf } from '#contracts/wire/envelope';
import { fieldsOf } from '#contracts/rules/equal';
import type { Projection } from '../runner/projection.ts';

export type CommentDocument = Omit<CommentView, 'created_by_name' | 'read_by_name' | 'changed_since'> & {
  item_type: CommentType | null;
  item_id: string | null;
  item_version?: number;
};

const linksOf = fieldsOf(CommentLinks);

/** One document per comment: its words, the item it is about, and who read it when. */
export const comments: Projection<CommentEvent, CommentDocument, 'CommentWritten'> = {
  name: 'comments',
  version: 4,
  key: ({ data }) => data.comment_id,
  create: {
    CommentWritten: ({ data }, meta) => ({
      id: data.comment_id,
      patient_id: data.patient_id,
      organization_id: meta.organization_id ?? '',
      ...linksOf(data),
      item_type: itemOf(data)?.type ?? null,
      item_id: itemOf(data)?.id ?? null,
      ...(data.item_version === undefined ? {} : { item_version: data.item_version }),
      comment: data.comment,
      by_patient: data.by_patient,
      seen_by_doctor: !data.by_patient,
      seen_by_patient: data.by_patient,
      created_by: editorOf(meta),
      created_at: meta.recorded_at,
      read_by: null,
      read_at: null,
      version: meta.revision,
    }),
  },
  apply: {
    CommentRead: (doc, _event, meta) => ({
      ...doc,
      seen_by_doctor: true,
      seen_by_patient: true,
      read_by: editorOf(meta),
      read_at: meta.recorded_at,
      version: meta.revision,
    }),
  },
  indexes: [['patient_id'], ['organization_id', 'seen_by_doctor', 'created_at'], ['patient_id', 'created_at'], ['item_id', 'created_at']],
  erasedWith: { patient: { field: 'patient_id' } },
};
