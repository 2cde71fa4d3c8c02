import type { LedgerCheck } from '#infra/access-ledger/access-ledger';
import { projections } from '#projections/projections';
import { type ProjectionCheck, verifyProjection } from '#projections/runner/verify';
import type { Kernel } from './kernel.ts';
import { type LogCheck, verifyLog } from './verify-log.ts';

export interface Verification {
  /** Nothing is wrong. */
  ok: boolean;
  log: LogCheck;
  ledger: LedgerCheck;
  projections: ProjectionCheck[];
}

/**
 * Checks everything that can be checked without changing anything: the log, the keys, and every projection against its rebuild in memory.
 * Beside a running server it compares what was there when it began.
 */
export const verifyAll = async (kernel: Kernel, progress: (text: string) => void): Promise<Verification> => {
  progress('Checking the log');
  const log = await verifyLog(kernel);
  progress('Checking the access ledger');
  const ledger = await kernel.ledger.check();
  const checks: ProjectionCheck[] = [];
  for (const projection of projections) {
    progress(`Comparing ${projection.name} with its rebuild`);
    checks.push(await verifyProjection({ log: kernel.log, store: kernel.documents }, projection));
  }
  const ok = [log, ledger, ...checks].every(({ wrong }) => wrong.length === 0);
  return { ok, log, ledger, projections: checks };
};

const NAMED = 20;

const named = (lines: readonly string[]): string[] => [
  ...lines.slice(0, NAMED).map((line) => `  ${line}`),
  ...(lines.length > NAMED ? [`  and ${lines.length - NAMED} more: --json names all`] : []),
];

/** For the person at the terminal. */
export const verificationSaid = ({ ok, log, ledger, projections: checks }: Verification): string =>
  [
    `Log: ${log.events} events in ${log.streams} streams, ${log.erased} erased, chain hash ${log.chain_hash}: ${log.wrong.length === 0 ? 'whole' : 'WRONG'}`,
    ...named(log.wrong),
    ...(log.remarks.length > 0 ? ['  to be looked at:', ...named(log.remarks)] : []),
    `Access ledger: ${ledger.reads} reads in ${ledger.batches} batches: ${ledger.wrong.length === 0 ? 'whole' : 'WRONG'}`,
    ...named(ledger.wrong),
    ...checks.flatMap(({ projection, same, up_to, wrong }) => [
      `${projection}: ${same} documents as their rebuild up to ${up_to || 'the beginning'}${wrong.length === 0 ? '' : ', WRONG:'}`,
      ...named(wrong),
    ]),
    ok ? 'Nothing is wrong' : 'SOMETHING IS WRONG: see docs/operations.md',
  ].join('\n');
