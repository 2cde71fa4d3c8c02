/**
 * The item changed since the form was opened: nothing was written. HTTP answers 409 with the folded state, so that the form can show
 * both and lose nothing that was typed. `current` holds personal data: it is answered, never logged.
 */
export class Stale extends Error {
  constructor(
    readonly current: unknown,
    /** The version that is current now. */
    readonly version: number,
  ) {
    super('This item was changed since you opened it');
  }
}
