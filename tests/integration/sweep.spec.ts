import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileOfCatalogue, fileOfPage, fileOfReport } from '#contracts/stored-files';
import type { Files } from '#infra/files/files';
import { importStarterLists } from '#services/cli/catalogues';
import { clinic } from '#services/cli/demo/clinic';
import { explainedOperations } from '#services/cli/operations';
import { LONGEST_UNNAMED, type Sweep, sweepDaily, sweepFiles, sweepSaid } from '#services/cli/sweep';
import { report } from '#services/records/reports/reports.decider';
import { addPatient, addReport, bringClinicAndCatalogues, CLI, type Running, run, temporaryFolder } from './kernel.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: Running;
beforeAll(async () => {
  folder = await temporaryFolder();
  running = await run(folder.path);
  await bringClinicAndCatalogues(running.kernel);
  await importStarterLists(running.kernel);
  await running.settled();
}, 60_000);
afterAll(async () => {
  await running.close();
  await folder.remove();
});

const { organization_id } = clinic;
/** As seen this long from now. */
const later = (by: number): Date => new Date(Date.now() + by);
const OLD = LONGEST_UNNAMED + 60_000;
const stored = async (): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of running.kernel.files.list('')) names.push(name);
  return names.sort();
};
/** Files as a crash leaves them between the file and the event that was to name it. */
const putUnnamed = async (): Promise<string[]> => {
  const names = [fileOfReport(randomUUID()), fileOfPage(randomUUID()), fileOfCatalogue(randomUUID())];
  for (const name of names) await running.kernel.files.put(name, Buffer.from('unnamed'));
  return names.sort();
};
const named = ({ unnamed }: Sweep): string[] => unnamed.map(({ name }) => name).sort();
const sweep = (remove = true, by = OLD, kernel: Parameters<typeof sweepFiles>[0] = running.kernel) =>
  sweepFiles(kernel, { remove }, later(by));

