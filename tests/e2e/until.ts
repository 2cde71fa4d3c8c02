/** How long one step may take, in milliseconds: a bound for machines that others use too, not an expectation. */
export const PATIENCE = 60_000;

/** Asks again and again until there is an answer; fails saying what never came. */
export const until = async <T>(what: string, ask: () => Promise<T | undefined | false>, patience = PATIENCE): Promise<T> => {
  const end = Date.now() + patience;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`It never came to this: ${what}`);
    await new Promise((done) => setTimeout(done, 100));
  }
};
