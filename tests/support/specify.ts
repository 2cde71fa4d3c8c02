import fc from '#tests/support/fast-check';
import { type CommandShape, type Decider, type EventShape, Refusal } from '#infra/event-store/decider';

/** Reads a decider's test as a sentence: `given(recorded).when(correct).then(corrected)`, `.thenRefuses('gone')`, `.thenNothing()`. */
export const specify =
  <S, C extends CommandShape, E extends EventShape>(decider: Decider<S, C, E>) =>
  (...history: E[]) => ({
    when: (command: C) => {
      const decide = () => decider.decide(command, stateAfter(decider, history));
      return {
        /** Exactly these events, with this data. */
        // oxlint-disable-next-line unicorn/no-thenable -- a word of the sentence; nobody awaits it
        then: (...events: E[]) => expect(decide()).toEqual(events),
        /** The command was already honoured. */
        thenNothing: () => expect(decide()).toEqual([]),
        /** A refusal with this code and, where given, messages for exactly these fields. */
        thenRefuses: (code: string, fields?: readonly string[]) => {
          const refusal = refusalOf(decide);
          expect(refusal?.code).toBe(code);
          if (fields) expect(Object.keys(refusal?.fields ?? {})).toEqual(fields);
        },
      };
    },
  });

/**
 * Twice is harmless: whatever came before, a command that was just honoured yields nothing when it is decided again.
 * Every decider runs it with an arbitrary of its own commands, all for the same stream.
 */
export const itIsHarmlessTwice = <S, C extends CommandShape, E extends EventShape>(decider: Decider<S, C, E>, commands: fc.Arbitrary<C>) =>
  it('takes any command that is delivered twice only once', () => {
    fc.assert(
      fc.property(fc.array(commands, { minLength: 1, maxLength: 12 }), (sent) => {
        let state = decider.initial;
        for (const command of sent) {
          const decided = decidedOrRefused(decider, command, state);
          if (!decided) continue;
          state = decided.reduce(decider.evolve, state);
          expect(decider.decide(command, state)).toEqual([]);
        }
      }),
    );
  });

export const stateAfter = <S, C extends CommandShape, E extends EventShape>(decider: Decider<S, C, E>, history: readonly E[]): S =>
  history.reduce(decider.evolve, decider.initial);

const refusalOf = (decide: () => unknown): Refusal | undefined => {
  try {
    decide();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

const decidedOrRefused = <S, C extends CommandShape, E extends EventShape>(
  decider: Decider<S, C, E>,
  command: C,
  state: S,
): E[] | undefined => {
  try {
    return decider.decide(command, state);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};
