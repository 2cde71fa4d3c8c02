import { useMemo } from 'react';
import type { Accepted } from '#contracts/wire/command';
import { CommentType, type CommentView, itemOf, type LastComment } from '#contracts/items/comments';
import { itemKinds, kindsBy } from '#contracts/items/item-kinds';
import { useLastComments } from './comment-reads.ts';
import { http } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';

const KINDS = kindsBy('audit');
const linkOf = (type: CommentType): string => itemKinds[KINDS[type]].link;

interface Page<T> {
  items: T[];
  overall_count: number;
}

/** An item with the last comment on it. */
export interface Commented {
  id: string;
  last: LastComment;
}

/**
 * The last comment on each item of the patient, with how many on it no doctor has seen (ruling 39), for rows and legends. Read once for
 * the whole screen, however many ask.
 */
export const useComments = (patientId: string) => {
  const { data } = useLastComments(patientId);
  return useMemo(() => {
    const known = new Map<CommentType, Map<string, LastComment>>(CommentType.options.map((type) => [type, new Map()]));
    for (const one of data?.items ?? []) {
      const item = itemOf(one);
      if (item) known.get(item.type)?.set(item.id, one);
    }
    const found = new WeakMap<readonly string[], Commented[]>();
    const search = (type: CommentType, ids: readonly string[]): Commented[] => {
      const byId = known.get(type);
      return byId === undefined || byId.size === 0
        ? []
        : ids.flatMap((id) => {
            const last = byId.get(id);
            return last ? [{ id, last }] : [];
          });
    };
    return {
      byItem: (type: CommentType, id: string): LastComment | undefined => known.get(type)?.get(id),
      /** Those of the items that have comments, in their order; looked for once in the same list of the same type. */
      among: (type: CommentType, ids: readonly string[]): readonly Commented[] => {
        const before = found.get(ids) ?? search(type, ids);
        found.set(ids, before);
        return before;
      },
      unseen: data?.unseen ?? 0,
    };
  }, [data]);
};

/** Every comment on one item, the newest first. */
export const useItemComments = (patientId: string, type: CommentType, id: string) =>
  useLive<Page<CommentView>>(
    ['comments'],
    `/api/comments?${new URLSearchParams({ patient_id: patientId, [linkOf(type)]: id, take: '200' })}`,
    { quiet: true },
  );

export const writeComment = (
  patientId: string,
  type: CommentType,
  id: string,
  comment: string,
  answers: readonly string[],
  commandId: string,
): Promise<Accepted> =>
  http.send<Accepted>(
    'POST',
    '/api/comments',
    { patient_id: patientId, comment, [linkOf(type)]: id, ...(answers.length > 0 ? { answers } : {}) },
    { commandId, quiet: true },
  );

export const markAsRead = (id: string): Promise<Accepted> => http.send<Accepted>('PUT', `/api/comments/${id}`, undefined, { quiet: true });
