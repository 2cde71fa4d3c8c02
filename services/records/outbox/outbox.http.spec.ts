import type { Environment } from '#contracts/wire/configuration';
import { aLetter } from '#tests/conformance/mail.conformance';
import { type HttpApp, openHttpApp } from '#tests/support/http-app';
import { OutboxModule } from './outbox.controller.ts';

const opened: HttpApp[] = [];
const ask = async (environment: Environment, headers: Record<string, string> = {}) => {
  const app = await openHttpApp({ imports: [OutboxModule] }, { environment });
  opened.push(app);
  await app.mail.send(aLetter({ text: 'https://records.example/verify/1' }));
  const { status, body } = await app.http().get('/api/outbox').set(headers);
  return { status, body: body as object };
};
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

it.each(['local', 'development'] as const)('shows mails to somebody at this machine in %s', async (environment) => {
  const items = [{ to: 'ada@example.org', text: 'https://records.example/verify/1' }];
  expect(await ask(environment)).toMatchObject({ status: 200, body: { items, overall_count: 1 } });
});

it.each(['stage', 'prod'] as const)('is missing in %s', async (environment) => {
  expect(await ask(environment)).toMatchObject({ status: 404 });
});

it.each([
  ['host', 'clinic.example'],
  ['x-forwarded-for', '10.0.0.1'],
  ['forwarded', 'for=10.0.0.1'],
])('is missing for who comes with %s %s', async (name, value) => {
  expect(await ask('local', { [name]: value })).toMatchObject({ status: 404 });
});
