import type { CommentType } from '#contracts/items/comments';
import type { Commenting } from '#web/record/comments/use-commenting.tsx';
import type { LegendItem } from './legend-actions.tsx';

/** The comments on the items of a series: all unseen ones count (ruling 39), and reading begins where one waits. */
export const commentsOf = (
  commenting: Commenting,
  type: CommentType,
  ids: readonly string[],
  of: string,
): Pick<LegendItem, 'comments' | 'onComment' | 'onViewComments'> => {
  // a record has few comments and many items: only those that have one are gone through
  const [latest] = ids;
  const said = commenting.among(type, ids);
  const waiting = (said.find(({ last }) => last.unseen > 0) ?? said[0])?.id;
  return {
    comments: {
      total: said.reduce((sum, { last }) => sum + last.total, 0),
      unseen: said.reduce((sum, { last }) => sum + last.unseen, 0),
    },
    onComment: latest === undefined ? undefined : () => commenting.open({ type, id: latest, of }),
    onViewComments: waiting === undefined ? undefined : () => commenting.open({ type, id: waiting, of }),
  };
};
