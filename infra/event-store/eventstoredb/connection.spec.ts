import { StoreUnavailable } from '../event-store.ts';
import { NoAnswer } from './client.ts';
import { Connection, UnusableServer } from './connection.ts';

const failing = (type: string) => Object.assign(new Error('somebody:secret@host'), { type });

describe('a connection', () => {
  const open = () =>
    new Connection({ connectionString: () => ({ dispose: async () => undefined }) }, 'esdb://somebody:secret@host:2113,other?tls=true', {
      answer: 50,
      patience: 200,
    });
  /** How often the work was tried, and what became of it. */
  const attemptsOf = async (connection: Connection, errors: Iterator<unknown>) => {
    let attempts = 0;
    const work = async (): Promise<string> => {
      attempts += 1;
      const { value, done } = errors.next();
      if (done) return 'done';
      throw value;
    };
    const outcome = await connection.patiently(() => connection.call(work)).catch((error: unknown) => error);
    return { attempts, outcome };
  };
  const forEver = function* (error: unknown): Generator<unknown, undefined> {
    for (;;) yield error;
  };

  it.each(['unavailable', 'cancelled', 'deadline-exceeded', 'not-leader', 'unknown'])(
    'tries again what is %s for a moment',
    async (type) => {
      const connection = open();
      expect(await attemptsOf(connection, [failing(type), failing(type)].values())).toEqual({ attempts: 3, outcome: 'done' });
      await connection.close();
    },
  );

  it('tries nothing again that was refused', async () => {
    const connection = open();
    const refused = failing('wrong-expected-version');
    expect(await attemptsOf(connection, forEver(refused))).toEqual({ attempts: 1, outcome: refused });
    const { attempts, outcome } = await attemptsOf(connection, forEver(failing('access-denied')));
    expect([attempts, outcome]).toEqual([1, expect.any(UnusableServer)]);
    await connection.close();
  });

  it('waits for a server that is away once, not anew with each call, until it was there again', async () => {
    const connection = open();
    const away = failing('unavailable');
    const first = await attemptsOf(connection, forEver(away));
    expect(first.outcome).toEqual(new StoreUnavailable('The event store at esdb://host:2113,other does not answer: unavailable'));
    expect(first.attempts).toBeGreaterThan(1);
    expect(await attemptsOf(connection, forEver(away))).toMatchObject({ attempts: 1, outcome: expect.any(StoreUnavailable) as unknown });
    expect(await attemptsOf(connection, [].values())).toEqual({ attempts: 1, outcome: 'done' });
    expect((await attemptsOf(connection, forEver(away))).attempts).toBeGreaterThan(1);
    await connection.close();
  });

  it('gives a call up that is never answered, and all of them when it is closed', async () => {
    const connection = open();
    const never = () => connection.call(() => new Promise<never>(() => undefined));
    await expect(never()).rejects.toThrow(NoAnswer);
    const calls = [never(), connection.patiently(never)];
    const closing = connection.close();
    for (const call of calls) await expect(call).rejects.toThrow('The event store is closed');
    await closing;
    await expect(never()).rejects.toThrow('The event store is closed');
  });
});
