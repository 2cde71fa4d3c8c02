import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Accepted } from '#contracts/wire/command';
import { READY } from '#tests/support/local-secret';
import { type ClinicUsers, newResult, signInUsers } from './lib/clinic-users.ts';
import { compileAll, compiled } from './lib/compiled.ts';
import { median, quantile, rounded } from './lib/figures.ts';
import { inFolder } from './lib/folder.ts';
import { HttpUser } from './lib/http-client.ts';
import { numbersIn, type Run } from './lib/options.ts';
import { startServer } from './lib/product.ts';
import { machine, print, say, table, verdict } from './lib/report.ts';

/** Sums over a turn, measured in the server. */
export interface ServerFigures {
  requests: number;
  /** From a request's arrival to its answer. */
  request_ms: number;
  /** Within the guard. */
  decide_ms: number;
  /** Putting a read into the ledger's memory. */
  note_ms: number;
  /** Of the whole process, with the thread that writes the ledger. */
  cpu_ms: number;
}

const USERS = 32;
const PATIENTS = 60;
const RESULTS = 10;
/** Milliseconds between what others write. */
const WRITES = 25;

/** Of what the screen of a record asks for when it opens. */
const CALLS = [
  (id: string) => `/api/patients/${id}`,
  (id: string) => `/api/graph-visuals/${id}`,
  (id: string) => `/api/record-looks/${id}`,
  (id: string) => `/api/lab-results?patient_id=${id}`,
  (id: string) => `/api/lab-results/series?patient_id=${id}`,
  (id: string) => `/api/intakes?patient_id=${id}`,
  (id: string) => `/api/intakes/series?patient_id=${id}`,
  (id: string) => `/api/diagnoses?patient_id=${id}`,
  (id: string) => `/api/diagnoses/series?patient_id=${id}`,
  (id: string) => `/api/examinations?patient_id=${id}`,
  (id: string) => `/api/examinations/series?patient_id=${id}`,
  (id: string) => `/api/comments?patient_id=${id}`,
];

/** Nobody works with a password of the demonstration, which costs questions of its own at each request. */
const DOCTOR = { username: 'bench-doctor', password: 'nine loud kettles' };

interface Turn extends ServerFigures {
  /** Median of what the caller waited. */
  caller_ms: number;
}

/** One after the other opens a record, each time another one. */
const opened = function* ({ users }: ClinicUsers, patients: readonly string[]): Generator<() => Promise<unknown>, never> {
  for (let n = 0; ; n++) {
    for (const [at, user] of users.entries()) for (const call of CALLS) yield () => user.get(call(patients[(n + at) % patients.length]!));
  }
};

/**
 * What deciding who may read, and keeping who did, take of a request: records of the demonstration clinic are opened, one request at a
 * time, in short turns with the ledger and without it. `--pairs` turns of each, of `--requests` requests; then `--written` turns while others
 * write results, 40 a second at most.
 */
