import { join } from 'node:path';
import { emmettPostgreSql, emmettSqlite, emmettSqliteKept, type Peer } from './lib/emmett.ts';
import { median, quantile, ratio, rounded } from './lib/figures.ts';
import { hashes, UnkeyedHashes } from '#tests/support/hashes';
import { inFolder } from './lib/folder.ts';
import { numbersIn, type Run } from './lib/options.ts';
import { openOurs } from './lib/ours.ts';
import { PeerMissing } from './lib/peers.ts';
import { RawLog } from './lib/raw-log.ts';
import { machine, print, say, table, verdict } from './lib/report.ts';
import { type Place, SEALED_BYTES } from './lib/sealed-events.ts';
import { inTurns } from './lib/turns.ts';
import { write } from './lib/writers.ts';

const RAW_TRANSACTION = 100;
/** Appends a second, milliseconds from asking to the acknowledgement, and microseconds of processor time for each, of all threads. */
type Figures = { per_second: number; median_ms: number; p99_ms: number; processor_us: number };
type Measure = () => Promise<Figures>;

const appending =
  (writers: number, milliseconds: number, append: (place: Place) => Promise<unknown>): Measure =>
  async () => {
    const before = process.cpuUsage();
    const { per_second, latencies } = await write(writers, milliseconds, append);
    const { user, system } = process.cpuUsage(before);
    return {
      per_second,
      median_ms: median(latencies),
      p99_ms: quantile(latencies, 0.99),
      processor_us: (user + system) / latencies.length,
    };
  };

/** Opens a peer; one that cannot be had is said loudly and left out. */
const present = async (opening: Promise<Peer>, missing: string[]): Promise<Peer | undefined> => {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof PeerMissing)) throw error;
    missing.push(error.message);
    say(`NOT COMPARED: ${error.message}`);
    return undefined;
  }
};

/** @throws PeerMissing also where the server cannot have its files in the folder, such as below one that only root may enter */
const postgreSqlIn = (folder: string): Promise<Peer> =>
  emmettPostgreSql(folder, 32).catch((error: Error) => {
    throw error instanceof PeerMissing ? error : new PeerMissing(`PostgreSQL does not start: ${error.message}`);
  });

/**
 * Durable appends of one event each: the embedded store through its port, against plain inserts and against other event stores.
 * `--seconds` each turn, `--rounds` turns of each.
 */
export const run = async ({ json, args }: Run): Promise<void> => {
  const { rounds, seconds } = numbersIn(args, { rounds: 11, seconds: 1 }, { rounds: 1, seconds: 1 });
  // emmett-sqlite logs SQLITE_BUSY to the standard output, where the figures go
  console.log = console.error;
  await inFolder(
    async (folder) => {
      const [before, missing, milliseconds] = [machine(), [] as string[], seconds * 1000];
      const ours = await openOurs(join(folder, 'ours'));
      const unkeyed = await openOurs(join(folder, 'unkeyed'), new UnkeyedHashes());
      const raw = await RawLog.open(join(folder, 'raw'), hashes);
      const sqlite = await present(emmettSqlite(folder), missing);
      const kept = await present(emmettSqliteKept(folder), missing);
      const postgresql = await present(postgreSqlIn(folder), missing);
      const peers = { emmett_sqlite: sqlite, emmett_sqlite_kept_connection: kept, emmett_postgresql: postgresql };
      const rawMeasure: Measure = async () => ({
        per_second: raw.perSecond(milliseconds, RAW_TRANSACTION),
        median_ms: 0,
        p99_ms: 0,
        processor_us: 0,
      });
      const measured: Record<string, Record<string, Figures>> = {};
      try {
        for (const writers of [1, 32, 128]) {
          const contestants: Record<string, Measure> = {
            anamnesis: appending(writers, milliseconds, ours.append),
            unkeyed_hashes: appending(writers, milliseconds, unkeyed.append),
            anamnesis_sealing: appending(writers, milliseconds, ours.appendPlain),
          };
          if (writers === 128) contestants['raw_limit'] = rawMeasure;
          else {
            for (const [name, peer] of Object.entries(peers)) {
              if (peer) contestants[name] = appending(writers, milliseconds, peer.append);
            }
          }
          measured[writers] = await inTurns(contestants, {
            rounds,
            onRound: (round, name, { per_second }) =>
              say(`${writers} in flight, round ${round}: ${name} ${Math.round(per_second)} a second`),
          });
        }
      } finally {
        await ours.close();
        await unkeyed.close();
        raw.close();
        for (const peer of Object.values(peers)) await peer?.close();
      }
      report(json, measured, missing, { machine: before, rounds, seconds, peers: Object.values(peers).map((peer) => peer?.about) });
    },
    { gigabytes: 4 },
  );
};

