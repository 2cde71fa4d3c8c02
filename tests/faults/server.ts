import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { down, ignoreGiven, type Name, pidOf, status, up, variablesOfProduct } from '../engines/servers/servers.js';
import { startChild } from './children.ts';
import { until } from './trial.ts';

/** Variables of the product that name servers, such as ANAMNESIS_EVENT_STORE: what they do not name lies in the data folder. */
export type Addresses = Readonly<Record<string, string>>;

/** A server in a process of its own. */
export interface Server {
  /** Where the product reaches it: the same after each start. */
  addresses: Addresses;
  /** Does nothing to one that has ended. */
  kill(): Promise<void>;
  /** Starts it again on its data and port; does nothing to one that runs. */
  again(): Promise<void>;
  /** It keeps its connections, takes more, and answers nothing. */
  pause(): void;
  resume(): void;
}

/** The servers of one installation. */
export interface Servers {
  each: readonly Server[];
  addresses: Addresses;
  /** Kills them, and removes the data of those that were started for it. */
  end(): Promise<void>;
}

/** How often a server is started whose port a connection of somebody else's has taken while it was away. */
const ATTEMPTS = 3;

const startEventServer = async (data: string): Promise<Server> => {
  let child: ChildProcess | undefined;
  let address = '';
  const isRunning = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;
  const start = async (): Promise<void> => {
    const port = address === '' ? '0' : new URL(address).port;
    const started = startChild('../../services/cli/main.js', ['gateway', '--port', port, '--data', data], { NODE_ENV: 'production' });
    child = started;
    let printed = '';
    for (const stream of [started.stdout!, started.stderr!]) stream.on('data', (text: Buffer) => (printed += text.toString()));
    const ready = (): string | undefined => /ready: (esdb:\S+)/.exec(printed)?.[1];
    await until('the server of events starts', () => ready() !== undefined || !isRunning(), 60);
    if (ready() === undefined) throw new Error(`the server of events did not start:\n${printed}`);
    address = ready()!;
  };
  const again = async (): Promise<void> => {
    for (let attempt = 1; !isRunning(); attempt++) {
      await start().catch((error: Error) => {
        if (attempt === ATTEMPTS || !/listens at port/.test(error.message)) throw error;
      });
    }
  };
  await start();
  return {
    addresses: { ANAMNESIS_EVENT_STORE: address },
    kill: async () => {
      if (!isRunning()) return;
      const ended = once(child!, 'close');
      child!.kill('SIGKILL');
      await ended;
    },
    again,
    pause: () => void child!.kill('SIGSTOP'),
    resume: () => void child!.kill('SIGCONT'),
  };
};

/** A server of events alone, `anamnesis gateway`. @param data its folder */
export const startEventServerAlone = async (data: string): Promise<Servers> => {
  const events = await startEventServer(data);
  return { each: [events], addresses: events.addresses, end: () => events.kill() };
};

const JAVA = ['kafka', 'mongodb'] as const;

/**
 * A server of events, a broker of Kafka and a server of MongoDB's protocol; those that the environment names are left alone.
 * @param data folder of the events
 * @param home folder of the other two, which outlive this process unless somebody ends them
 */
export const startServers = async (data: string, home: string): Promise<Servers> => {
  ignoreGiven();
  const start = async (name: Name): Promise<Server> => {
    await up([name], home);
    const addresses = variablesOfProduct(await status([name], home));
    const signal = (wanted: NodeJS.Signals): void => {
      const pid = pidOf(name, home);
      if (pid === undefined) throw new Error(`${name} has ended by itself`);
      process.kill(pid, wanted);
    };
    return {
      addresses,
      kill: async () => {
        signal('SIGKILL');
        await until(`${name} ends`, () => pidOf(name, home) === undefined);
      },
      again: () => up([name], home),
      pause: () => signal('SIGSTOP'),
      resume: () => signal('SIGCONT'),
    };
  };
  const alone = await startEventServerAlone(data);
  const end = async (): Promise<void> => void (await Promise.all([alone.end(), down(JAVA, home)]));
  try {
    const each = [...alone.each];
    for (const name of JAVA) each.push(await start(name));
    const addresses = Object.assign({}, ...each.map((server) => server.addresses)) as Addresses;
    return { each, addresses, end };
  } catch (error) {
    await end();
    throw error;
  }
};
