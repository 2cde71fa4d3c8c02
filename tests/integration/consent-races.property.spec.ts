import { isDeepStrictEqual } from 'node:util';
import { setImmediate } from 'node:timers/promises';
import fc from '#tests/support/fast-check';
import { followed, kernel, startApplication } from './clinics.ts';
import { type Answer, type DrawnReply, type DrawnStep, Model, type Reply, type Shown, type Step, stepBy } from './consent.model.ts';
import { openWorld } from './consent.world.ts';

startApplication();

/** Turns of the event loop without work after which nothing goes on until a waiting task is released. */
const QUIET_TURNS = 40;

/** While steps race: each command waits before it reads and before it appends, in handlers and in reactions. */
let gate: ((label: string) => Promise<unknown>) | undefined;
let [working, arrived] = [0, 0];

const pass = async <T>(label: string, work: () => Promise<T>): Promise<T> => {
  arrived += 1;
  await gate?.(label);
  working += 1;
  return work().finally(() => (working -= 1));
};

beforeAll(() => {
  const { log, streams } = kernel;
  const [append, transact] = [log.append.bind(log), streams.transact.bind(streams)];
  log.append = (stream, events, ...rest) =>
    pass(`append ${events.map(({ type }) => type).join()} to ${stream}`, () => append(stream, events, ...rest));
  // only the wait is part of the gate: the command itself waits for others again
  streams.transact = async (decider, stream, command, actor, ...rest) => {
    await pass(`${command.type} by ${actor.kind} on ${stream}`, async () => undefined);
    return transact(decider, stream, command, actor, ...rest);
  };
});

const quiet = async (): Promise<void> => {
  for (let [turns, before] = [0, -1]; turns < QUIET_TURNS; turns++) {
    if (working > 0 || arrived !== before) turns = 0;
    before = arrived;
    await setImmediate();
  }
};

/** Performs steps at the same time, and what follows from them. */
type Race = (steps: readonly Step[], act: (step: Step) => Promise<Answer>) => Promise<Answer[]>;

/** The scheduler decides which step begins, and which command reads or appends next. */
const scheduled =
  (scheduler: fc.Scheduler): Race =>
  async (steps, act) => {
    let isOver = false;
    gate = (label) => scheduler.schedule(Promise.resolve(), label);
    const acting = Promise.all(steps.map((step) => pass(step.do, async () => undefined).then(() => act(step))))
      .then(async (answers) => (await followed(), answers))
      .finally(() => (isOver = true));
    acting.catch(() => undefined);
    while (!isOver) {
      await quiet();
      if (scheduler.count() > 0) await scheduler.waitNext(1);
    }
    gate = undefined;
    return acting;
  };

/** The first step waits before it sends this command; the others come in between. */
const heldAt =
  (command: string): Race =>
  async ([first, ...others], act) => {
    let release: (() => void) | undefined;
    const reached = new Promise<void>((resolve) => {
      gate = async (label) => {
        if (!label.startsWith(command)) return;
        resolve();
        await released;
      };
    });
    const released = new Promise<void>((resolve) => (release = resolve));
    const held = act(first!);
    await Promise.race([reached, held]);
    gate = undefined;
    const answers: Answer[] = [];
    for (const step of others) answers.push(await act(step));
    release!();
    answers.unshift(await held);
    await followed();
    return answers;
  };

const permutations = <T>(all: readonly T[]): T[][] =>
  all.length < 2 ? [[...all]] : all.flatMap((one, n) => permutations(all.toSpliced(n, 1)).map((rest) => [one, ...rest]));

type Answered = readonly [Step, Answer];

/**
 * The model after the steps in one order, if the answers are those of that order. Besides, the same reply sent twice at once may be answered as done
 * twice, the link of a mail may be refused once the mail was sent again, and an invitation may be sent while another one of the same is approved: it
 * waits, and connects by its own yes alone.
 */
const inOrder = (before: Model, order: readonly Answered[]): Model | undefined => {
  const after = before.copy();
  const isRight = order.every(([step, answer], n) => {
    const done = order.slice(0, n).flatMap(([other, { isFine }]) => (isFine ? [other] : []));
    const isReplaced = done.some((other) => other.do === 'resend' && 'invitation' in step && other.invitation === step.invitation);
    if (!answer.isFine && isReplaced) return true;
    const isNew = answer.id !== undefined && !after.sent.some(({ id }) => id === answer.id);
    if (isNew && done.some((other) => other.do === 'approve') && !after.copy().step(step, answer)) {
      after.add(step, answer.id!);
      return true;
    }
    return after.step(step, answer) === answer.isFine || (answer.isFine && done.some((other) => isDeepStrictEqual(other, step)));
  });
  return isRight ? after : undefined;
};

/** All that may be so after a race: one model for each order of the steps that gives these answers and is shown so. */
const explained = (before: Model[], round: readonly Answered[], shown: Shown): Model[] => {
  const after = before.flatMap((model) => permutations(round).flatMap((order) => inOrder(model, order) ?? []));
  const right = after.filter((model) => isDeepStrictEqual(model.shown(), shown));
  return [...new Map(right.map((model) => [model.key(), model])).values()];
};

