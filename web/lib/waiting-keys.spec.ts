import fc from '#tests/support/fast-check';
import { due, NO_KEYS, type Readiness, waitWith } from './waiting-keys.ts';

type Step = { does: 'type'; text: string } | { does: 'press' } | { does: 'ask' } | { does: 'answer' | 'fail'; which: number };

/** A list as a screen has it: what is typed, what was asked and answered, in whichever order answers come. */
class List {
  typed = '';
  asked = '';
  waiting = NO_KEYS;
  outstanding: string[] = [];
  answered = new Map<string, 'answered' | 'failed'>();
  /** What was typed whenever a key acted, with the text that the rows were found for. */
  acted: { typed: string; rowsOf: string }[] = [];

  readiness(): Readiness {
    return this.asked === this.typed ? (this.answered.get(this.typed) ?? 'awaited') : 'awaited';
  }

  do(step: Step): void {
    if (step.does === 'type') this.typed = step.text;
    if (step.does === 'press') this.waiting = waitWith(this.waiting, this.typed, 'Enter');
    if (step.does !== 'type' && step.does !== 'answer' && step.does !== 'fail' && this.asked !== this.typed) {
      this.asked = this.typed;
      this.outstanding.push(this.typed);
    }
    if (step.does === 'answer' || step.does === 'fail') {
      const [text] = this.outstanding.splice(step.which % Math.max(1, this.outstanding.length), 1);
      if (text !== undefined) this.answered.set(text, step.does === 'answer' ? 'answered' : 'failed');
    }
    this.settle();
  }

  private settle(): void {
    for (;;) {
      const { key, rest } = due(this.waiting, this.typed, this.readiness());
      const isSettled = rest === this.waiting;
      this.waiting = rest;
      if (key !== undefined) this.acted.push({ typed: this.typed, rowsOf: this.asked });
      if (isSettled) return;
    }
  }
}

const step = fc.oneof(
  fc.record({ does: fc.constant('type' as const), text: fc.constantFrom('no', 'noah', 'kim') }),
  fc.constant({ does: 'press' as const }),
  fc.constant({ does: 'ask' as const }),
  fc.record({ does: fc.constantFrom('answer' as const, 'fail' as const), which: fc.nat(3) }),
);

it('a key acts on nothing but a good answer to what is typed, whatever comes in whichever order', () =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const list = new List();
      for (const one of steps) {
        const before = list.acted.length;
        list.do(one);
        for (const { typed, rowsOf } of list.acted.slice(before)) {
          expect(rowsOf).toBe(typed);
          expect(list.answered.get(typed)).toBe('answered');
        }
      }
      expect(list.acted.length).toBeLessThanOrEqual(steps.filter(({ does }) => does === 'press').length);
    }),
  ));

it('every key that was pressed for what is still typed acts once its answer is there, in any order of answers', () =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), fc.integer({ min: 1, max: 4 }), (steps, presses) => {
      const list = new List();
      for (const one of steps) list.do(one);
      list.do({ does: 'type', text: 'a new text' });
      const before = list.acted.length;
      for (let press = 0; press < presses; press++) list.do({ does: 'press' });
      expect(list.acted.length).toBe(before);
      while (list.outstanding.length > 0) list.do({ does: 'answer', which: 0 });
      expect(list.acted.length).toBe(before + presses);
    }),
  ));

it('keys act in the order in which they were pressed, one after the other', () => {
  const waiting = waitWith(waitWith(NO_KEYS, 'kim', 'ArrowDown'), 'kim', 'Enter');
  const first = due(waiting, 'kim', 'answered');
  expect(first.key).toBe('ArrowDown');
  expect(due(first.rest, 'kim', 'answered')).toEqual({ key: 'Enter', rest: NO_KEYS });
});

it.each([
  ['something else is typed', 'kimb', 'awaited'],
  ['the answer fails', 'kim', 'failed'],
] as const)('a key is forgotten when %s', (_when, typed, readiness) => {
  expect(due(waitWith(NO_KEYS, 'kim', 'Enter'), typed, readiness)).toEqual({ rest: NO_KEYS });
});