export const run = async ({ json, args }: Run): Promise<void> => {
  const { pairs, requests, written } = numbersIn(args, { pairs: 30, requests: 240, written: 10 }, { pairs: 1, requests: 24, written: 1 });
  const before = machine();
  await compileAll();
  await inFolder(async (folder) => {
    const server = await startServer([compiled('access.child'), join(folder, 'data'), DOCTOR.username, DOCTOR.password], {}, READY);
    const control = new HttpUser(server.url);
    try {
      const clinic = await signInUsers(server.url, USERS, DOCTOR.username, DOCTOR.password);
      const patients = new Set<string>();
      while (patients.size < PATIENTS) patients.add(clinic.patient());
      for (const id of patients) {
        for (let n = 0; n < RESULTS; n++) await clinic.users[0]!.post<Accepted>('/api/lab-results', newResult(id));
      }
      await reportsRead(clinic.users[0]!);
      const work = opened(clinic, [...patients]);
      const turn = async (ledger: boolean): Promise<Turn> => {
        await control.post('/turn', { ledger });
        const waited: number[] = [];
        for (let n = 0; n < requests; n++) {
          const ask = work.next().value;
          const start = performance.now();
          await ask();
          waited.push(performance.now() - start);
        }
        return { ...(await control.get<ServerFigures>('/turn')), caller_ms: quantile(waited, 0.5) };
      };
      const turns: [on: Turn, off: Turn][] = [];
      for (let pair = 0; pair <= pairs; pair++) {
        // whichever comes first meets what the other left behind
        const isFirst = pair % 2 === 0;
        const first = await turn(isFirst);
        const second = await turn(!isFirst);
        if (pair > 0) turns.push(isFirst ? [first, second] : [second, first]);
        if (pair % 10 === 0) say(`${pair} of ${pairs} pairs`);
      }
      const writer = clinic.users[0]!;
      const busy: Turn[] = [];
      const others = (async () => {
        while (busy.length < written) {
          await writer.post('/api/lab-results', newResult(clinic.patient()));
          await pause(WRITES);
        }
      })();
      while (busy.length < written) busy.push(await turn(true));
      await others;
      clinic.close();
      report(json, turns, busy, { machine: before, pairs, requests, written });
    } finally {
      control.close();
      await server.stop();
    }
  });
};

/** The demonstration's reports are read at the first start: that takes a core, and each page is an event. */
const reportsRead = async (user: HttpUser): Promise<void> => {
  for (;;) {
    const { items } = await user.get<{ items: { status: string }[] }>('/api/ocr');
    if (items.every(({ status }) => status === 'Finished' || status === 'Error')) return;
    await pause(500);
  }
};

const report = (json: boolean, turns: readonly [Turn, Turn][], busy: readonly Turn[], about: object): void => {
  const over = (share: (on: Turn, off: Turn) => number): number => median(turns.map(([on, off]) => share(on, off)));
  const each = (of: (turn: Turn) => number) => ({
    with: rounded(median(turns.map(([on]) => of(on)))),
    without: rounded(median(turns.map(([, off]) => of(off)))),
  });
  const shares = {
    /** Of the time that the server needs for a request. */
    decide_share: rounded(over((on) => on.decide_ms / on.request_ms)),
    /** The same while others write. */
    decide_share_written: rounded(median(busy.map(({ decide_ms, request_ms }) => decide_ms / request_ms))),
    /** What a request takes more, as its caller sees it. */
    ledger_share: rounded(
      Math.max(
        0,
        over((on, off) => (on.caller_ms - off.caller_ms) / on.caller_ms),
      ),
    ),
    /** What noting takes of the server's time for a request. */
    note_share: rounded(over((on) => on.note_ms / on.request_ms)),
    /** What the process needs more, with the thread that writes. */
    ledger_cpu_share: rounded(over((on, off) => (on.cpu_ms - off.cpu_ms) / on.cpu_ms)),
  };
  const rows = [
    { 'milliseconds a request': 'as its caller waits', ...each((turn) => turn.caller_ms) },
    { 'milliseconds a request': 'in the server', ...each((turn) => turn.request_ms / turn.requests) },
    { 'milliseconds a request': 'deciding access', ...each((turn) => turn.decide_ms / turn.requests) },
    { 'milliseconds a request': 'noting the read', ...each((turn) => turn.note_ms / turn.requests) },
    { 'milliseconds a request': 'processor, all threads', ...each((turn) => turn.cpu_ms / turn.requests) },
  ];
  const text = [
    `${USERS} sessions of the demonstration clinic open records, one request at a time; with and without the ledger, in turns.`,
    '',
    table(rows),
    '',
    verdict('share of deciding access', shares.decide_share, { atMost: 0.05 }),
    verdict('share of deciding while others write', shares.decide_share_written, { atMost: 0.05 }),
    verdict('share of the ledger', shares.ledger_share, { atMost: 0.03 }),
  ];
  print(json, { ...shares, milliseconds: rows, ...about }, text.join('\n'));
};
