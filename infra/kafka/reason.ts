/** Kind of an error of the client: the broker's own name for it if there is one, such as `MESSAGE_TOO_LARGE`, otherwise the error's name. Never its message, which contains addresses. */
export const reasonOf = (error: unknown): string => typeOf(error) ?? (error instanceof Error ? error.name : 'unknown');

const typeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  return 'type' in error && typeof error.type === 'string' ? error.type : typeOf(error.cause);
};
