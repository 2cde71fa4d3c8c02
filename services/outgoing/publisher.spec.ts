import { randomUUID } from 'node:crypto';
import { DatabaseSync } from '@photostructure/sqlite';
import { appendAtEnd } from '#infra/event-store/append-at-end';
import type { StoredEvent } from '#infra/event-store/event-store';
import { logFile } from '#infra/event-store/sqlite/schema';
import type { CloudEvent } from '#infra/outgoing/cloud-event';
import { type Destination, keyOf, Outgoing, OutgoingUnavailable } from '#infra/outgoing/outgoing';
import { Alarms } from '#infra/telemetry/alarms';
import { type Notebook, openNotebook, PATIENT } from '#tests/support/notes';
import { Publisher } from './publisher.ts';

/** Keeps published events in memory, and fails when a test says so. */
class Remembered extends Outgoing {
  taken: CloudEvent[] = [];
  destination = 'a';
  failures = 0;
  /** Thrown once, after the events were taken. */
  fault: Error | undefined;
  tooLarge: string[] = [];

  async prepare(): Promise<Destination> {
    if (this.failures-- > 0) throw new OutgoingUnavailable('nobody answers');
    return { id: this.destination, isEmpty: this.taken.length === 0, differences: [] };
  }

  async publish(events: readonly CloudEvent[]): Promise<readonly CloudEvent[]> {
    this.taken.push(...events);
    const { fault } = this;
    this.fault = undefined;
    if (fault) throw fault;
    return events.filter(({ id }) => this.tooLarge.includes(id));
  }

  async close(): Promise<void> {}
}

