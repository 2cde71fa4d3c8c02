import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { labParameterId } from '#catalogues/lab-parameter';
import type { LabValue } from '#contracts/observations/lab-values';
import type { ObservationSeries } from '#contracts/observations/observations';
import type { Accepted } from '#contracts/wire/command';
import { clinic, DEMO_PASSWORD } from '#services/cli/demo/clinic';
import type { Verification } from '#services/cli/verify';
import type { Story } from './lib/clinic-events.ts';
import { fillWith } from './lib/clinic-fill.ts';
import { compileAll, inProcess } from './lib/compiled.ts';
import { median, quantile, ratio, rounded } from './lib/figures.ts';
import { inFolder, kept } from './lib/folder.ts';
import { HttpUser } from './lib/http-client.ts';
import { numbersIn, type Run } from './lib/options.ts';
import { startProduct } from './lib/product.ts';
import { standing } from './lib/log-fill.ts';
import { machine, print, say, table, verdict } from './lib/report.ts';

/** What a result takes on disk with its documents, roughly. */
const BYTES = 7000;
const READERS = 4;
/** Milliseconds. */
const TURN = 4000;
const BETWEEN = 250;
const LOOKED_AT = 20;

const KEPT = ['Hemoglobin', '718-7', 'g/dL', '12', '17.5'] as const;
const TWIN = 'Hb of the bench';
const others = [
  ['Glucose', '2345-7', 'mg/dL', '70', '99'],
  ['Creatinine', '2160-0', 'mg/dL', '0.6', '1.3'],
  ['Potassium', '2823-3', 'mmol/L', '3.5', '5.1'],
] as const;
const kept_id = labParameterId(KEPT[1], KEPT[0]);
const twin_id = labParameterId(undefined, TWIN);

const valueOf = (n: number, id: string, name: string, [, , unit, min, max]: readonly string[]): LabValue => ({
  ...{ entry_id: `e${n}`, parameter_id: id, name, unit: unit!, min: min!, max: max! },
  value: (Number(min) + ((n * 7919) % 97) / 10).toFixed(1),
});

/** Patients with results of four values; every third patient has the twin in half of them. */
function* clinicOf(patients: number, results: number): Generator<Story> {
  const { organization_id } = clinic;
  for (let p = 0; p < patients; p++) {
    const patient_id = patientOf(p);
    const scope = { organization_id, patient_id };
    const number = `900${String(p).padStart(6, '0')}`;
    const person = {
      ...{ patient_id, organization_id, first_name: 'Ada', last_name: `Bench ${p}`, sex: 'Female', date_of_birth: '1970-01-02T00:00:00' },
      ...{ city_of_birth: 'Springfield', country_of_birth: 'USA', social_security_number: number, agreed_to_research: true },
      ...{ fhir_synchronization_enabled: false, comment: 'New entry' },
    };
    yield { stream: `patient-${patient_id}`, scope, events: [{ type: 'PatientRegistered', data: person }] };
    for (let n = 0; n < results; n++) {
      const lab_result_id = randomUUID();
      const isTwin = p % 3 === 0 && n % 2 === 0;
      const first = isTwin ? valueOf(n, twin_id, TWIN, KEPT) : valueOf(n, kept_id, KEPT[0], KEPT);
      const rest = others.map((one, at) => ({ ...valueOf(n, labParameterId(one[1], one[0]), one[0], one), entry_id: `o${at}` }));
      const day = `20${10 + (n % 15)}-${String(1 + ((n * 7) % 12)).padStart(2, '0')}-${String(1 + ((n * 11) % 28)).padStart(2, '0')}`;
      const data = {
        lab_result_id,
        patient_id,
        collected: `${day}T08:00:00`,
        draft: false,
        parameters: [first, ...rest],
        comment: 'New entry',
      };
      yield { stream: `lab_result-${lab_result_id}`, scope, events: [{ type: 'LabResultRecorded', data: { ...data, origin: 'manual' } }] };
    }
  }
}

const patientOf = (n: number): string => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;

const signedIn = async (url: string, username: string): Promise<HttpUser> => {
  const user = new HttpUser(url);
  await user.signIn(username, DEMO_PASSWORD);
  return user;
};

