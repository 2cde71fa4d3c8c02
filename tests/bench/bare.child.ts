// A bare Fastify with one read and one append and nothing else: no session, no access, no sealing, no projections. Started by http.bench.ts.
import { join } from 'node:path';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';
import { labResults } from '#projections/lab-results/lab-results.projection';
import { collectionOf, readBuilds } from '#projections/runner/builds';
import { places, sealedEvent } from './lib/sealed-events.ts';
import { hashesIn } from '#tests/support/hashes';

const data = process.argv[2]!;
const store = await SqliteReadStore.open({ file: join(data, 'documents.sqlite') });
const events = await SqliteEventStore.open({
  folder: join(data, 'events'),
  hashes: await hashesIn(data),
  onFatal: (error) => {
    throw error;
  },
});
const builds = await readBuilds(store, labResults);
const collection = collectionOf(labResults, builds?.serving ?? 1);
const work = places();

const fastify = new FastifyAdapter().getInstance();
fastify.get<{ Querystring: { patient_id: string } }>('/read', async ({ query }) => {
  const { items } = await store.find(collection, {
    filter: { patient_id: { eq: query.patient_id } },
    sort: [
      ['collected', 'desc'],
      ['recorded_at', 'desc'],
    ],
    take: 10,
  });
  return { items: items.map((item) => item.data) };
});
fastify.post('/append', async () => {
  const { stream, revision } = work.next().value;
  return events.append(stream, [sealedEvent(revision)], revision === 0 ? 'no-stream' : { exact: revision - 1 });
});
const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`ready: ${url}\n`);

process.once('SIGTERM', () => {
  void (async () => {
    await fastify.close();
    await events.close();
    await store.close();
    process.exit(0);
  })();
});
