import type { Problem } from '#web/lib/http.ts';

/** Whether the server judged the code of a link; otherwise the link may still be good. */
export const isJudged = (problem: Problem): boolean => problem.status >= 400 && problem.status < 500 && problem.status !== 429;
