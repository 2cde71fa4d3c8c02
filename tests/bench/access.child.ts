// The product with a clock on what decides access and on the ledger, which can be switched off. Started by access.bench.ts.
import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from '@nestjs/common';
import { readSettings } from '#infra/config/configuration';
import { ActorGuard } from '#infra/http/actor.guard';
import { createApplication } from '#services/cli/application';
import { openKernel } from '#services/cli/kernel';
import { seedFirstStart } from '#services/cli/seed';
import { Workers } from '#services/cli/workers';
import { clinic } from '#services/cli/demo/clinic';
import { handleAccount, registration } from '#services/records/accounts/accounts.handlers';
import type { ServerFigures } from './access.bench.ts';

const [data, username, password] = process.argv.slice(2) as [string, string, string];
const figures: ServerFigures = { requests: 0, request_ms: 0, decide_ms: 0, note_ms: 0, cpu_ms: 0 };
const reset = () => Object.assign(figures, { requests: 0, request_ms: 0, decide_ms: 0, note_ms: 0, cpu_ms: 0 });
/** Reads: what others write meanwhile is not what is measured. */
const isCounted = ({ method, url }: { method: string; url: string }): boolean => method === 'GET' && url.startsWith('/api');
let before = process.cpuUsage();
let hasLedger = true;

const decide = Reflect.get(ActorGuard.prototype, 'canActivate') as (this: ActorGuard, context: ExecutionContext) => Promise<boolean>;
ActorGuard.prototype.canActivate = async function (this: ActorGuard, context: ExecutionContext) {
  const start = performance.now();
  try {
    return await decide.call(this, context);
  } finally {
    if (isCounted(context.switchToHttp().getRequest<{ method: string; url: string }>())) figures.decide_ms += performance.now() - start;
  }
};

const kernel = await openKernel(readSettings({ ANAMNESIS_DATA: data, ANAMNESIS_DEMO: 'on', ANAMNESIS_RATES: 'off' }), (error) => {
  throw error;
});
const note = kernel.reads.note.bind(kernel.reads);
kernel.reads.note = (...read) => {
  if (!hasLedger) return;
  const start = performance.now();
  note(...read);
  figures.note_ms += performance.now() - start;
};
await seedFirstStart(kernel, () => undefined);
const person = { first_name: 'Ada', last_name: 'Quill', email: 'ada@example.org', phone_number: '+41310000001', occupations: [] };
const doctor = { ...person, username, password, roles: ['Doctor' as const], organization_id: clinic.organization_id };
await handleAccount(kernel, await registration(doctor, randomUUID()), { kind: 'system', part: 'bench' });
const workers = await Workers.start(kernel);
const app = await createApplication(kernel, workers.notices, workers.ocrInstances, 'bench', '');
const fastify = app.getHttpAdapter().getInstance();
fastify.addHook('onResponse', async (request, reply) => {
  if (!isCounted(request)) return;
  figures.requests += 1;
  figures.request_ms += reply.elapsedTime;
});
/** Begins a turn; what the turn before took is answered at its end. */
fastify.post<{ Body: { ledger: boolean } }>('/turn', async ({ body }) => {
  await kernel.reads.flush();
  hasLedger = body.ledger;
  reset();
  before = process.cpuUsage();
  return {};
});
fastify.get('/turn', async () => {
  // what was noted is part of what the turn cost
  await kernel.reads.flush();
  const { user, system } = process.cpuUsage(before);
  return { ...figures, cpu_ms: (user + system) / 1000 };
});
await app.listen(0, '127.0.0.1');
process.stdout.write(`ready: ${await app.getUrl()}\n`);

process.once('SIGTERM', () => {
  void (async () => {
    await workers.notices.stop();
    await app.close();
    await workers.stop();
    await kernel.close();
    process.exit(0);
  })();
});
