import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { LabResultView } from '#contracts/lab/lab-results';
import type { PageView, ReportEvent, ReportView } from '#contracts/reports/reports';
import type { Actor } from '#infra/event-store/actor';
import { StorageFull } from '#infra/event-store/event-store';
import { KeysUnavailable } from '#infra/keys/keys';
import { drawn, encryptedPdf, reportBytes, textPdf } from '#services/ocr/fixtures/make-files';
import { type ReadPage, ReadingPool, UnreadableFile } from '#services/ocr/reading-pool';
import { importLabParameters } from '#services/records/lab-parameters/lab-parameters.import';
import { report } from '#services/records/reports/reports.decider';
import { recognition } from '#tests/support/report-events';
import type { SignedIn } from '#tests/support/read-side';
import { openReportApp, type ReportApp } from '#tests/support/report-side';

const SEED: Actor = { kind: 'system', part: 'seed' };
const STARTER = new URL('../../services/records/lab-parameters/starter/lab-parameters-starter-bysex.csv', import.meta.url);
const janet = { first_name: 'Janet', last_name: 'Doeman', date_of_birth: '1961-03-09T00:00:00' };

/** A table of results as a laboratory prints it, 12 points a line. */
const printed = (head: string[], rows: [string, string, string, string][]): string =>
  drawn([
    ...head.map((text, line): [number, number, string] => [50, 780 - 14 * line, text]),
    ...[['Test', 'Result', 'Unit', 'Reference Range'], ...rows].flatMap((cells, line) =>
      cells.map((text, column): [number, number, string] => [[50, 220, 300, 400][column] ?? 0, 700 - 16 * line, text]),
    ),
  ]);
const named = ['Patient: Janet Doeman', 'Date of Birth: 03/09/1961', 'Collected: 08/14/2025'];
const creatinine: [string, string, string, string] = ['Creatinine', '1.08', 'mg/dL', '0.60 - 1.30'];
const sodium: [string, string, string, string] = ['Sodium', '139', 'mmol/L', '135 - 146'];
const potassium: [string, string, string, string] = ['Potassium', '4.1', 'mmol/L', '3.5 - 5.3'];

