import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { startChild } from './children.ts';
import { until } from './trial.ts';

/** A server of events, `anamnesis gateway`, in a process of its own. */
export interface EventServer {
  /** Its connection string: the same after each start. */
  address: string;
  kill(): Promise<void>;
  /** Starts it again on the same log and port. */
  again(): Promise<void>;
}

export const startEventServer = async (data: string): Promise<EventServer> => {
  let child: ChildProcess;
  let address = '';
  const start = async (): Promise<void> => {
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
    get address() {
      return address;
    },
    kill: async () => {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
    again: start,
  };
};