const party = fc.constantFrom('patient' as const, 'clinic' as const, 'sharing-clinic' as const);
/** Two to four steps at the same time, many of them about one invitation. */
const round = fc.nat(5).chain((one) => fc.array(stepBy(party, fc.oneof(fc.constant(one), fc.nat(5))), { minLength: 2, maxLength: 4 }));

const last = (how: Reply, by: DrawnReply['by']): DrawnReply => ({ do: how, by, which: -1 });
/** A record that its patient lets another clinic read, which has not answered. */
const SHARED: DrawnStep[] = [
  { do: 'invite', record: 'pA' },
  last('approve', 'patient'),
  { do: 'share', record: 'pA', clinic: 'C' },
  last('approve', 'patient'),
];
/** What may have been before, in this order: connections of every kind, and invitations that wait. */
const BEFORE: DrawnStep[] = [
  ...SHARED,
  last('approve', 'clinic'),
  { do: 'ask', person: 'p', clinic: 'C' },
  last('approve', 'clinic'),
  { do: 'invite', record: 'pB' },
  last('approve', 'patient'),
  last('reject', 'patient'),
  { do: 'ask', person: 'p', clinic: 'A' },
  { do: 'share', record: 'pA', clinic: 'B' },
];

const print = (all: object): string => JSON.stringify(all, (_, value) => (value instanceof Set ? [...value] : value));

const run = async (first: readonly DrawnStep[], rounds: readonly (readonly DrawnStep[])[], race: Race): Promise<void> => {
  const [model, world] = [new Model(), await openWorld()];
  for (const drawn of first) {
    const step = world.resolve(drawn);
    const answer = await world.act(step);
    await followed();
    expect([step, answer.isFine]).toEqual([step, model.step(step, answer)]);
  }
  let models = [model];
  for (const drawn of rounds) {
    const steps = drawn.map(world.resolve);
    const answers = await race(steps, world.act);
    const shown = await world.shown();
    const round = steps.map((step, n): Answered => [step, answers[n]!]);
    const before = models;
    models = explained(before, round, shown);
    if (models.length === 0) throw new Error(`no order of these steps explains the answers: ${print({ round, shown, before })}`);
  }
};

const reply = (how: Reply, by: DrawnReply['by'], which: number): DrawnReply => ({ do: how, by, which });

it.each<[string, string, DrawnStep[], DrawnStep[][]]>([
  [
    'what is approved, and not connected yet, when all is revoked connects nothing afterwards',
    'ConnectClinic',
    [...SHARED, { do: 'ask', person: 'p', clinic: 'C' }, last('approve', 'clinic')],
    [[reply('approve', 'clinic', 1), reply('cancel', 'patient', 2)]],
  ],
  [
    'what is approved while a revocation takes it back connects nothing afterwards',
    'CancelInvitation by user',
    [...SHARED, { do: 'ask', person: 'p', clinic: 'C' }, last('approve', 'clinic')],
    [[reply('cancel', 'patient', 2), reply('approve', 'clinic', 1)]],
  ],
  [
    'a revocation succeeds also where what it takes back is rejected at the same time',
    'CancelInvitation by user',
    [...SHARED, { do: 'ask', person: 'p', clinic: 'C' }, last('approve', 'clinic')],
    [[reply('cancel', 'patient', 2), reply('reject', 'clinic', 1)]],
  ],
  [
    'what was rejected before it could be taken back connects when it is sent again and approved',
    'CancelInvitation by user',
    [...SHARED.slice(0, 2), { do: 'ask', person: 'p', clinic: 'C' }],
    [[last('cancel', 'patient'), last('reject', 'clinic')], [last('resend', 'patient')], [last('approve', 'clinic')]],
  ],
  [
    'a request that is approved while it is taken back ends like one that was approved before',
    'CancelInvitation by user',
    [...SHARED, last('approve', 'clinic'), { do: 'ask', person: 'p', clinic: 'C' }],
    [[last('cancel', 'patient'), last('approve', 'clinic')]],
  ],
  [
    'a clinic approves nothing that the patient has to approve once more',
    'ApproveInvitation',
    SHARED,
    [[last('approve', 'clinic'), last('reject', 'clinic'), last('resend', 'sharing-clinic')], [last('approve', 'patient')]],
  ],
  [
    'what is sent again while the one that waits is rejected waits',
    'SendInvitation',
    [...SHARED.slice(0, 2), { do: 'ask', person: 'p', clinic: 'C' }],
    [[{ do: 'ask', person: 'p', clinic: 'C' }, last('reject', 'clinic')]],
  ],
])('%s', async (_, command, before, rounds) => run(before, rounds, heldAt(command)));

it('of steps at the same time, in whatever order they read and write: the answers, and what everybody reads then, are those of one after the other', async () => {
  const rounds = fc.array(round, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.subarray(BEFORE), rounds, fc.scheduler(), (before, rounds, scheduler) => run(before, rounds, scheduled(scheduler))),
    { numRuns: 200, endOnFailure: true },
  );
}, 900_000);
