import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { appendAtEnd } from '#infra/event-store/append-at-end';
import { Refusal } from '#infra/event-store/decider';
import { Keys, KeysUnavailable } from '#infra/keys/keys';
import { ReadStoreUnavailable } from '#infra/read-store/read-store';
import { Rebuilding } from '#infra/read-store/rebuilding';
import { SqliteMessaging } from '#infra/messaging/sqlite/sqlite-messaging';
import { Alarms } from '#infra/telemetry/alarms';
import { type Notebook, openNotebook, PATIENT } from '#tests/support/notes';
import type { Reaction } from './reaction.ts';
import { ReactionRunner } from './reaction-runner.ts';

describe('decision 3.18: reactions', () => {
  let book: Notebook;
  let messaging: SqliteMessaging;
  let runners: ReactionRunner[];
  let done: string[];
  let alarms: string[];
  let fault: (text: string) => Error | undefined;
  const remember: Reaction = {
    name: 'remember',
    types: ['NoteWritten', 'NoteAdded'],
    react: async (event, _meta, effects) => {
      const error = fault(event.data.text as string);
      if (error) throw error;
      done.push(event.data.text as string);
      await effects.publish([{ topic: 'notes', id: effects.id(), key: event.data.note_id, body: { note_id: event.data.note_id } }]);
    },
  };
  const start = async (log = book.log, reactions = [remember], rest = 2): Promise<ReactionRunner> => {
    const runner = new ReactionRunner({
      log,
      store: book.documents,
      messaging,
      reactions,
      backoff: () => rest,
      alarms: new Alarms((line) => alarms.push(line)),
    });
    runners.push(runner);
    await runner.start();
    return runner;
  };
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  };

  beforeEach(async () => {
    book = await openNotebook();
    messaging = await SqliteMessaging.open({ file: join(book.folder, 'messages.sqlite') });
    runners = [];
    done = [];
    alarms = [];
    fault = () => undefined;
  });
  afterEach(async () => {
    for (const runner of runners) await runner.stop();
    await messaging.close();
    await book.close();
  });

  it('follow events of their types, earlier and later ones, in order', async () => {
    await book.note('NoteWritten', 'a', 'one');
    const runner = await start();
    await book.note('NoteRemoved', 'b', 'ignored');
    await book.note('NoteAdded', 'a', 'two');
    await runner.settled();
    expect(done).toEqual(['one', 'two']);
    expect(runner.status()).toEqual([{ name: 'remember', position: await book.store.head(), retrying: 0, parked: 0, forged: 0 }]);
  });

  it('go on after a restart where they stopped', async () => {
    await book.note('NoteWritten', 'a', 'one');
    const first = await start();
    await first.settled();
    await first.stop();
    await book.note('NoteAdded', 'a', 'two');
    await (await start()).settled();
    expect(done).toEqual(['one', 'two']);
  });

  it('make the same ids each time an event comes, so that a repeated job is published once', async () => {
    const ids: string[][] = [];
    const reaction: Reaction = {
      ...remember,
      react: async (event, meta, effects) => {
        ids.push([effects.id(), effects.id(0), effects.id(1)]);
        await remember.react(event, meta, effects);
        if (ids.length === 1) throw new Error('after the job was published');
      },
    };
    await book.note('NoteWritten', 'a', 'one');
    const runner = await start(book.log, [reaction]);
    await runner.settled();
    await until(() => ids.length === 2 && runner.status()[0]!.retrying === 0);
    expect(ids[0]).toEqual(ids[1]);
    expect(new Set(ids[0]).size).toBe(3);
    const handled: string[] = [];
    await messaging.publish([{ topic: 'notes', id: 'last', key: 'a', body: {} }]);
    await messaging.consume({ topic: 'notes', group: 'test', concurrency: 1, handle: async ({ id }) => void handled.push(id) });
    await until(() => handled.includes('last'));
    expect(handled).toEqual([ids[0]![0], 'last']);
  });

  it('set a failing event aside with the later ones of its stream, while others go on, and try it again', async () => {
    // it fails until the others went on, however long that takes
    fault = (text) => (text === 'poison' && !done.includes('other') ? new Error('of Jane Roe') : undefined);
    await book.note('NoteWritten', 'a', 'poison');
    await book.note('NoteAdded', 'a', 'behind');
    await book.note('NoteWritten', 'b', 'other');
    const runner = await start(book.log, [remember], 100);
    await until(() => done.length === 3);
    expect(done).toEqual(['other', 'poison', 'behind']);
    await until(() => runner.status()[0]!.retrying + runner.status()[0]!.parked === 0);
  });

  it('give up after some tries without stopping the others, keep that over a restart, and try again when asked', async () => {
    fault = (text) => (text === 'poison' ? new RangeError('of Jane Roe') : undefined);
    const first = await start();
    await book.note('NoteWritten', 'a', 'poison');
    await book.note('NoteAdded', 'a', 'behind');
    await first.settled();
    await until(() => done.includes('behind'));
    expect(first.parked('remember')).toMatchObject([{ attempts: 6, state: 'dead', events: [{ type: 'NoteWritten', stream: 'note-a' }] }]);
    expect(JSON.stringify(first.parked('remember'))).not.toContain('Roe');
    await first.stop();
    const second = await start();
    await second.settled();
    const [letter] = second.parked('remember');
    expect(await second.retry('remember', letter!.key)).toBe(false);
    fault = () => undefined;
    expect(await second.retry('remember', letter!.key)).toBe(true);
    expect(second.parked('remember')).toEqual([]);
    expect(done).toEqual(['behind', 'poison']);
  });

  it('give a refused event up at once: it was understood and cannot be done', async () => {
    fault = () => new Refusal('patient-gone', 'This patient was removed: Jane Roe');
    const runner = await start();
    await book.note('NoteWritten', 'a', 'one');
    await runner.settled();
    expect(runner.parked('remember')).toMatchObject([{ attempts: 1, error: 'refused: patient-gone' }]);
  });

  it.each([new ReadStoreUnavailable('away'), new Rebuilding('lab-parameters', 0.5)])(
    'wait while read models that they ask are not there, and give no event up for it: %s',
    async (away) => {
      let tries = 0;
      fault = () => (++tries <= 10 ? away : undefined);
      await book.note('NoteWritten', 'a', 'one');
      const runner = await start();
      await until(() => runner.deadLetters.length > 0 || done.length > 0);
      expect(runner.deadLetters).toEqual([]);
      expect(done).toEqual(['one']);
    },
  );

  it('wait while the keys are unavailable, and leave out what was erased', async () => {
    const erased = '33333333-3333-4333-8333-333333333333';
    await book.note('NoteWritten', 'x', 'secret', { patient_id: erased });
    await book.note('NoteWritten', 'a', 'one');
    await book.keys.destroy(`patient:${erased}`);
    let isDown = true;
    const keys = new Proxy<Keys>(book.keys, {
      get: (target, name) => {
        if (isDown && name === 'open') return () => Promise.reject(new KeysUnavailable('not now'));
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const runner = await start(book.logWith(keys));
    await until(() => runner.status()[0]!.waiting === 'not now');
    isDown = false;
    await runner.settled();
    expect(done).toEqual(['one']);
    expect(runner.status()[0]).toMatchObject({ retrying: 0, parked: 0, forged: 0 });
  });

  it('wait while the queue takes nothing, and give no event up for it', async () => {
    let isBroken = false;
    let tries = 0;
    const failing = (point: string): void => {
      if (!isBroken || point !== 'before-commit') return;
      tries += 1;
      throw new Error('disk I/O error');
    };
    await messaging.close();
    messaging = await SqliteMessaging.open({ file: join(book.folder, 'messages.sqlite'), faults: failing });
    isBroken = true;
    await book.note('NoteWritten', 'a', 'one');
    const runner = await start();
    await until(() => tries > 20);
    expect(runner.status()).toMatchObject([{ retrying: 0, parked: 0, forged: 0, waiting: 'the queue takes nothing' }]);
    isBroken = false;
    await runner.settled();
    const taken: string[] = [];
    await messaging.consume({ topic: 'notes', group: 'g', concurrency: 1, handle: async ({ key }) => void taken.push(key) });
    await until(() => taken.length > 0);
    expect(taken).toEqual(['a']);
    expect(runner.status()).toMatchObject([{ retrying: 0, parked: 0, forged: 0 }]);
  });

  it('give a forged event up at once with an alarm, and go on; a dropped one is gone for good', async () => {
    await book.note('NoteWritten', 'a', 'one');
    for await (const { type, data, metadata } of book.store.readStream('note-a')) {
      await appendAtEnd(book.store, 'note-a', [{ id: randomUUID(), type, data, metadata }]);
    }
    const { position } = await book.note('NoteAdded', 'a', 'two');
    const first = await start();
    await first.settled();
    expect(done).toEqual(['one', 'two']);
    expect(first.status()).toMatchObject([{ position, retrying: 0, parked: 1, forged: 1 }]);
    expect(alarms).toEqual([expect.stringMatching(/^ALARM: the event at position 0*2 of note-a is not what was recorded/)]);
    const [letter] = first.parked('remember');
    expect(await first.retry('remember', letter!.key)).toBe(false);
    expect(first.parked('remember')).toMatchObject([{ attempts: 2 }]);
    await first.drop('remember', letter!.key);
    expect(first.parked('remember')).toEqual([]);
    await first.stop();
    const second = await start();
    await second.settled();
    expect(second.parked('remember')).toEqual([]);
    expect(done).toEqual(['one', 'two']);
  });

  it('stop before an event of a newer release, whether or not it is of their types, and go on there once that runs', async () => {
    await book.note('NoteWritten', 'a', 'one');
    const data = { note_id: 'a', patient_id: PATIENT };
    const context = { command_id: randomUUID(), actor: { system: 'test' }, patient_id: PATIENT };
    await book.newerLog.append('note-a', [{ type: 'NoteStamped', data }], 'any', context);
    await book.note('NoteAdded', 'a', 'two');
    const first = await start();
    await first.settled();
    expect(done).toEqual(['one']);
    expect(first.status()).toMatchObject([
      { retrying: 0, parked: 0, forged: 0, waiting: expect.stringMatching(/newer release at position/) as string },
    ]);
    expect(alarms).toEqual([first.status()[0]!.waiting]);
    await first.stop();
    await (await start(book.newerLog)).settled();
    expect(done).toEqual(['one', 'two']);
  });

  it('are run by whoever started last', async () => {
    const first = await start();
    await book.note('NoteWritten', 'a', 'one');
    await first.settled();
    const second = await start();
    await second.settled();
    await book.note('NoteAdded', 'a', 'two');
    await second.settled();
    await until(() => first.status()[0]!.waiting !== undefined);
    expect(first.status()[0]!.waiting).toBe('another runner has taken over');
    const before = done.length;
    await book.note('NoteAdded', 'a', 'three');
    await second.settled();
    expect(done.slice(before)).toEqual(['three']);
  });
});
