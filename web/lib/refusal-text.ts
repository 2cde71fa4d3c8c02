import { Problem } from './problem.ts';

/** What a form says of a call that failed, where it shows nothing beside its fields. */
export const refusalText = (cause: unknown): string => {
  if (!(cause instanceof Problem)) return 'The server answered in an unknown way';
  return cause.hasFields ? Object.values(cause.fields).flat().join(', ') : cause.message;
};
