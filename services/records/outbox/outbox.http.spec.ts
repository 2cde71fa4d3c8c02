import type { Environment } from '#contracts/wire/configuration';
import { aLetter } from '#tests/conformance/mail.conformance';
import { type HttpApp, LOCAL_SECRET, openHttpApp } from '#tests/support/http-app';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { OutboxModule } from './outbox.controller.ts';

const opened: HttpApp[] = [];
const open = async (environment: Environment) => {
  const app = await openHttpApp({ imports: [AccountsModule, OutboxModule] }, { environment });
  opened.push(app);
  await app.mail.send(aLetter({ text: 'https://records.example/verify/1' }));
  return app;
};
const ask = async (app: HttpApp, headers: Record<string, string> = {}) => {
  const { status, body } = await app.http().get('/api/outbox').set(headers);
  return { status, body: body as object };
};
const secret = { 'x-local-secret': LOCAL_SECRET };
const letters = { items: [{ to: 'ada@example.org', text: 'https://records.example/verify/1' }], overall_count: 1 };
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

describe('ruling 21: the outbox', () => {
  it('is shown to who opened the address that the start printed, also through a proxy, and to nobody else', async () => {
    const app = await open('local');
    const proxied = { host: 'clinic.example', 'x-forwarded-for': '203.0.113.7' };
    for (const headers of [secret, { ...secret, ...proxied }])
      expect(await ask(app, headers)).toMatchObject({ status: 200, body: letters });
    const others: Record<string, string>[] = [{}, { 'x-local-secret': '' }, { 'x-local-secret': `${LOCAL_SECRET}x` }, proxied];
    for (const headers of others) {
      const message = expect.stringContaining('open the address that the start printed');
      expect(await ask(app, headers)).toMatchObject({ status: 403, body: { code: 'local-secret', message } });
    }
  });

  it.each(['local', 'development'] as const)(
    'is for signed-in super users alone once there is more than the demonstration, in %s',
    async (environment) => {
      const app = await open(environment);
      const clinic = await app.addClinic();
      const [root, doctor] = [await app.addUser(['SuperUser'], null), await app.addUser(['Doctor'], clinic)];
      expect(await ask(app, await app.bearer(root.username))).toMatchObject({ status: 200, body: letters });
      expect(await ask(app, { ...secret, ...(await app.bearer(doctor.username)) })).toMatchObject({ status: 403 });
      expect(await ask(app, secret)).toMatchObject({ status: 401 });
    },
  );

  it.each(['stage', 'prod'] as const)('is missing in %s, also for super users', async (environment) => {
    const app = await open(environment);
    expect(await ask(app, secret)).toMatchObject({ status: 404 });
  });
});