/** The twin is in the catalogue. */
const known = async (curator: HttpUser): Promise<void> => {
  const { items } = await curator.get<{ items: { id: string }[] }>(`/api/lab-parameters?ids=${twin_id}`);
  if (items.length > 0) return;
  const { position } = await curator.post<Accepted>('/api/lab-parameters', { aliases: [TWIN], unit: KEPT[2] });
  await curator.get(`/api/lab-parameters/${twin_id}?after=${encodeURIComponent(position)}`);
};

/** Resolves once every document of the log is made. */
const ready = async (data: string): Promise<void> => {
  for (;;) {
    const { folded, head } = standing(data);
    if (folded >= head) return;
    await pause(500);
  }
};

/**
 * Merging two lab parameters of a clinic with `--patients` patients and `--results` results, and undoing it, `--rounds` times: until the chart of
 * an open record is right after the next notice, with `--previews` previews, and what others, who read records, notice of it.
 */
export const run = async ({ json, args }: Run): Promise<void> => {
  const { patients, results, previews, rounds } = numbersIn(
    args,
    { patients: 2000, results: 100_000, previews: 100, rounds: 10 },
    { patients: 30, results: 300, previews: 2, rounds: 1 },
  );
  const before = machine();
  await compileAll();
  await inFolder(
    async (folder) => {
      const data = await kept(folder, `catalogue-${patients}-${results}`, async (made) => {
        say(`Filling the log of a clinic with ${results.toLocaleString('en')} results of ${patients.toLocaleString('en')} patients`);
        await fillWith(made, clinicOf(patients, Math.round(results / patients)), (done) => say(`  ${done.toLocaleString('en')}`));
      });
      const product = await startProduct(data, { ANAMNESIS_DEMO: 'on' });
      const curator = await signedIn(product.url, 'admin');
      const doctor = await signedIn(product.url, 'doctor');
      const readers = await Promise.all(Array.from({ length: READERS }, () => signedIn(product.url, 'doctor')));
      const everybody = [curator, doctor, ...readers];
      try {
        await ready(data);
        say('Every document is made');
        await known(curator);
        const measured = await measure(curator, doctor, readers, { patients, previews, rounds });
        everybody.forEach((user) => user.close());
        await product.stop();
        say('Checking every read model against its rebuild');
        const verification = await inProcess<Pick<Verification, 'ok'>>('catalogue.child', data);
        report(json, { ...measured, verified: verification.ok }, { machine: before, patients, results, previews, rounds });
      } finally {
        everybody.forEach((user) => user.close());
        await product.stop();
      }
    },
    { gigabytes: 1 + (results * BYTES) / 1e9 },
  );
};

interface Measured {
  previews: number[];
  merges: number[];
  undos: number[];
  /** Requests of others in a second, without and with the work of the curator. */
  quiet: number[];
  busy: number[];
  wrong_charts: number;
}

const merge = { parameter_ids: [twin_id, kept_id], kept_id };

/** The lines of the two parameters on a chart: how many points each has. */
const linesOf = async (doctor: HttpUser, patient: string, after: string): Promise<[kept: number, twin: number]> => {
  const path = `/api/lab-results/series?patient_id=${patient}&after=${encodeURIComponent(after)}`;
  const { items } = await doctor.get<{ items: ObservationSeries[] }>(path);
  const points = (id: string) => items.filter((one) => one.parameter_id === id).reduce((sum, one) => sum + one.points.length, 0);
  return [points(kept_id), points(twin_id)];
};

