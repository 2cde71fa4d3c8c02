import { jest } from '@jest/globals';
import { type Running, startServer } from '../support/running.ts';
import { apiAs, PASSWORD } from './api.ts';
import { anamnesis } from './command-line.ts';

jest.setTimeout(300_000);

const NEW = 'seven quiet lamps';

describe('ruling 21: a start where others may reach it', () => {
  let server: Running;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.dispose());

  const start = (env: Record<string, string>) => anamnesis(['start'], { ANAMNESIS_DATA: server.data, PORT: '0', ...env });
  const run = (args: string[], input = '') => anamnesis(args, { ANAMNESIS_DATA: server.data }, input);
  const open = { HOST: '0.0.0.0' };

  it('gives the demonstration to the own machine, and to nobody who comes through a proxy', async () => {
    const configuration = async (headers = {}) => (await fetch(`${server.url}/api/configuration/read`, { headers })).json();
    const prefill = { username: 'admin', password: PASSWORD };
    expect(await configuration()).toMatchObject({ sign_in_prefill: prefill });
    expect(await configuration({ 'X-Forwarded-For': '203.0.113.7' })).not.toHaveProperty('sign_in_prefill');
    const { token } = await apiAs(server.url, 'doctor');
    const ask = (headers = {}) => fetch(`${server.url}/api/token`, { headers: { Authorization: `Bearer ${token}`, ...headers } });
    expect([(await ask()).status, (await ask({ Via: '1.1 proxy' })).status]).toEqual([200, 401]);
  });

  it('is refused while any account has its first password, and says which and what to do', async () => {
    await server.stop();
    for (const env of [open, { ANAMNESIS_ENVIRONMENT: 'stage' }, { ANAMNESIS_ENVIRONMENT: 'development' }]) {
      const { code, out, said } = await start(env);
      expect([code, out]).toEqual([1, '']);
      for (const name of ['admin', 'doctor', 'assistant', 'administrator', 'patient']) {
        expect(said).toContain(`anamnesis user password --username ${name}\n`);
      }
      expect(said).toContain('anamnesis user remove-demonstration');
    }
  });

  it('is refused until the last one is changed or removed', async () => {
    expect(await run(['user', 'password', '--username', 'doctor'], `${NEW}\n`)).toMatchObject({ code: 0 });
    expect(await run(['user', 'remove-demonstration'])).toMatchObject({ code: 0, out: 'Removed assistant, administrator, patient\n' });
    expect(await run(['user', 'remove-demonstration'])).toMatchObject({ code: 0, out: 'There is none\n' });
    expect((await start(open)).said).toMatch(/passwords that everybody knows \(admin\)/);
    expect(await run(['user', 'password', '--username', 'admin'], `${NEW}\n`)).toMatchObject({ code: 0 });
  });

  it('then serves, with no prefilled name and no known password', async () => {
    await server.again({ ...open, ANAMNESIS_ENVIRONMENT: 'stage' });
    expect(server.output()).not.toMatch(/Sign in as[^]*Sign in as/);
    expect(await (await fetch(`${server.url}/api/configuration/read`)).json()).not.toHaveProperty('sign_in_prefill');
    await expect(apiAs(server.url, 'doctor')).rejects.toThrow(/^401/);
    await expect(apiAs(server.url, 'assistant')).rejects.toThrow(/^401/);
    expect((await apiAs(server.url, 'doctor', NEW)).token).toBeDefined();
  });
});