describe('reading an uploaded report', () => {
  let app: ReportApp;
  let doctor: SignedIn;
  let patient: string;
  const pool = new ReadingPool();
  afterAll(() => pool.close());
  beforeEach(async () => {
    app = await openReportApp();
    const clinic = await app.addClinic();
    doctor = await app.signIn(['Doctor'], clinic);
    await importLabParameters(readFileSync(STARTER), 'starter.csv', app, SEED);
    patient = await app.addPatient(doctor, janet);
    await app.settled();
  });
  afterEach(() => app.close());

  const upload = async (bytes: Uint8Array, fields: Record<string, string> = {}): Promise<string> => {
    const request = app.http().post('/api/ocr').set({ authorization: doctor.authorization, 'idempotency-key': randomUUID() });
    for (const [name, value] of Object.entries(fields)) void request.field(name, value);
    const { body } = await request
      .attach('files', Buffer.from(bytes), { filename: 'report.pdf', contentType: 'application/pdf' })
      .expect(201);
    return (body as { items: { id: string }[] }).items[0]!.id;
  };
  const get = async <T>(path: string): Promise<T> => {
    const { body } = await app.http().get(path).set('authorization', doctor.authorization).expect(200);
    return body as T;
  };
  const file = (id: string) => get<ReportView>(`/api/ocr/${id}`);
  const results = async () => (await get<{ items: LabResultView[] }>(`/api/lab-results?patient_id=${patient}&take=50`)).items;
  const events = async (id: string): Promise<ReportEvent[]> =>
    (await app.events(`report-${id}`)).flatMap((opened) => (opened.kind === 'opened' ? [opened.event as ReportEvent] : []));

  it('rulings 23 and 25: a page of exactly one patient of the clinic is saved as a draft, but for its doubtful rows', async () => {
    await app.startReading(pool);
    const id = await upload(reportBytes('s1_quest'));
    await app.settled();
    expect(await file(id)).toMatchObject({
      status: 'Finished',
      pages: [
        { page_number: 1, status: 'ValidationAdvised', patient_first_name: 'Janet', patient_last_name: 'Doeman', patient_id: patient },
      ],
    });
    const page_id = (await file(id)).pages[0]!.id;
    const page = await get<PageView>(`/api/ocr/pages/${page_id}`);
    const certain = page.recognition!.row_data.filter(({ doubts }) => doubts.length === 0);
    const [result] = await results();
    expect(result).toMatchObject({
      draft: true,
      origin: 'ocr',
      last_edited_by: null,
      collected: '2025-08-14T00:00:00',
      file_id: id,
      page_id,
      comment: 'Read from report.pdf, page 1',
    });
    expect(result!.parameters.map(({ entry_id }) => entry_id)).toEqual(certain.map((row) => row.id));
    expect(result!.parameters.every(({ region }) => region !== undefined)).toBe(true);
    const image = await app.http().get(`/api/files/page/${page_id}`).set('authorization', doctor.authorization).expect(200);
    expect((image.body as Buffer).subarray(1, 4).toString()).toBe('PNG');
  });

  it('document 3: a page without any doubt is done, and says that nobody checked it', async () => {
    await app.startReading(pool);
    const id = await upload(textPdf([printed(named, [creatinine, sodium])]));
    await app.settled();
    expect((await file(id)).pages).toMatchObject([{ status: 'ValidationDone', recognition_rate: 1 }]);
    expect(await results()).toMatchObject([{ draft: true, parameters: [{ value: '1.08' }, { value: '139' }] }]);
    expect(await get<PageView>(`/api/ocr/pages/${(await file(id)).pages[0]!.id}`)).toMatchObject({ validation: null });
  });

  it('ruling 25: nothing is saved for somebody who is not a patient here, nor where two could be meant', async () => {
    await app.startReading(pool);
    const stranger = await upload(reportBytes('s2_labcorp'));
    await app.addPatient(doctor, janet);
    await app.settled();
    const twice = await upload(reportBytes('s1_quest'));
    await app.settled();
    for (const id of [stranger, twice]) {
      expect((await file(id)).pages).toMatchObject([
        { status: 'ValidationRequired', error_message: 'Patient not matched', patient_id: null },
      ]);
    }
    expect(await results()).toEqual([]);
  });

  it('ruling 25: a page that names nobody inherits the patient as a doubt, and saves nothing', async () => {
    await app.startReading(pool);
    const id = await upload(textPdf([printed(named, [creatinine]), printed(['Collected: 08/14/2025'], [potassium, sodium])]));
    await app.settled();
    const { pages } = await file(id);
    expect(pages).toMatchObject([
      { page_number: 1, status: 'ValidationDone', patient_id: patient },
      { page_number: 2, status: 'ValidationRequired', patient_id: patient, patient_last_name: null },
    ]);
    expect(await get<PageView>(`/api/ocr/pages/${pages[1]!.id}`)).toMatchObject({ match: { patient_id: patient, inherited: true } });
    expect(await results()).toMatchObject([{ parameters: [{ name: 'Creatinine' }] }]);
  });

  it('a page that names nobody inherits whoever was chosen before the upload', async () => {
    await app.startReading(pool);
    const id = await upload(textPdf([printed([], [potassium, sodium])]), { patient_id: patient });
    await app.settled();
    const [page] = (await file(id)).pages;
    expect(page).toMatchObject({ status: 'ValidationRequired', patient_id: patient });
    expect(await get<PageView>(`/api/ocr/pages/${page!.id}`)).toMatchObject({ match: { patient_id: patient, inherited: true } });
  });

  it('a file that cannot be read says why on its own report, and the next one is read', async () => {
    await app.startReading(pool);
    const wrong = await upload(encryptedPdf());
    const broken = await upload(reportBytes('s1_quest').slice(0, 20_000));
    const good = await upload(textPdf([printed(named, [creatinine])]));
    await app.settled();
    expect(await file(wrong)).toMatchObject({
      status: 'Error',
      error_message: 'The PDF is protected by a password. Please upload it without one',
    });
    expect(await file(broken)).toMatchObject({ status: 'Error', error_message: 'The file is damaged and cannot be opened' });
    expect(await file(good)).toMatchObject({ status: 'Finished' });
    expect(await app.messaging.deadLetters('ocr', 'reading')).toEqual([]);
  });

  it('decision 3.18: a job that is delivered twice is taken once', async () => {
    await app.startReading(pool);
    const id = await upload(textPdf([printed(named, [creatinine])]));
    await app.settled();
    const before = await events(id);
    const { organization_id } = await file(id);
    await app.messaging.publish([{ topic: 'ocr', id: randomUUID(), key: id, body: { report_id: id, organization_id } }]);
    await app.settled();
    expect(await events(id)).toEqual(before);
    expect(await results()).toHaveLength(1);
  });

  it('document 3: a page is generated, its image added, processed and recognized before it is to be validated', async () => {
    const id = await upload(textPdf([printed(named, [creatinine]), printed(named, [potassium])]));
    const shows = async (...expected: string[]) => {
      const now = async () => (await file(id)).pages.map(({ status }) => status);
      for (let tries = 0; tries < 400 && (await now()).join() !== expected.join(); tries++) await nextTurn();
      expect(await now()).toEqual(expected);
    };
    const stepwise: Pick<ReadingPool, 'read'> = {
      read: async (bytes, { parameters, onPage, onStep }) => {
        const { pages } = await pool.read(bytes, { parameters });
        const [first, second] = pages as [ReadPage, ReadPage];
        onStep?.({ kind: 'opened', pages: 2 });
        await shows('Generated', 'Generated');
        onStep?.({ kind: 'drawn', page: 1, image: Buffer.from('an image') });
        await shows('Empty', 'Generated');
        const page_id = (await file(id)).pages[0]!.id;
        expect(await app.fileNames()).toContain(`page/${page_id}`);
        onStep?.({ kind: 'recognising', page: 1 });
        await shows('Processing', 'Generated');
        expect(await get<PageView>(`/api/ocr/pages/${page_id}`)).toMatchObject({ status: 'Processing', recognition: null, version: 0 });
        onStep?.({ kind: 'laid-out', page: 1 });
        await shows('Recognized', 'Generated');
        onStep?.({ kind: 'drawn', page: 2, image: Buffer.from('another image') });
        await shows('Recognized', 'Empty');
        onPage?.(first);
        await shows('ValidationDone', 'Empty');
        onPage?.(second);
        await shows('ValidationDone', 'ValidationDone');
        return { pages };
      },
    };
    await app.startReading(stepwise as ReadingPool);
    await app.settled();
    expect(await file(id)).toMatchObject({ status: 'Finished' });
    expect(await get<PageView>(`/api/ocr/pages/${(await file(id)).pages[0]!.id}`)).toMatchObject({ version: 1 });
  });

  it('pages that were not reached say so, and are read at another try', async () => {
    const id = await upload(textPdf([printed(named, [creatinine]), printed(named, [potassium])]));
    const breaking: Pick<ReadingPool, 'read'> = {
      read: async (bytes, { onPage, onStep, ...options }) => {
        const { pages } = await pool.read(bytes, options);
        onStep?.({ kind: 'opened', pages: 2 });
        onPage?.(pages[0]!);
        throw new UnreadableFile('took-too-long');
      },
    };
    const stop = await app.startReading(breaking as ReadingPool);
    await app.settled();
    await stop();
    expect(await file(id)).toMatchObject({
      status: 'Error',
      pages: [{ status: 'ValidationDone' }, { status: 'Error', error_message: 'Reading ended before this page' }],
    });
    const { organization_id } = await file(id);
    await app.startReading(pool);
    await app.messaging.publish([{ topic: 'ocr', id: randomUUID(), key: id, body: { report_id: id, organization_id } }]);
    await app.settled();
    expect((await file(id)).pages.map(({ status }) => status)).toEqual(['ValidationDone', 'ValidationDone']);
  });

  it('a program that stops in the middle of reading reads the file when it comes back, however often', async () => {
    const id = await upload(textPdf([printed(named, [creatinine])]));
    for (let stops = 0; stops < 15; stops++) {
      const { asked, close, ...slow } = neverReady();
      const stop = await app.startReading(slow as unknown as ReadingPool);
      await asked;
      close(); // the readers end before whoever waits for them
      await nextTurn();
      await stop();
    }
    expect(await app.messaging.deadLetters('ocr', 'reading')).toEqual([]);
    await app.startReading(pool);
    await app.settled();
    expect((await events(id)).map(({ type }) => type)).toEqual([
      'ReportUploaded',
      'ReadingStarted',
      'PageGenerated',
      'PageRead',
      'ReadingFinished',
    ]);
  });

  it('a report that is removed while it is read leaves no file behind', async () => {
    const id = await upload(textPdf([printed(named, [creatinine]), printed([], [potassium])]));
    await app.startReading(pool, async (report_id, command, actor) => {
      if (command.type === 'RecordReadPage' && command.data.page_number === 2) {
        const removal = { type: 'RemoveReport', command_id: randomUUID(), data: { report_id, comment: 'Twice' } } as const;
        await app.streams.transact(report, `report-${id}`, removal, SEED);
      }
      return app.streams.transact(report, `report-${report_id}`, command, actor);
    });
    await app.settled();
    expect(await app.fileNames()).toEqual([]);
    expect(await results()).toEqual([]);
    expect(await app.messaging.deadLetters('ocr', 'reading')).toEqual([]);
  });

  it('a report waits for keys that are away and for room on the disk, however long, and is read then', async () => {
    const id = await upload(textPdf([printed(named, [creatinine])]));
    let tries = 0;
    const stop = await app.startReading(pool, (report_id, command, actor) => {
      tries += command.type === 'StartReading' ? 1 : 0;
      if (tries <= 15) return Promise.reject(new KeysUnavailable('the key store does not answer'));
      if (tries <= 30) return Promise.reject(new StorageFull('The disk is full: nothing was written'));
      return app.streams.transact(report, `report-${report_id}`, command, actor);
    });
    while (tries <= 30 || (await app.messaging.depth('ocr', 'reading')) > 0) await nextTurn();
    await stop();
    await app.settled();
    expect(await app.messaging.deadLetters('ocr', 'reading')).toEqual([]);
    expect((await events(id)).map(({ type }) => type)).toEqual([
      'ReportUploaded',
      'ReadingStarted',
      'PageGenerated',
      'PageRead',
      'ReadingFinished',
    ]);
  });

  it('a report whose job was given up does not seem to be read for ever', async () => {
    const id = await upload(textPdf([printed(named, [creatinine])]));
    const failing = { read: () => Promise.reject(new Error('the disk is gone')) } as unknown as ReadingPool;
    const stop = await app.startReading(failing, (report_id, command, actor) =>
      command.type === 'FailReading'
        ? Promise.reject(new Error('not just now'))
        : app.streams.transact(report, `report-${report_id}`, command, actor),
    );
    while ((await app.messaging.deadLetters('ocr', 'reading')).length === 0) await nextTurn();
    await stop();
    expect((await events(id)).map(({ type }) => type)).toEqual(['ReportUploaded', 'ReadingStarted']);
    await (
      await app.startReading(failing)
    )();
    await app.settled();
    expect(await file(id)).toMatchObject({ status: 'Error', error_message: 'The file could not be read. Please try to upload it again' });
  });

  it('a report with a page of more than can be saved says so, and is not tried again', async () => {
    const id = await upload(textPdf([printed(named, [creatinine])]));
    const rows = Array.from({ length: 2000 }, (_, n) => ({ ...recognition.row_data[0]!, id: `row-${n}` }));
    let tries = 0;
    const read: ReadingPool['read'] = async (_file, { onPage, onStep }) => {
      tries += 1;
      onStep?.({ kind: 'opened', pages: 1 });
      onPage?.({ ...recognition, row_data: rows, image: new Uint8Array() });
      return { pages: [] };
    };
    await app.startReading({ read } as unknown as ReadingPool);
    await app.settled();
    expect(await file(id)).toMatchObject({
      status: 'Error',
      error_message: expect.stringMatching(/more rows than can be saved/) as string,
    });
    expect(tries).toBe(1);
    expect(await app.messaging.deadLetters('ocr', 'reading')).toEqual([]);
  });

  it('a report that is tried again says a second time that it could not be read, and reads a page that failed before', async () => {
    const id = await upload(textPdf([printed(named, [creatinine]), printed([], [])]));
    const failing = { read: () => Promise.reject(new UnreadableFile('broken')) } as unknown as ReadingPool;
    const again = async (reader: ReadingPool) => {
      const stop = await app.startReading(reader);
      await app.settled();
      await stop();
      const { status, pages, organization_id } = await file(id);
      await app.messaging.publish([{ topic: 'ocr', id: randomUUID(), key: id, body: { report_id: id, organization_id } }]);
      return [status, pages.map((page) => page.status)];
    };
    const unread: ReadingPool['read'] = async (_file, { onPage, onStep }) => {
      onStep?.({ kind: 'opened', pages: 2 });
      onPage?.({ ...recognition, row_data: [], image: new Uint8Array(), error_message: 'Not readable' });
      return Promise.reject(new UnreadableFile('broken'));
    };
    expect(await again(failing)).toEqual(['Error', []]);
    expect(await again({ read: unread } as unknown as ReadingPool)).toEqual(['Error', ['Error', 'Error']]);
    expect(await again(failing)).toEqual(['Error', ['Error', 'Error']]);
    expect(await again(pool)).toEqual(['Finished', ['ValidationDone', 'Unrecognized']]);
  });
});

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A pool that reads until it is closed. */
const neverReady = () => {
  let close: () => void = () => undefined;
  let ask: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const closed = new Promise<never>((_, reject) => (close = () => reject(new UnreadableFile('closed'))));
  const read = () => {
    ask();
    return closed;
  };
  return { read, asked, close };
};
