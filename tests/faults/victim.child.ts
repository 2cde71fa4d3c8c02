import { readSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '#infra/event-store/decider';
import { Faults, type FaultKind, type FaultPoint } from '#infra/event-store/sqlite/faults';
import { readToken } from '#infra/event-store/position-token';
import type { UserActor } from '#infra/event-store/actor';
import type { Keys } from '#infra/keys/keys';
import { StorageFull } from '#infra/event-store/event-store';
import { isAway } from '#infra/messaging/when-possible';
import type { Reservations } from '#infra/event-store/reservations';
import type { Kernel } from '#services/cli/kernel';
import { LabResultsHandler, HandleLabResult } from '#services/records/lab-results/lab-results.handlers';
import { HandlePatient, PatientsHandler } from '#services/records/patients/patients.handlers';
import { report } from '#services/records/reports/reports.decider';
import type { LabResultCommand } from '#contracts/lab/lab-results';
import type { PatientCommand } from '#contracts/people/patients';
import type { ReportCommand } from '#contracts/reports/reports';
import type { Said } from './book.ts';
import { CLIENTS, lastNameOf, stepOf, type Step } from './load.ts';
import { fileSaying, openFolder, startWork } from './parts.ts';
import type { Addresses } from './server.ts';

/** What a victim is started with. */
export interface Orders {
  data: string;
  servers?: Addresses | undefined;
  organization_id: string;
  user_id: string;
  /** Where each client goes on. */
  next: number[];
  /** Ends or fails where it passes the point for the n-th time. */
  fault?: { point: string; kind: FaultKind; nth: number };
}

// Started by the suite and ended by it: clients work without end, everything that follows from their work follows, and every answer is told.
const orders = JSON.parse(process.argv[2]!) as Orders;
const say = (said: Said): void => void process.stdout.write(`${JSON.stringify(said)}\n`);

const actor: UserActor = {
  kind: 'user',
  user_id: orders.user_id,
  session_id: orders.user_id,
  roles: ['Doctor'],
  organization_id: orders.organization_id,
  patient_ids: [],
  name: 'Ada Quill',
};

const { fault } = orders;
const IO = Object.assign(new Error('disk I/O error by order'), { errcode: 10 });
let passes = 0;
let isNamed = false;
/** Every point that is no point of the log itself: a failing disk fails there until somebody says so, everything else happens once. */
const pass = (point: string): void => {
  if (fault?.point !== point) return;
  passes += 1;
  if (passes < fault.nth || isNamed) return;
  if (fault.kind === 'kill') process.kill(process.pid, 'SIGKILL');
  if (fault.kind === 'kill') readSync(0, Buffer.alloc(1)); // nothing more is done until the signal arrives
  if (fault.kind === 'io') throw IO;
};

/** A full disk stays full however many groups are written before somebody looks. */
const UNTIL_NAMED = 2 ** 31 - 1;
const events = new Faults();
let acknowledged = 0;
const orderOfLog = (): void => {
  const [where, point] = fault?.point.split(' ') ?? [];
  if (where === 'log' && acknowledged === fault!.nth)
    events.order(point as FaultPoint, fault!.kind, fault!.kind === 'full' ? UNTIL_NAMED : 1);
};

/** What the next transaction of the queue is for. */
let purpose: 'publish' | 'end' | undefined;
const kernel = await openFolder(orders.data, {
  servers: orders.servers,
  onFatal: (error) => {
    console.error(`The disk failed under the log of events (${error.message}). Stopping.`);
    process.exit(70);
  },
  faults: {
    events,
    documents: (point, checkpoint = '') => {
      if (acknowledged === 0) return; // what is written at the start is no work yet
      if (checkpoint.startsWith('projection:')) pass(`projection ${point}`);
      if (checkpoint.startsWith('projection:tally')) pass(`tally ${point}`);
      if (checkpoint.startsWith('reaction:read-uploaded-reports')) pass(`reaction ${point}`);
    },
    messaging: (point) => {
      if (purpose !== undefined) pass(`${purpose} ${point}`);
      if (point === 'after-commit') purpose = undefined;
    },
  },
  keys: (keys) => {
    const made = new Set<string>();
    const ensure: Keys['ensure'] = async (...of) => {
      const key = await keys.ensure(...of);
      if (!made.has(of[0])) pass('key made');
      made.add(of[0]);
      return key;
    };
    return overriding(keys, { ensure });
  },
});

function overriding<T extends object>(whole: T, parts: Partial<T>): T {
  return new Proxy(whole, {
    get: (target, name) => {
      const value: unknown = Reflect.get(name in parts ? parts : target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

const atWork = await startWork(
  {
    ...kernel,
    messaging: overriding(kernel.messaging, {
      publish: (messages) => {
        purpose = 'publish';
        return kernel.messaging.publish(messages);
      },
    }),
  },
  {
    around: (reaction) => ({
      ...reaction,
      react: async (...of) => {
        await reaction.react(...of);
        if (reaction.name === 'read-uploaded-reports') pass('reaction done');
      },
    }),
    onJob: (stage) => {
      pass(`job ${stage}`);
      if (stage === 'handled') purpose = 'end';
    },
  },
);

const tellTrouble = async (): Promise<void> => {
  const health = kernel.events.health();
  if (!health.writable) {
    say({ named: `the log takes no appends: ${health.reason}` });
    events.clear();
  }
  for (const { name, waiting } of [...(await atWork.runner.status()), ...atWork.reactionRunner.status()]) {
    if (waiting === undefined) continue;
    say({ named: `${name} waits: ${waiting}` });
    isNamed = true;
  }
};
/** One look after the other: each asks where the log ends, and many at once would be all that a server of events has to do. */
const watch = async (): Promise<never> => {
  for (;;) {
    await tellTrouble().catch(() => undefined);
    await pause(20, undefined, { ref: false });
  }
};
void watch();

const { streams, access, log, sealedFiles }: Kernel = kernel;
const reserve: Reservations['reserve'] = async (...of) => {
  await kernel.reservations.reserve(...of);
  pass('number reserved');
};
const patients = new PatientsHandler(streams, overriding(kernel.reservations, { reserve }), access);
const labResults = new LabResultsHandler(streams, access, log);

const perform = async ({ client, k, command }: Step): Promise<{ version: number; position: string }> => {
  if (/Patient$/.test(command.type)) return patients.execute(new HandlePatient(command as PatientCommand, actor));
  if (/LabResult$/.test(command.type)) return labResults.execute(new HandleLabResult(command as LabResultCommand, actor));
  const upload = command as Extract<ReportCommand, { type: 'UploadReport' }>;
  const { report_id, organization_id } = upload.data;
  const file = fileSaying({ first_name: 'Ada', last_name: lastNameOf(client, k), date_of_birth: '1961-03-09' });
  await sealedFiles.put(`report/${report_id}`, file, `report:${report_id}`);
  return streams.transact(report, `report-${report_id}`, upload, actor, { organization_id });
};

const work = async (client: number): Promise<never> => {
  for (let k = orders.next[client]!; ;) {
    const step = stepOf(client, k, { organization_id: orders.organization_id, reports: true });
    say({ sent: [client, k] });
    try {
      const { version, position } = await perform(step);
      acknowledged += 1;
      say({ done: [client, k, version, readToken(position)!.position] });
      orderOfLog();
    } catch (error) {
      if (error instanceof StorageFull || (orders.servers !== undefined && isAway(error))) {
        say({ waits: [client, k] });
        await pause(20);
        continue;
      }
      if (!(error instanceof Refusal && step.contended)) throw error;
      say({ refused: [client, k, error.code] });
    }
    k += 1;
  }
};
say({ ready: true });
// A command that fails otherwise ends the victim: the suite reads why.
await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
