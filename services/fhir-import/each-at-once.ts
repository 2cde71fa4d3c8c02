/** Items of one patient written at the same time: appends are committed together. */
const AT_ONCE = 16;

/**
 * Does the work for all items, some at the same time. After an error no further item is begun; rejects when those in hand have ended.
 * @throws the first error of the work, the signal's reason
 */
export const eachAtOnce = async <T>(items: readonly T[], signal: AbortSignal, work: (item: T) => Promise<void>): Promise<void> => {
  const rest = items.values();
  const errors: unknown[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      try {
        for (const item of rest) {
          signal.throwIfAborted();
          await work(item);
          if (errors.length > 0) return;
        }
      } catch (error) {
        errors.push(error);
      }
    }),
  );
  if (errors.length > 0) throw errors[0];
};
