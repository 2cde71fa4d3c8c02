import type { CommentType } from '#contracts/comments';
import type { Commenting } from '#web/features/comments/use-commenting.tsx';
import type { LegendItem } from './legend-actions.tsx';

/** The comments on the items of a series: all unseen ones count (ruling 39), and reading begins where one waits. */
export const commentsOf = (
  commenting: Commenting,
  type: CommentType,
  ids: readonly string[],
  of: string,
): Pick<LegendItem, 'comments' | 'onComment' | 'onViewComments'> => {
  const said = ids.flatMap((id) => commenting.byItem(type, id) ?? []);
  const [latest] = ids;
  const waiting = ids.find((id) => (commenting.byItem(type, id)?.unseen ?? 0) > 0) ?? ids.find((id) => commenting.byItem(type, id));
  return {
    comments: {
      total: said.reduce((sum, { total }) => sum + total, 0),
      unseen: said.reduce((sum, { unseen }) => sum + unseen, 0),
    },
    onComment: latest === undefined ? undefined : () => commenting.open({ type, id: latest, of }),
    onViewComments: waiting === undefined ? undefined : () => commenting.open({ type, id: waiting, of }),
  };
};
