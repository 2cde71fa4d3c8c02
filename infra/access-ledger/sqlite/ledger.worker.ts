import { parentPort, workerData } from 'node:worker_threads';
import { Faults } from '../../event-store/sqlite/faults.ts';
import { LedgerFile } from './ledger-file.ts';
import type { Answer, Ask, LedgerSettings } from './ledger-messages.ts';

const port = parentPort!;
const { file, secret, faults } = workerData as LedgerSettings;
const ledger = new LedgerFile(file, secret, faults && new Faults(faults));

const answer = (ask: Exclude<Ask, { what: 'close' }>): unknown => {
  switch (ask.what) {
    case 'append':
      return ledger.append(ask.batch);
    case 'find':
      return ledger.find(ask.query);
    case 'gaps':
      return ledger.gaps(ask.limit);
    case 'check':
      return ledger.check();
    case 'copy':
      return ledger.copyTo(ask.file);
  }
};

port.on('message', (ask: Ask & { id: number }) => {
  const { id } = ask;
  if (ask.what === 'close') {
    ledger.close();
    port.close();
    return;
  }
  try {
    port.postMessage({ id, value: answer(ask) } satisfies Answer);
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    port.postMessage({ id, fault: { message, errcode } } satisfies Answer);
  }
});