describe('decision 3.18: files that no event names', () => {
  it('go after seven days; what an event names stays, with and without a page image', async () => {
    const { pages } = await addReport(running.kernel, { organization_id, name: 'one.pdf' }, [{}, {}]);
    await running.settled();
    const before = await stored();
    expect(before).toEqual(expect.arrayContaining(pages.map(fileOfPage)));
    expect(before.filter((name) => name.startsWith('catalogues/'))).toHaveLength(3);
    const unnamed = await putUnnamed();

    const young = await sweep(true, LONGEST_UNNAMED - 60_000);
    expect(young).toEqual({ stored: before.length + 3, unnamed: [], young: 3, removed: 0 });

    const looked = await sweep(false);
    expect([named(looked), looked.removed, looked.young]).toEqual([unnamed, 0, 0]);
    expect(await stored()).toEqual([...before, ...unnamed].sort());

    const swept = await sweep();
    expect([named(swept), swept.removed]).toEqual([unnamed, 3]);
    expect(await stored()).toEqual(before);
    expect((await sweep()).removed).toBe(0);
  });

  it('of a removed report and of an erased record go too, where they came back', async () => {
    const { kernel } = running;
    const { report_id, pages } = await addReport(kernel, { organization_id, name: 'two.pdf' }, [{}]);
    const command = { type: 'RemoveReport', command_id: randomUUID(), data: { report_id, comment: 'Twice' } } as const;
    await kernel.streams.transact(report, `report-${report_id}`, command, CLI);
    const person = { organization_id, first_name: 'Zita', last_name: 'Zoller', social_security_number: '900-77-0001' };
    const patient_id = await addPatient(kernel, person);
    const erased = await addReport(kernel, { organization_id, name: 'three.pdf', patient_id }, [{}]);
    await running.settled();
    await explainedOperations(kernel)['erase patient']({ patient_id, reason: 'Asked for' }, () => undefined);
    await running.settled();
    const back = [fileOfReport(report_id), fileOfPage(pages[0]!), fileOfReport(erased.report_id)].sort();
    expect((await stored()).filter((name) => back.includes(name))).toEqual([]);
    for (const name of back) await kernel.files.put(name, Buffer.from('back'));
    expect(named(await sweep())).toEqual(back);
  });

  it('stay where another release has stored them', async () => {
    const name = `agreements/${randomUUID()}`;
    await running.kernel.files.put(name, Buffer.from('later'));
    expect(named(await sweep())).toEqual([]);
    expect(await stored()).toContain(name);
  });

  it('stay where they are stored again, and named, while the others are swept', async () => {
    const { kernel } = running;
    const unnamed = await putUnnamed();
    await pause(5);
    const again = unnamed.find((name) => name.startsWith('report/'))!;
    const report_id = again.slice('report/'.length);
    const data = {
      report_id,
      organization_id,
      name: 'again.pdf',
      content_type: 'application/pdf',
      bytes: 5,
      ocr_type: 'tesseract',
    } as const;
    // what the sweep takes for old is old by its own clock: it removes what was stored before this moment
    const moment = later(LONGEST_UNNAMED);
    const files: Pick<Files, 'list' | 'removeOlder' | 'sweepUnfinished'> = {
      list: (prefix) => kernel.files.list(prefix),
      sweepUnfinished: () => kernel.files.sweepUnfinished(),
      removeOlder: async (...of) => {
        if (of[0] === again) {
          await kernel.files.put(again, Buffer.from('again'));
          await kernel.streams.transact(report, `report-${report_id}`, { type: 'UploadReport', command_id: randomUUID(), data }, CLI, {
            organization_id,
          });
        }
        return kernel.files.removeOlder(...of);
      },
    };
    const swept = await sweepFiles({ ...kernel, files: files as Files }, { remove: true }, moment);
    expect([named(swept), swept.removed]).toEqual([unnamed, 2]);
    expect(Buffer.from((await kernel.files.get(again))!).toString()).toBe('again');
  });

  it('go the next time where a sweep was broken off', async () => {
    const { kernel } = running;
    const unnamed = await putUnnamed();
    let removed = 0;
    const files: Pick<Files, 'list' | 'removeOlder' | 'sweepUnfinished'> = {
      list: (prefix) => kernel.files.list(prefix),
      sweepUnfinished: () => kernel.files.sweepUnfinished(),
      removeOlder: async (...of) => {
        if (removed++ > 0) throw new Error('broken off');
        return kernel.files.removeOlder(...of);
      },
    };
    await expect(sweep(true, OLD, { ...kernel, files: files as Files })).rejects.toThrow('broken off');
    expect((await stored()).filter((name) => unnamed.includes(name))).toHaveLength(2);
    expect((await sweep()).removed).toBe(2);
  });

  it.each([
    ['are built', { rebuilding: { build: 1, progress: 0.5, serves_meanwhile: true }, lag: 0 }],
    ['stand still', { waiting: 'an event of a newer release', lag: 0 }],
  ])('stay while read models %s', async (_what, state) => {
    const unnamed = await putUnnamed();
    const runner = { status: () => Promise.resolve([state]) };
    await expect(sweep(true, OLD, { ...running.kernel, runner: runner as never })).rejects.toThrow('No file is swept while');
    expect(await stored()).toEqual(expect.arrayContaining(unnamed));
    expect((await sweep()).removed).toBe(3);
  });

  it('are shown to whoever asks, without anything of a person', async () => {
    const unnamed = await putUnnamed();
    const asked = (await explainedOperations(running.kernel)['files sweep']({ remove: true }, () => undefined)) as Sweep;
    expect([asked.removed, asked.young]).toEqual([0, 3]);
    const text = sweepSaid(await sweep(false), false);
    for (const name of unnamed) expect(text).toContain(name);
    expect(text).toContain('Nothing was removed');
    expect(sweepSaid(await sweep(), true)).toContain('Removed 3 files');
  });

  it('are swept while a server runs, and what could not be done is tried again', async () => {
    const runner = { status: () => Promise.resolve([{ waiting: 'keys', lag: 0 }]) };
    const said: string[] = [];
    let end: () => Promise<void>;
    await new Promise<void>((resolve) => {
      const say = (text: string) => void (said.push(text) === 2 && resolve());
      end = sweepDaily({ ...running.kernel, runner: runner as never }, say, 1, 1);
    });
    await end!();
    expect(said[1]).toBe(
      'Files were not swept: No file is swept while read models are built or stand still. See: anamnesis projections status',
    );
  });
});
