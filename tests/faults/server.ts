import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { startChild } from './children.ts';
import { until } from './trial.ts';

/** Variables of the product that name servers, such as ANAMNESIS_EVENT_STORE: what they do not name lies in the data folder. */
export type Addresses = Readonly<Record<string, string>>;

/** A server in a process of its own. */
export interface Server {
  /** Where the product reaches it: the same after each start. */
  addresses: Addresses;
  kill(): Promise<void>;
  /** Starts it again on its data and port; does nothing to one that runs. */
  again(): Promise<void>;
  /** It keeps its connections, takes more, and answers nothing. */
  pause(): void;
  resume(): void;
}

/** A server of events, `anamnesis gateway`. */
export const startEventServer = async (data: string): Promise<Server> => {
  let child: ChildProcess;
  let address = '';
  const start = async (): Promise<void> => {
    if (address !== '' && child.exitCode === null && child.signalCode === null) return;
    const port = address === '' ? '0' : new URL(address).port;
    child = startChild('../../services/cli/main.js', ['gateway', '--port', port, '--data', data], { NODE_ENV: 'production' });
    let printed = '';
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text: Buffer) => (printed += text.toString()));
    const ready = (): string | undefined => /ready: (esdb:\S+)/.exec(printed)?.[1];
    await until('the server of events starts', () => ready() !== undefined || child.exitCode !== null, 60);
    if (ready() === undefined) throw new Error(`the server of events did not start:\n${printed}`);
    address = ready()!;
  };
  await start();
  return {
    addresses: { ANAMNESIS_EVENT_STORE: address },
    kill: async () => {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
    again: start,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  };
};

/** Servers that are programs of Java: tests/engines/servers/servers.js says more. */
const JAVA = ['kafka', 'mongodb'] as const;

interface JavaServers {
  up: (wanted: readonly string[], home: string) => Promise<void>;
  down: (wanted: readonly string[], home: string) => Promise<void>;
  status: (wanted: readonly string[], home: string) => Promise<Record<string, { variables: Addresses }>>;
  pidOf: (name: string, home: string) => number | undefined;
}
/** No module of TypeScript. */
const javaServers = async (): Promise<JavaServers> =>
  (await import(join(import.meta.dirname, '../engines/servers/servers.js'))) as JavaServers;

/** One server for each engine. */
export interface Servers {
  each: readonly Server[];
  addresses: Addresses;
  /** Kills those of Java, which otherwise outlive this process, and removes their data. */
  end(): Promise<void>;
}

/**
 * A server of events, a broker of Kafka and a server of MongoDB's protocol for one installation.
 * @param data folder of the events
 * @param home folder of those of Java, which whoever started this process ends too
 */
export const startServers = async (data: string, home: string): Promise<Servers> => {
  const { up, down, status, pidOf } = await javaServers();
  const events = await startEventServer(data);
  const start = async (name: string): Promise<Server> => {
    await up([name], home);
    const { variables } = (await status([name], home))[name]!;
    const signal = (wanted: NodeJS.Signals): void => {
      const pid = pidOf(name, home);
      if (pid !== undefined) process.kill(pid, wanted);
    };
    return {
      addresses: Object.fromEntries(Object.entries(variables).filter(([key]) => key.startsWith('ANAMNESIS_') && key !== 'ANAMNESIS_DATA')),
      kill: async () => {
        signal('SIGKILL');
        await until(`${name} ends`, () => pidOf(name, home) === undefined);
      },
      again: () => up([name], home),
      pause: () => signal('SIGSTOP'),
      resume: () => signal('SIGCONT'),
    };
  };
  try {
    const each = [events];
    for (const name of JAVA) each.push(await start(name));
    const addresses = Object.assign({}, ...each.map((server) => server.addresses)) as Addresses;
    return { each, addresses, end: () => down(JAVA, home) };
  } catch (error) {
    await down(JAVA, home);
    throw error;
  }
};
