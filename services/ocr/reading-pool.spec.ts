import { setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { RecognisedPage } from '#contracts/observations/recognition';
import {
  claimingPng,
  drawn,
  encryptedPdf,
  pageImage,
  reportBytes,
  reportNames,
  scannedPdf,
  textPdf,
  truthOf,
} from './fixtures/make-files.ts';
import { type ReadingStep, type ReadPage, ReadingPool } from './reading-pool.ts';

const parameters = [
  { parameter_id: 'hb', aliases: ['Hemoglobin', 'Haemoglobin'], unit: 'g/dL' },
  { parameter_id: 'k', aliases: ['Potassium', 'Kalium'], unit: 'mmol/L' },
];
const decimal = (text: string | null): number | null => (text === null ? null : Number(text.replace(',', '.')));

const rowsOf = (page: ReadPage | undefined) =>
  (page?.row_data ?? []).map(({ field_value, min, max }) => ({
    name: field_value.name.field_value,
    value: field_value.value.field_value,
    min: decimal(min),
    max: decimal(max),
    unit: field_value.unit.field_value,
  }));

const expectedRows = (name: string) =>
  truthOf(name).rows.map((row) => ({
    name: row.name,
    value: row.value,
    min: decimal(row.range_min),
    max: decimal(row.range_max),
    unit: row.unit ?? '',
  }));

describe('a pool', () => {
  const pool = new ReadingPool({ workers: 2 });
  afterAll(() => pool.close());
  const read = async (bytes: Uint8Array): Promise<ReadPage[]> => (await pool.read(bytes, { parameters })).pages;
  const readWithImages = async (bytes: Uint8Array) => {
    const images: Uint8Array[] = [];
    const onStep = (step: ReadingStep) => void (step.kind === 'drawn' && images.push(step.image));
    return { ...(await pool.read(bytes, { parameters, onStep })), images };
  };

  it.each(reportNames)('reads every row of %s from its text', async (name) => {
    const [page, ...others] = await read(reportBytes(name));
    expect(others).toEqual([]);
    expect(rowsOf(page)).toEqual(expectedRows(name));
    expect(page?.unread).toBeUndefined();
    const { patient, date_collected } = truthOf(name);
    expect([page?.patient_first_name, page?.patient_last_name, page?.date_of_birth]).toEqual(Object.values(patient));
    expect(page?.date_collected).toBe(date_collected);
    expect(page?.source).toBe('text');
  });

  it('lists the lines that look like results and are no row, each with its place', async () => {
    const lines = ['Hemoglobin: 11.2 g/dL (Ref: 12.0 - 15.5)', 'Lactate mmol/L 0.5 - 1.6', 'Page 1 of 2'];
    const [page] = await read(textPdf([drawn(lines.map((text, n) => [50, 700 - 20 * n, text] as const))]));
    expect(rowsOf(page).map(({ name }) => name)).toEqual(['Hemoglobin']);
    expect(page?.unread).toEqual([
      { id: '1-u1', text: 'Lactate mmol/L 0.5 - 1.6', region: expect.any(Object), name: 'Lactate', value: '', unit: 'mmol/L' },
    ]);
    expect(page?.recognition_rate).toBeLessThanOrEqual(0.5);
  });

  it('reads the column of the latest day, takes its day, and says how many were left aside', async () => {
    const head = ['Test', '01/18/2024', '02/20/2024', '03/22/2024', 'Units', 'Reference Range'];
    const cells = [
      head,
      ['Potassium', '4.1', '5.0 H', '5.9 H', 'mmol/L', '3.5 - 4.9'],
      ['Hemoglobin', '11.0', '10.5', '9.8 L', 'g/dL', '12.0 - 15.5'],
    ];
    const parts = cells.flatMap((row, line) =>
      row.map((text, column) => [[50, 160, 240, 320, 400, 460][column] ?? 0, 700 - 20 * line, text] as const),
    );
    const [page] = await read(textPdf([drawn(parts)]));
    expect(rowsOf(page).map(({ name, value }) => [name, value])).toEqual([
      ['Potassium', '5.9'],
      ['Hemoglobin', '9.8'],
    ]);
    expect(page).toMatchObject({ earlier_columns: 2, date_collected: '2024-03-22' });
    expect(page?.header_doubts.date_collected).toBeUndefined();
    expect(page?.unread).toBeUndefined();
  });

  it('draws all pages first, and tells each step on the way to what is read', async () => {
    const steps: string[] = [];
    const line = (n: number) => drawn([[50, 700, `Hemoglobin: ${n}.5 g/dL (Ref: 1.0 - 15.5)`]]);
    await pool.read(textPdf([line(11), line(12)]), {
      parameters,
      onStep: (step) => steps.push('pages' in step ? `${step.kind} ${step.pages}` : `${step.kind} ${step.page}`),
      onPage: ({ page }) => steps.push(`page ${page}`),
    });
    const read = (n: number) => [`recognising ${n}`, `laid-out ${n}`, `page ${n}`];
    expect(steps).toEqual(['opened 2', 'drawn 1', 'drawn 2', ...read(1), ...read(2)]);
  });

  it('yields pages as the contract has them, with places on the page image', async () => {
    const { pages, images } = await readWithImages(reportBytes('s4_twocol'));
    const { image, ...rest } = pages[0] as ReadPage;
    expect(image).toHaveLength(0);
    expect(RecognisedPage.parse(rest)).toEqual(rest);
    expect(await sharp(images[0]).metadata()).toMatchObject({ format: 'png', width: rest.width, height: rest.height });
    for (const { region, field_value } of rest.row_data) {
      for (const place of [region, field_value.name.region, field_value.value.region]) {
        expect(place).not.toBeNull();
        expect(place?.left).toBeGreaterThanOrEqual(0);
        expect(place?.right).toBeLessThanOrEqual(rest.width);
        expect(place?.bottom).toBeLessThanOrEqual(rest.height);
      }
    }
    expect(rest.row_data.find(({ field_value }) => field_value.name.field_value === 'Hemoglobin')?.parameter_id).toBe('hb');
    expect(rest.header_regions.date_of_birth).toBeDefined();
  });

  it.each(['s4_twocol', 's6_urine'])(
    'reads %s from a picture of it',
    async (name) => {
      const [page] = await read(await pageImage(name));
      expect(page?.source).toBe('image');
      const rows = rowsOf(page);
      const expected = expectedRows(name);
      const values = expected.filter((row) => rows.some((other) => other.name === row.name && other.value === row.value));
      expect(values.length).toBeGreaterThanOrEqual(0.9 * expected.length);
      expect(rows).toHaveLength(expected.length);
      expect(page?.patient_last_name).toBe(truthOf(name).patient.last_name);
    },
    120_000,
  );

  it('recognises a scan that lies on its side, and does not believe the text that a scanner hid behind it', async () => {
    const picture = sharp(await pageImage('s7_inline')).rotate(90);
    const { data, info } = await picture.jpeg({ quality: 80 }).toBuffer({ resolveWithObject: true });
    const hidden = drawn([[50, 700, 'Hemoglobin: 99 g/dL (1 - 2) and more that a scanner wrote']]);
    const { pages, images } = await readWithImages(scannedPdf(data, info.width, info.height, hidden));
    const [page] = pages;
    // as it was drawn it lies on its side, as it was read it stands
    const { width, height } = page as ReadPage;
    expect(await sharp(images[0]).metadata()).toMatchObject({ width: height, height: width });
    expect(await sharp(page?.image).metadata()).toMatchObject({ format: 'png', width, height });
    expect(page?.source).toBe('image');
    expect(page?.row_data.map(({ field_value }) => field_value.value.field_value)).toContain('11.2');
    expect(page?.row_data.map(({ field_value }) => field_value.value.field_value)).not.toContain('99');
  }, 120_000);

  it('reads the pages of one file in order and tells of each', async () => {
    const line = (n: number) => drawn([[50, 700, `Hemoglobin: ${n}.5 g/dL (Ref: 1.0 - 15.5)`]]);
    const told: number[] = [];
    const { pages } = await pool.read(textPdf([line(11), line(12), line(13)]), { parameters, onPage: ({ page }) => told.push(page) });
    expect(pages.map(({ page, row_data }) => [page, row_data[0]?.field_value.value.field_value])).toEqual([
      [1, '11.5'],
      [2, '12.5'],
      [3, '13.5'],
    ]);
    expect(told).toEqual([1, 2, 3]);
  });

  it.each<[string, string, () => Uint8Array | Promise<Uint8Array>]>([
    ['an empty file', 'empty', () => new Uint8Array()],
    ['a zip archive', 'not-a-report-file', () => new Uint8Array([0x50, 0x4b, 3, 4, 20, 0])],
    ['a broken PDF', 'broken', () => new TextEncoder().encode('%PDF-1.7 and nothing else')],
    ['a broken PNG', 'broken', () => claimingPng(500, 500)],
    ['a PDF with a password', 'encrypted', () => encryptedPdf()],
    ['a PDF of 1000 pages', 'too-many-pages', () => textPdf(Array.from({ length: 1000 }, () => drawn([[50, 700, 'x']])))],
    ['a PNG that claims to be enormous', 'too-many-pixels', () => claimingPng(60_000, 60_000)],
    ['a PDF with an enormous picture', 'too-many-pixels', () => scannedPdf(new Uint8Array(100), 60_000, 60_000)],
    ['a PDF that unpacks to more than a report', 'too-much-inside', () => textPdf([`%${' '.repeat(280_000_000)}`])],
    ['more bytes than allowed', 'too-large', () => new Uint8Array(50 * 1024 * 1024 + 1)],
  ])('refuses %s, and reads a good file beside it', async (_, code, make) => {
    const [bad, good] = await Promise.allSettled([read(await make()), read(reportBytes('s7_inline'))]);
    expect(bad).toMatchObject({ status: 'rejected', reason: { name: 'UnreadableFile', code } });
    expect(good.status === 'fulfilled' && rowsOf(good.value[0])).toHaveLength(7);
  });

  it('knows a picture by its bytes, whatever it is called', async () => {
    const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    const [page] = await read(png);
    expect(page).toMatchObject({ source: 'image', recognition_rate: 0, row_data: [] });
  }, 60_000);
});

const isRunning = (pid: number | undefined): boolean => {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Reads a file and says which process did. */
const readBy = async (pool: ReadingPool): Promise<number | undefined> => {
  let pid: number | undefined;
  const { pages } = await pool.read(reportBytes('s7_inline'), { parameters, onPage: () => ([pid] = pool.pids) });
  expect(rowsOf(pages[0])).toHaveLength(7);
  return pid;
};

describe('a reader without work, or without an end', () => {
  // time goes by when the test says so, however slow the machine is
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('ends, and another one comes when there is something to read', async () => {
    const pool = new ReadingPool({ workers: 1 });
    try {
      const first = await readBy(pool);
      expect(first).not.toBe(process.pid);
      expect(pool.pids).toEqual([first]);
      jest.advanceTimersByTime(10_000);
      expect(pool.pids).toEqual([]);
      while (isRunning(first)) await turn();
      expect(await readBy(pool)).not.toBe(first);
    } finally {
      await pool.close();
    }
  }, 180_000);

  it('is ended where its file takes too long, and the next file is read', async () => {
    const pool = new ReadingPool({ workers: 1 });
    try {
      const stopped = await readBy(pool);
      const files = [pool.read(reportBytes('s1_quest'), { parameters }), pool.read(reportBytes('s7_inline'), { parameters })];
      process.kill(stopped!, 'SIGSTOP');
      jest.advanceTimersByTime(120_000);
      const [slow, good] = await Promise.allSettled(files);
      expect(slow).toMatchObject({ status: 'rejected', reason: { code: 'took-too-long' } });
      expect(good?.status).toBe('fulfilled');
    } finally {
      await pool.close();
    }
  }, 180_000);
});

it('reads file after file in one process as long as they come', async () => {
  const pool = new ReadingPool({ workers: 1 });
  try {
    expect(await readBy(pool)).toBe(await readBy(pool));
  } finally {
    await pool.close();
  }
  expect(pool.pids).toEqual([]);
}, 180_000);

it('goes on with the next file where the process that reads is killed', async () => {
  const pool = new ReadingPool({ workers: 1 });
  try {
    const killed = pool.read(reportBytes('s1_quest'), { parameters });
    process.kill(pool.pids[0]!, 'SIGKILL');
    await expect(killed).rejects.toMatchObject({ name: 'UnreadableFile', code: 'reader-failed' });
    await readBy(pool);
  } finally {
    await pool.close();
  }
}, 180_000);

it('gives up a file whose signal is aborted, waiting or in hand, and reads the others', async () => {
  const pool = new ReadingPool({ workers: 1 });
  try {
    const aborts = [new AbortController(), new AbortController()];
    const first = pool.read(reportBytes('s1_quest'), { parameters, signal: aborts[0]!.signal });
    const waiting = pool.read(reportBytes('s1_quest'), { parameters, signal: aborts[1]!.signal });
    const other = pool.read(reportBytes('s7_inline'), { parameters });
    aborts[1]!.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'closed' });
    aborts[0]!.abort();
    await expect(first).rejects.toMatchObject({ code: 'closed' });
    expect((await other).pages).toHaveLength(1);
    await expect(pool.read(reportBytes('s7_inline'), { parameters, signal: aborts[0]!.signal })).rejects.toMatchObject({ code: 'closed' });
  } finally {
    await pool.close();
  }
}, 180_000);

it('ends a reader whose file needs too much memory, and goes on with the next', async () => {
  const pool = new ReadingPool({ workers: 1, memory_mb: 96, timeout_ms: 170_000 });
  try {
    const hoard = textPdf([drawn([[50, 700, 'x']]).repeat(600_000)]);
    const [greedy, good] = await Promise.allSettled([
      pool.read(hoard, { parameters }),
      pool.read(reportBytes('s7_inline'), { parameters }),
    ]);
    expect(greedy).toMatchObject({ status: 'rejected', reason: { code: 'out-of-memory' } });
    expect(good.status).toBe('fulfilled');
  } finally {
    await pool.close();
  }
}, 180_000);

it('rejects what it is reading when it is closed', async () => {
  const pool = new ReadingPool({ workers: 1 });
  const reading = Promise.allSettled([
    pool.read(reportBytes('s7_inline'), { parameters }),
    pool.read(reportBytes('s1_quest'), { parameters }),
  ]);
  await pool.close();
  for (const result of await reading) expect(result).toMatchObject({ status: 'rejected', reason: { code: 'closed' } });
  await expect(pool.read(reportBytes('s7_inline'), { parameters })).rejects.toMatchObject({ code: 'closed' });
});
