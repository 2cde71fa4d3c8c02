import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, type Program, startProgram } from './running.ts';

/** The gateway. */
export interface RunningGateway extends Program {
  /** As a client takes it. */
  address: string;
}

/** @param args further arguments of the command. @throws where it did not start, with what it printed */
export const startGatewayProcess = async (args: readonly string[] = []): Promise<RunningGateway> => {
  ensureBuilt();
  const data = await mkdtemp(join(tmpdir(), 'anamnesis-gateway-'));
  const { address, ...program } = await startProgram(data, /Gateway is ready: (esdb:\S+)/, (before) => ({
    args: ['gateway', '--port', /:(\d+)\?/.exec(before)?.[1] ?? '0', '--data', data, ...args],
  }));
  return {
    ...program,
    get address() {
      return address();
    },
  };
};