const measure = async (
  curator: HttpUser,
  doctor: HttpUser,
  readers: readonly HttpUser[],
  { patients, previews, rounds }: { patients: number; previews: number; rounds: number },
): Promise<Measured> => {
  const measured: Measured = { previews: [], merges: [], undos: [], quiet: [], busy: [], wrong_charts: 0 };
  const patient = (n: number) => patientOf((n * 7907) % patients);
  let isWorking = true;
  let answered = 0;
  const work = readers.map(async (user, at) => {
    for (let n = at; isWorking; n += readers.length) {
      await user.get(`/api/lab-results/series?patient_id=${patient(n)}`);
      answered++;
    }
  });
  const perSecond = async (during: () => Promise<void>): Promise<number> => {
    const [from, start] = [answered, performance.now()];
    await during();
    return (1000 * (answered - from)) / (performance.now() - start);
  };
  const timed = async (times: number[], act: () => Promise<unknown>): Promise<void> => {
    const start = performance.now();
    await act();
    times.push(performance.now() - start);
  };
  const path = `/api/lab-parameters/merge/preview?parameter_ids=${merge.parameter_ids.join()}&kept_id=${kept_id}`;
  const preview = async () => {
    for (let n = 0; n < Math.ceil(previews / rounds); n++) {
      await timed(measured.previews, () => curator.get(path));
      await pause(BETWEEN);
    }
  };
  /** Charts of records with the twin, as they are after a notice. */
  const looked = async (position: string, isRight: (lines: [number, number], before: [number, number]) => boolean, before: Lines) => {
    for (const [id, was] of before) if (!isRight(await linesOf(doctor, id, position), was)) measured.wrong_charts++;
  };
  type Lines = ReadonlyMap<string, [number, number]>;
  const linesBefore = async (): Promise<Lines> => {
    const lines = new Map<string, [number, number]>();
    for (let n = 0; n < LOOKED_AT; n++) lines.set(patientOf((3 * n * 31) % patients), [0, 0]);
    for (const id of lines.keys()) lines.set(id, await linesOf(doctor, id, ''));
    return lines;
  };
  const turn = async (round: number) => {
    measured.quiet.push(await perSecond(() => pause(TURN)));
    const before = await linesBefore();
    measured.busy.push(
      await perSecond(async () => {
        await preview();
        const [first] = before.keys();
        let accepted: Accepted | undefined;
        await timed(measured.merges, async () => {
          accepted = await curator.put<Accepted>('/api/lab-parameters/merge', merge);
          await linesOf(doctor, first!, accepted.position);
        });
        await looked(accepted!.position, ([one, twin], [was, other]) => one === was + other && twin === 0, before);
        const merge_id = accepted!.id;
        await timed(measured.undos, async () => {
          accepted = await curator.put<Accepted>(`/api/lab-parameters/merge/${merge_id}/undo`, {});
          await linesOf(doctor, first!, accepted.position);
        });
        await looked(accepted!.position, ([one, twin], [was, other]) => one === was && twin === other, before);
      }),
    );
    say(`round ${round + 1} of ${rounds}`);
  };
  try {
    for (let round = 0; round < rounds; round++) await turn(round);
  } finally {
    isWorking = false;
    await Promise.all(work);
  }
  return measured;
};

const report = (json: boolean, measured: Measured & { verified: boolean }, about: object): void => {
  const result = {
    preview_p99_ms: rounded(quantile(measured.previews, 0.99)),
    preview_median_ms: rounded(median(measured.previews)),
    merge_ms: rounded(median(measured.merges)),
    undo_ms: rounded(median(measured.undos)),
    /** Of what others read in a second, what is left while a curator works. */
    other_requests_ratio: ratio(median(measured.busy), median(measured.quiet)),
    wrong_charts: measured.wrong_charts,
    verified: measured.verified,
    ...about,
  };
  const rows = [
    { milliseconds: 'a preview, median', figure: result.preview_median_ms },
    { milliseconds: 'a preview, 99 of 100', figure: result.preview_p99_ms },
    { milliseconds: 'a merge until a chart has it', figure: result.merge_ms },
    { milliseconds: 'undoing until a chart has it', figure: result.undo_ms },
  ];
  const text = [
    table(rows),
    '',
    verdict('preview, 99 of 100, in seconds', result.preview_p99_ms / 1000, { atMost: 2 }),
    verdict('what others read meanwhile', result.other_requests_ratio, { atLeast: 0.8 }),
    `${result.wrong_charts} charts were wrong after their notice; projections verify: ${result.verified ? 'clean' : 'NOT clean'}`,
  ];
  print(json, result, text.join('\n'));
};
