import { randomUUID } from 'node:crypto';
import { handleAccount, passwordReset } from '#services/records/accounts/accounts.handlers';
import { AccountsModule } from '#services/records/accounts/accounts.module';
import { seedAdministrator } from '#services/records/accounts/accounts.seed';
import { type HttpApp, LOCAL_SECRET, openHttpApp } from '#tests/support/http-app';
import type { Environment } from '#contracts/wire/configuration';
import { ConfigurationModule } from './configuration.module.ts';

const opened: HttpApp[] = [];
const open = async (environment: Environment) => {
  const app = await openHttpApp({ imports: [AccountsModule, ConfigurationModule] }, { environment });
  opened.push(app);
  return app;
};
const read = async (app: HttpApp, headers = {}) =>
  (await app.http().get('/api/configuration/read').set(headers).expect(200)).body as object;
const prefill = { sign_in_prefill: { username: 'admin', password: 'anamnesis' } };
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

describe('ruling 21: prefilled credentials', () => {
  const plain = { environment: 'local', versions: { application: '1.2.3', web: '2.9.2' } };
  const secret = { 'x-local-secret': LOCAL_SECRET };

  it('appear to who opened the address that the start printed, exactly until the administrator’s password was changed', async () => {
    const app = await open('local');
    expect(await read(app, secret)).toEqual(plain);
    await seedAdministrator(app);
    for (const _ of [1, 2]) expect(await read(app, secret)).toEqual({ ...plain, ...prefill });
    for (const headers of [{}, { 'x-local-secret': 'another' }])
      expect(await read(app, headers)).toEqual({ ...plain, needs_local_address: true });
    const reset = await passwordReset(app, 'admin', 'seven quiet lamps', randomUUID());
    await handleAccount(app, reset, { kind: 'system', part: 'test' });
    for (const headers of [secret, {}]) expect(await read(app, headers)).toEqual(plain);
  });

  it('appear no longer once there is more than the demonstration', async () => {
    const app = await open('local');
    await seedAdministrator(app);
    await app.addClinic('Demonstration', 'UTC', { kind: 'system', part: 'seed' });
    expect(await read(app, secret)).toMatchObject(prefill);
    await app.addClinic();
    for (const headers of [secret, {}]) expect(await read(app, headers)).toEqual(plain);
  });

  it.each(['development', 'stage', 'prod'] as const)('never appear in %s', async (environment) => {
    const app = await open(environment);
    await seedAdministrator(app);
    for (const headers of [secret, {}]) expect(await read(app, headers)).toEqual({ ...plain, environment });
  });
});

describe('the configuration calls', () => {
  it('serve the choices of forms to everybody, the roles under both names', async () => {
    const app = await open('local');
    const items = async (name: string) =>
      ((await app.http().get(`/api/configuration/${name}`).expect(200)).body as { items: string[] }).items;
    expect(await items('frequencies')).toEqual(['Day', 'Week', 'Month']);
    expect(await items('userRoles')).toEqual(await items('user_roles'));
    expect(await items('patient_sorting_options')).toContain('DateOfBirth');
    expect(await items('entry_types')).toContain('LabResult');
    expect((await app.http().get('/api/configuration/user_roles').expect(200)).body).toMatchObject({ overall_count: 5 });
    await app.http().get('/api/configuration/constructor').expect(404);
  });

  it('tell everybody whether the installation works, and no more', async () => {
    const app = await open('local');
    const { body } = await app.http().get('/api/health').expect(200);
    expect(body).toEqual({ status: 'healthy', writable: true, version: '1.2.3' });
  });
});
