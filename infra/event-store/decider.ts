/** A command: imperative, from a form, a scan or an import. `command_id` is the idempotency key; clock, ids and looked-up facts are in it. */
export interface CommandShape {
  type: string;
  command_id: string;
  data: object;
}

export interface EventShape {
  type: string;
  data: object;
}

/** Pure write-side model of one stream. `evolve` never throws; `decide` answers the events to append (none: already honoured) or throws a Refusal. */
export interface Decider<State, Command extends CommandShape, Event extends EventShape> {
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly decide: (command: Command, state: State) => Event[];
  /** What a form may see of the state, in the form's shape: the answer to a stale command. Default: the state itself. */
  readonly shown?: (state: State) => unknown;
}

/** Messages per field in the specification's words; several for one field in an array. */
export type FieldErrors = Record<string, string[]>;

/** What a field should hold, for programs: a format, a type or a bound in words, or the list of its values. */
export type Expected = string | readonly (string | number | boolean)[];

/**
 * A refusal is not a fault: the command was understood and cannot be done. HTTP answers 422 with the fields, or `status` where given
 * (404 gone, 403 not allowed, 409 taken); a consumer parks its message.
 */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly fields: FieldErrors = {},
    readonly status: 403 | 404 | 409 | 422 | 429 = 422,
    /** By field, where the texts alone do not tell (`expectedByText`). */
    readonly expected: Readonly<Record<string, Expected>> = {},
  ) {
    super(message);
  }
}

/** The answer to everybody whose access depends on unverified events: see `AccessUnverified`. */
export const accessUnverified = (): Refusal =>
  new Refusal(
    'access-unverified',
    'An entry that decides about this access failed verification, so it grants nothing. An administrator has to find out what happened, and decide',
    {},
    403,
  );
