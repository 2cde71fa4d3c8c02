import { useMemo } from 'react';
import type { Accepted } from '#contracts/command';
import { type CommentType, type CommentView, itemOf, type LastComment, linkOf } from '#contracts/comments';
import { http } from '#web/lib/http.ts';
import { useLive } from '#web/lib/live.ts';

interface Page<T> {
  items: T[];
  overall_count: number;
  unseen: number;
}

const useLast = (type: CommentType, patientId: string) =>
  useLive<Page<LastComment>>(['comments'], `/api/comments/last/${type}?${new URLSearchParams({ patient_id: patientId })}`, { quiet: true });

/**
 * The last comment on each item of the patient, with how many on it no doctor has seen (ruling 39), for rows and legends. Read once for
 * the whole screen, however many ask.
 */
export const useComments = (patientId: string) => {
  const [intake, diagnose, examination, labresult] = [
    useLast('intake', patientId).data,
    useLast('diagnose', patientId).data,
    useLast('examination', patientId).data,
    useLast('labresult', patientId).data,
  ];
  return useMemo(() => {
    const pages = [intake, diagnose, examination, labresult];
    const known = new Map<string, LastComment>();
    for (const one of pages.flatMap((page) => page?.items ?? [])) {
      const item = itemOf(one);
      if (item) known.set(`${item.type} ${item.id}`, one);
    }
    return {
      byItem: (type: CommentType, id: string): LastComment | undefined => known.get(`${type} ${id}`),
      unseen: pages.reduce((sum, page) => sum + (page?.unseen ?? 0), 0),
    };
  }, [intake, diagnose, examination, labresult]);
};

/** Every comment on one item, the newest first. */
export const useItemComments = (patientId: string, type: CommentType, id: string) =>
  useLive<Page<CommentView>>(
    ['comments'],
    `/api/comments?${new URLSearchParams({ patient_id: patientId, [linkOf[type]]: id, take: '200' })}`,
    { quiet: true },
  );

export const writeComment = (patientId: string, type: CommentType, id: string, comment: string, commandId: string): Promise<Accepted> =>
  http.send<Accepted>('POST', '/api/comments', { patient_id: patientId, comment, [linkOf[type]]: id }, { commandId, quiet: true });

export const markAsRead = (id: string): Promise<Accepted> => http.send<Accepted>('PUT', `/api/comments/${id}`, undefined, { quiet: true });
