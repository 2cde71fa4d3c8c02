import { jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type { LabResultView } from '#contracts/lab/lab-results';
import { diagnoses } from '#projections/diagnoses/diagnoses.projection';
import { examinations } from '#projections/examinations/examinations.projection';
import { intakes } from '#projections/intakes/intakes.projection';
import { labResults } from '#projections/lab-results/lab-results.projection';
import { demoId } from '#services/cli/demo/clinic';
import { seedFirstStart } from '#services/cli/seed';
import { openWith, settingsOn, temporaryFolder } from './kernel.ts';

const patient_id = demoId('patient/brandt');
const open = async (data: string) => openWith({ ...(await settingsOn(data)), demo: true });

/** Ends what a command of the import is sent for: the job is tried again and then set aside. */
const breakOffAtImport = (after: number): void => {
  const real = Reflect.get(CommandBus.prototype, 'execute') as (message: object) => Promise<never>;
  let imported = 0;
  jest.spyOn(CommandBus.prototype, 'execute').mockImplementation(function (this: CommandBus, message: object) {
    const { type } = (message as { command: { type: string } }).command;
    if (type === 'TakeFromExternal' && imported++ >= after) throw new Error('broken off');
    return real.call(this, message);
  });
};

it('brings what a hospital has of a patient of the demonstration, once, however often it was broken off', async () => {
  const folder = await temporaryFolder();
  for (const after of [0, 1, 2]) {
    const kernel = await open(folder.path);
    breakOffAtImport(after);
    await expect(seedFirstStart(kernel, () => undefined)).rejects.toThrow('could not be finished');
    jest.restoreAllMocks();
    await kernel.close();
  }
  const kernel = await open(folder.path);
  expect(await seedFirstStart(kernel, () => undefined)).toBe(true);
  await kernel.runner.start();
  await kernel.runner.settled();
  const imported = async <D>(projection: { name: string; version: number }): Promise<D[]> => {
    const { items } = await kernel.reader.find<D>(projection, { filter: { patient_id: { eq: patient_id } } });
    return items.map(({ data }) => data).filter((item) => (item as { origin: string }).origin === 'fhir');
  };
  const results = await imported<LabResultView>(labResults);
  const values = results.flatMap(({ collected, parameters }) =>
    parameters.map(({ name, value }) => `${collected.slice(0, 10)} ${name} ${value}`),
  );
  expect(values.sort()).toEqual([
    '2026-06-02 INR 2.2',
    '2026-08-25 Creatinine 1.4',
    '2026-08-25 INR 2.9',
    '2026-08-25 NT-proBNP 1840',
    '2026-08-25 Potassium 4.6',
  ]);
  for (const projection of [intakes, examinations]) expect(await imported(projection)).toHaveLength(1);
  expect(await imported(diagnoses)).toHaveLength(3);
  expect(await seedFirstStart(kernel, () => undefined)).toBe(false);
  await kernel.runner.stop();
  await kernel.close();
  await folder.remove();
}, 60_000);
