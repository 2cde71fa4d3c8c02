/** The documents asked for are being built for the first time, or after the log was restored: nothing can be shown until that has caught up. */
export class Rebuilding extends Error {
  readonly code = 'rebuilding';

  /** @param progress share of the log that was read, 0 to 1: an estimate */
  constructor(
    readonly projection: string,
    readonly progress: number,
  ) {
    super(`${projection} is being built`);
  }
}