describe('events for integrators', () => {
  let book: Notebook;
  let outgoing: Remembered;
  let publishers: Publisher[];
  let alarms: string[];
  beforeEach(async () => {
    book = await openNotebook();
    outgoing = new Remembered();
    publishers = [];
    alarms = [];
  });
  afterEach(async () => {
    for (const publisher of publishers) await publisher.stop();
    await book.close();
  });

  const start = async (log = book.log): Promise<Publisher> => {
    const publisher = new Publisher({
      ...{ log, store: book.documents, outgoing, alarms: new Alarms((line) => alarms.push(line)) },
      backoff: () => 2,
    });
    publishers.push(publisher);
    await publisher.start();
    return publisher;
  };
  const logged = async (): Promise<StoredEvent[]> => {
    const events: StoredEvent[] = [];
    for await (const event of book.store.readAll()) events.push(event);
    return events;
  };
  const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  const published = (publisher: Publisher) => until(async () => (await publisher.status())!.lag === 0);
  const feeds = () => outgoing.taken.map(({ feed }) => feed);
  const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

  it('are all events of the log in its order, sealed, with their envelope and without the content hash', async () => {
    await book.note('NoteWritten', 'a', 'Penicillin');
    const publisher = await start();
    await book.note('NoteAdded', 'a', 'Aspirin', { organization_id: randomUUID() });
    await published(publisher);
    const events = await logged();
    expect(ids(outgoing.taken)).toEqual(ids(events));
    const [, { id, metadata, position, content_hash }] = events as [StoredEvent, StoredEvent];
    expect(outgoing.taken[1]).toEqual({
      ...{ specversion: '1.0', id, source: `urn:uuid:${book.store.log_id}`, type: 'NoteAdded', subject: 'note-a' },
      ...{ feed: expect.stringMatching(/^20.*Z$/), time: metadata.recorded_at, position, revision: 1, datacontenttype: 'application/json' },
      data: {
        envelope: metadata,
        open: { note_id: 'a', patient_id: PATIENT },
        sealed: [{ key: metadata.key_ids[0], box: expect.stringMatching(/^[\w+/]+=*$/) }],
      },
    });
    const text = JSON.stringify(outgoing.taken);
    expect(text).not.toMatch(/Penicillin|Aspirin/);
    expect(text).not.toContain(content_hash);
    expect(await publisher.status()).toEqual({ position, lag: 0 });
  });

  it('have the patient as their key, otherwise the stream', async () => {
    await book.note('NoteWritten', 'a', 'text');
    await published(await start());
    const [event] = outgoing.taken as [CloudEvent];
    expect(keyOf(event)).toBe(PATIENT);
    const { patient_id: _, ...envelope } = event.data!.envelope;
    expect(keyOf({ ...event, data: { ...event.data!, envelope } })).toBe('note-a');
  });

  it('go on after a restart where the server had acknowledged them', async () => {
    await book.note('NoteWritten', 'a', 'one');
    const first = await start();
    await published(first);
    await first.stop();
    await book.note('NoteAdded', 'a', 'two');
    await published(await start());
    expect(ids(outgoing.taken)).toEqual(ids(await logged()));
  });

  it('come again where the server took them and failed, none left out', async () => {
    for (let n = 0; n < 5; n++) await book.note('NoteWritten', `${n}`, 'text');
    outgoing.fault = new OutgoingUnavailable('nobody answers');
    const publisher = await start();
    await published(publisher);
    const all = ids(await logged());
    expect(ids(outgoing.taken)).toEqual([...all, ...all]);
    expect(publisher.waiting).toBeUndefined();
  });

  it('wait while the server is unavailable, and the reason is given', async () => {
    await book.note('NoteWritten', 'a', 'one');
    outgoing.failures = Infinity;
    const publisher = await start();
    await until(() => publisher.waiting === 'nobody answers');
    expect(await publisher.status()).toEqual({ position: '', lag: 1, waiting: 'nobody answers' });
    outgoing.failures = 0;
    await published(publisher);
    expect(ids(outgoing.taken)).toEqual(ids(await logged()));
  });

  it('continue in their feed after a restart, and after a failure', async () => {
    await book.note('NoteWritten', 'a', 'one');
    const first = await start();
    await published(first);
    await first.stop();
    outgoing.fault = new OutgoingUnavailable('nobody answers');
    await book.note('NoteAdded', 'a', 'two');
    await published(await start());
    expect(new Set(feeds()).size).toBe(1);
  });

  describe('begin a later feed with all of them', () => {
    let first: Publisher;
    let all: string[];
    beforeEach(async () => {
      for (let n = 0; n < 3; n++) await book.note('NoteWritten', `${n}`, 'text');
      all = ids(await logged());
      first = await start();
      await published(first);
    });
    const again = async (): Promise<void> => {
      const before = feeds().at(-1)!;
      await first.stop();
      const from = outgoing.taken.length;
      await start();
      await until(() => outgoing.taken.length === from + all.length);
      expect(ids(outgoing.taken.slice(from))).toEqual(all);
      expect(
        feeds()
          .slice(from)
          .every((feed) => feed > before),
      ).toBe(true);
    };

    it('for another destination, also one where something else is published, and for a former one', async () => {
      outgoing.destination = 'b';
      await again();
      outgoing.destination = 'a';
      await again();
    });

    it('for a destination that lost everything', async () => {
      const before = feeds().at(-1)!;
      await first.stop();
      outgoing.taken = [];
      await start();
      await until(() => outgoing.taken.length === all.length);
      expect(ids(outgoing.taken)).toEqual(all);
      expect(feeds()[0]! > before).toBe(true);
    });

    it('for an emptied read store', async () => {
      const [former, latter] = [book.documents, await book.openDocuments()];
      book.documents = latter;
      await again();
      await publishers.at(-1)!.stop();
      book.documents = former;
    });

    it('for a log that is another one, or behind the checkpoint', async () => {
      const checkpoint = (await book.documents.checkpoint('outgoing'))!;
      await first.stop();
      await book.documents.write([], { name: 'outgoing', ...checkpoint, position: '9999999999999999' });
      await again();
      await publishers.at(-1)!.stop();
      const setting = (await book.documents.setting('outgoing'))!;
      await book.documents.swap('outgoing', setting, { ...setting, log_id: randomUUID() });
      await again();
    });

    it('where the destination was lost while they were published', async () => {
      const before = feeds().at(-1)!;
      outgoing.fault = new OutgoingUnavailable('nobody answers');
      const forget = outgoing.publish.bind(outgoing);
      outgoing.publish = async (events) => {
        outgoing.publish = forget;
        return forget(events).finally(() => (outgoing.taken = []));
      };
      await book.note('NoteWritten', 'b', 'text');
      await until(() => outgoing.taken.length === 4);
      await published(first);
      expect(ids(outgoing.taken)).toEqual([...all, (await logged()).at(-1)!.id]);
      expect(feeds().every((feed) => feed > before)).toBe(true);
    });
  });

  it('are named where they were published without their data', async () => {
    const { position } = await book.note('NoteWritten', 'a', 'one');
    await book.note('NoteWritten', 'b', 'two');
    outgoing.tooLarge = [(await logged())[0]!.id];
    await published(await start());
    expect(alarms).toEqual([
      `The event at position ${position} of note-a (NoteWritten) is larger than the topic takes: published without its data`,
    ]);
  });

  it('leave out what is not what was recorded, and say so', async () => {
    await book.note('NoteWritten', 'a', 'one');
    const [{ metadata }] = (await logged()) as [StoredEvent];
    const stray = { id: randomUUID(), type: 'NoteAdded', data: Buffer.from('{"text":"Penicillin"}'), metadata };
    const { position: ofStray } = await appendAtEnd(book.store, 'note-a', [stray], 'any');
    const { position: ofForged } = await book.note('NoteAdded', 'a', 'two');
    await book.note('NoteAdded', 'a', 'three');
    const db = new DatabaseSync(logFile(book.folder));
    db.prepare("UPDATE events SET data = CAST(replace(CAST(data AS TEXT), 'note_id', 'mote_id') AS BLOB) WHERE position = ?").run(
      Number(ofForged),
    );
    db.close();
    await published(await start());
    expect(outgoing.taken.map(({ revision }) => revision)).toEqual([0, 3]);
    expect(alarms).toEqual(
      [ofStray, ofForged].map(
        (position) => `ALARM: the event at position ${position} of note-a is not what was recorded: it is not published`,
      ),
    );
  });

  it('stop before an event of a newer release', async () => {
    await book.note('NoteWritten', 'a', 'one');
    const context = { command_id: randomUUID(), actor: { system: 'test' }, patient_id: PATIENT };
    await book.newerLog.append('note-a', [{ type: 'NoteStamped', data: { note_id: 'a', patient_id: PATIENT } }], 'any', context);
    const publisher = await start();
    await until(() => alarms.length > 0);
    expect([outgoing.taken.length, publisher.waiting]).toEqual([1, expect.stringContaining('newer release')]);
    await publisher.stop();
    await published(await start(book.newerLog));
    expect(ids(outgoing.taken)).toEqual(ids(await logged()));
  });

  it('are published by the one that started last', async () => {
    await book.note('NoteWritten', 'a', 'one');
    const former = await start();
    await published(former);
    const latter = await start();
    await published(latter);
    await book.note('NoteAdded', 'a', 'two');
    await until(() => former.waiting === 'another runner has taken over');
    await published(latter);
    expect([...new Set(ids(outgoing.taken))]).toEqual(ids(await logged()));
    expect(latter.waiting).toBeUndefined();
  });
});