const report = (json: boolean, measured: Record<string, Record<string, Figures>>, missing: string[], about: object): void => {
  const perSecond = (writers: number, name: string): number | null => {
    const figures = measured[writers]?.[name];
    return figures ? rounded(figures.per_second) : null;
  };
  const bestPeer = (writers: number): number | null => {
    const names = Object.keys(measured[writers]!).filter((name) => name.startsWith('emmett'));
    const best = Math.max(...names.map((name) => measured[writers]![name]!.per_second));
    return names.length > 0 ? ratio(measured[writers]!['anamnesis']!.per_second, best) : null;
  };
  const ratioRaw = ratio(measured[128]!['anamnesis']!.per_second, measured[128]!['raw_limit']!.per_second);
  const processor = (name: string): number => measured[32]![name]!.processor_us;
  const ratioUnkeyed = ratio(processor('anamnesis'), processor('unkeyed_hashes'));
  const of = (writers: number, names: string[]) => Object.fromEntries(names.map((name) => [name, perSecond(writers, name)]));
  const both = ['anamnesis', 'anamnesis_sealing', 'emmett_sqlite', 'emmett_sqlite_kept_connection', 'emmett_postgresql'];
  const result = {
    writers: {
      1: { ...of(1, both), ratio_best_peer: bestPeer(1) },
      32: { ...of(32, both), ratio_best_peer: bestPeer(32), processor_ratio_unkeyed: ratioUnkeyed },
      128: { ...of(128, ['anamnesis', 'anamnesis_sealing', 'raw_limit']), ratio_raw: ratioRaw },
    },
    missing,
    ...about,
  };
  const rows = Object.entries(measured).flatMap(([writers, contestants]) =>
    Object.entries(contestants).map(([name, { per_second, median_ms, p99_ms, processor_us }]) => ({
      'in flight': Number(writers),
      what: name,
      'a second': rounded(per_second),
      'median ms': median_ms === 0 ? null : rounded(median_ms),
      'p99 ms': p99_ms === 0 ? null : rounded(p99_ms),
      'processor us': processor_us === 0 ? null : rounded(processor_us),
    })),
  );
  const text = [
    `Durable appends of one event, ${SEALED_BYTES} bytes sealed; anamnesis: the embedded store through its port (bytes sealed before);`,
    'unkeyed_hashes: the same with hashes that need no key; anamnesis_sealing: through the log, which checks and seals; raw_limit: plain inserts of the same rows into the same tables through',
    `the same SQLite binding and settings, full sync, ${RAW_TRANSACTION} events a transaction.`,
    ...missing.map((reason) => `NOT COMPARED: ${reason}`),
    '',
    table(rows),
    '',
    verdict('32 in flight, times the best peer', result.writers[32].ratio_best_peer, { atLeast: 3 }),
    verdict('32 in flight, processor time, times that with hashes that need no key', ratioUnkeyed, { atMost: 1.1 }),
    verdict('128 in flight, share of the raw limit', ratioRaw, { atLeast: 0.5 }),
  ];
  print(json, result, text.join('\n'));
};
