import type { Mutant } from './stage.ts';

const failpoint = (name: string): string => `nothing is lost or doubled at a failpoint: ${name}`;
const killedWith = (what: string): string =>
  `with ${what}, what was acknowledged outlives kill -9 and standstills of each server, and of all with the product, exactly once and in order`;

/** What somebody could break with a few words, and who has to notice. */
export const mutants: readonly Mutant[] = [
  {
    name: 'acknowledges before the commit',
    changes: [
      {
        file: 'infra/event-store/sqlite/writer.ts',
        from: 'commit(group: readonly Incoming[]):',
        to: 'commit(group: readonly Incoming[], onDecided: (decided: { outcomes: Outcome[]; wrote: number }) => void):',
      },
      {
        file: 'infra/event-store/sqlite/writer.ts',
        from: "      this.faults?.pass('before-commit');\n",
        to: "      onDecided({ outcomes, wrote: this.position > before ? this.position : 0 });\n      this.faults?.pass('before-commit');\n",
      },
      {
        file: 'infra/event-store/sqlite/writer.worker.ts',
        from: "    const { outcomes, wrote } = writer.commit(group);\n    committed = true;\n    faults?.pass('after-commit');\n",
        to: '    writer.commit(group, ({ outcomes, wrote }) => {\n',
      },
      {
        file: 'infra/event-store/sqlite/writer.worker.ts',
        from: "    answer({ kind: 'committed', answers, wrote });\n",
        to: "    answer({ kind: 'committed', answers, wrote });\n    });\n    committed = true;\n    faults?.pass('after-commit');\n",
      },
    ],
    noticed_by: [failpoint('the disk of the log, failing its sync at the commit')],
  },
  {
    name: 'takes a failing disk for a full one, and goes on',
    changes: [{ file: 'infra/data-folder/disk-full.ts', from: '(errcode & 0xff) === FULL', to: '[10, FULL].includes(errcode & 0xff)' }],
    noticed_by: [failpoint('the disk of the log, failing its sync at the commit')],
  },
  {
    name: 'does not wait for the disk',
    changes: [{ file: 'infra/event-store/sqlite/schema.ts', from: 'synchronous = FULL', to: 'synchronous = NORMAL' }],
    noticed_by: [failpoint('a sync of the log that the kernel answers with an error')],
    needsFailingSyncs: true,
  },
  {
    name: 'does not ask whether a command was taken before',
    changes: [
      {
        file: 'infra/event-store/streams.ts',
        from: 'events.filter(({ meta }) => meta.command_id === commandId)',
        to: 'events.filter(() => false)',
      },
    ],
    noticed_by: [failpoint('the log, killed after its commit, before the acknowledgement')],
  },
  {
    name: 'does not check the content hash',
    changes: [
      { file: 'infra/event-store/sqlite/rows.ts', from: 'envelope !== undefined && found.equals(hash)', to: 'envelope !== undefined' },
    ],
    noticed_by: ['a bit of the log that flips is named, or changes nothing that is read'],
  },
  {
    name: 'begins an empty log where one got lost',
    changes: [{ file: 'services/cli/engines.ts', from: 'await holdsAny(keys.list())', to: 'false && (await holdsAny(keys.list()))' }],
    noticed_by: ['a log that was cut or removed is named, and never taken for a shorter or a new one'],
  },
  {
    name: 'gives a reserved number to somebody else',
    changes: [
      {
        file: 'infra/event-store/reservations.ts',
        from: 'if (holder && !(await this.mayTakeOver(kind, value, holder))) throw taken();',
        to: '',
      },
    ],
    noticed_by: [
      'what was acknowledged outlives kill -9 at any moment, exactly once and in order, with its documents, jobs and reservations',
    ],
  },
  {
    name: 'writes the checkpoint of documents before them, in a transaction of its own',
    changes: [
      {
        file: 'infra/read-store/sqlite/changes.ts',
        from: `    this.transaction(() => {
      for (const columns of all) this.put(columns);
      if (mark) this.advance(mark);
`,
        to: `    if (mark) this.transaction(() => this.advance(mark));
    this.transaction(() => {
      for (const columns of all) this.put(columns);
`,
      },
    ],
    noticed_by: [failpoint('documents of every event, killed between them and their checkpoint')],
  },
  {
    name: 'folds an event that it has seen',
    changes: [
      { file: 'projections/runner/folding.ts', from: '  if (doc !== undefined && position <= doc.position) return doc;\n', to: '' },
    ],
    noticed_by: ['events that are delivered again and again are folded once'],
  },
  {
    name: 'keeps documents and jobs that are ahead of the log',
    changes: [{ file: 'services/cli/log-engine.ts', from: 'furthest === BEGINNING || (', to: 'true || (' }],
    noticed_by: [
      'a log of yesterday under documents and jobs of today is noticed, and both follow it',
      'a log of yesterday is noticed even where it grew before the product started',
    ],
  },
  {
    name: 'writes how far a reaction came before its effect',
    changes: [
      {
        file: 'services/reactions/reaction-work.ts',
        from: '    const { parked } = this.follower;\n',
        to: '    await this.keep(position);\n    const { parked } = this.follower;\n',
      },
    ],
    noticed_by: [failpoint('the queue, killed before a job is on disk')],
  },
  {
    name: 'acknowledges a job before it is done',
    changes: [
      {
        file: 'infra/messaging/sqlite/dispatcher.ts',
        from: '    const settle = await this.attempt(member, taken);\n',
        to: '    await this.commit.run(() => this.queue.done(taken));\n    const settle = await this.attempt(member, taken).then(() => () => undefined);\n',
      },
    ],
    noticed_by: [failpoint('a job, killed half-way')],
  },
  {
    name: 'takes a key that is not there for destroyed',
    changes: [
      {
        file: 'infra/keys/stored-keys.ts',
        from: "if (!row) throw new KeysUnavailable('the key store does not know this key id: it may have been restored to an older state');",
        to: "if (!row) return 'destroyed';",
      },
    ],
    noticed_by: ['keys of yesterday under a log of today are missing and named, never taken for destroyed or made again'],
  },
  {
    name: 'lets two processes into one data folder',
    changes: [{ file: 'infra/data-folder/data-folder.ts', from: 'BEGIN EXCLUSIVE', to: 'BEGIN' }],
    noticed_by: ['of several processes on one data folder one works, and the others say whom they met'],
  },
  {
    name: 'does not miss its queue',
    changes: [
      {
        file: 'services/cli/log-engine.ts',
        from: 'furthest <= log.head && (queue === undefined || existsSync(queue))',
        to: 'furthest <= log.head',
      },
    ],
    noticed_by: ['a queue that was taken away is noticed, and its jobs are done'],
  },
  {
    name: 'takes an append that the server of events did not answer for written',
    changes: [
      {
        file: 'infra/event-store/eventstoredb/appends.ts',
        from: '        if (!isPassing(error)) throw error;\n',
        to: "        if (isPassing(error)) return { revision: lastOf(append), position: '0'.repeat(20) };\n        throw error;\n",
      },
    ],
    noticed_by: [killedWith('its events on a server')],
  },
  {
    name: 'takes an event whose key is away for one that cannot be read',
    changes: [{ file: 'infra/following/opened-events.ts', from: 'error instanceof KeysUnavailable || ', to: '' }],
    noticed_by: ['keys of yesterday under a log of today are missing and named, never taken for destroyed or made again'],
  },
  {
    name: 'gives an event up for which the queue took no job',
    changes: [
      {
        file: 'services/reactions/reaction-work.ts',
        from: "throw new Unavailable(error instanceof MessagingUnavailable ? error.message : 'the queue takes nothing', { cause: error });",
        to: 'throw error;',
      },
    ],
    noticed_by: [failpoint('the disk of the queue, failing as a job is published')],
  },
  {
    name: 'writes the checkpoint of documents in MongoDB before them',
    changes: [
      {
        file: 'infra/read-store/mongodb/mongo-read-store.ts',
        from: '    await writeDocuments(this.database, writes);\n',
        to: '    if (checkpoint !== undefined) await this.progress.advance(checkpoint);\n    await new Promise((done) => setTimeout(done, 20));\n    await writeDocuments(this.database, writes);\n',
      },
    ],
    noticed_by: [killedWith('events, read models, files, keys and jobs on servers')],
  },
  {
    name: 'takes a job for published that Kafka did not acknowledge',
    changes: [
      {
        file: 'infra/messaging/kafka/kafka-messaging.ts',
        from: '          await this.sender.send(this.topicName(topic), ofTopic);\n',
        to: '          void this.sender.send(this.topicName(topic), ofTopic).catch(() => undefined);\n',
      },
    ],
    noticed_by: [killedWith('events, read models, files, keys and jobs on servers')],
  },
];
