import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type { Position } from '#infra/event-store/event-store';
import type { ImportReport } from '#services/fhir-import/tally';
import {
  bundle,
  condition,
  diagnosesOf,
  fhirImport,
  file,
  head,
  kernel,
  lab,
  order,
  patientNamed,
  person,
  startFhirClinic,
  take,
  valuesOf,
  version,
  visitsOf,
  vital,
} from './fhir-clinic.ts';

startFhirClinic();
afterEach(() => {
  jest.restoreAllMocks();
});

const record = (patient: string, family: string, rest: object = {}) => [
  person(patient, family, rest),
  lab(`${patient}-o1`, patient, '4.1', rest),
  vital(`${patient}-o2`, patient, '8867-4', 'Heart rate', 72, '/min', rest),
  condition(`${patient}-c1`, patient, rest),
  order(`${patient}-m1`, patient, rest),
];

/** Type and key of each command that made events of items after this position. */
const commandsSince = async (after: Position): Promise<string[]> => {
  const found: string[] = [];
  for await (const { stream, type, metadata } of kernel().log.store.readAll({ after })) {
    if (!stream.startsWith('reservation-')) found.push(`${type} ${metadata.command_id}`);
  }
  return found;
};

const counted = ({ resources }: ImportReport, count: 'imported' | 'unchanged'): number =>
  Object.values(resources).reduce((sum, one) => sum + one[count], 0);

interface Message {
  command: { type: string; command_id: string };
}
/** Calls this before each command of an import is carried out. */
const beforeEachCommand = (meet: (command: Message['command']) => void): void => {
  const real = Reflect.get(CommandBus.prototype, 'execute') as (message: object) => Promise<never>;
  jest.spyOn(CommandBus.prototype, 'execute').mockImplementation(function (this: CommandBus, message: object) {
    meet((message as Message).command);
    return real.call(this, message);
  });
};

const RECORDED = ['DiagnosisRecorded', 'ExaminationRecorded', 'IntakeRecorded', 'LabResultRecorded', 'PatientRegistered'];
const typesSince = async (after: Position): Promise<string[]> => (await commandsSince(after)).map((one) => one.split(' ')[0]!).sort();

describe('decision 3.2: the key of a command follows from the item and from what is said of which version', () => {
  it('a version that is imported twice at once is one command for each item', async () => {
    const path = await file(bundle(...record('k1', 'Kestrel', version('1'))));
    const before = await head();
    const reports = await Promise.all([fhirImport(path), fhirImport(path)]);
    expect(reports.map((report) => `${counted(report, 'imported')} ${counted(report, 'unchanged')}`).sort()).toEqual(['0 5', '5 0']);
    expect(await typesSince(before)).toEqual(RECORDED);
  });

  it('a version whose import was broken off comes with the same keys, and is there once', async () => {
    const path = await file(bundle(...record('k2', 'Kittiwake', version('1'))));
    const before = await head();
    const keys: string[] = [];
    let carriedOut = 0;
    const attempt = async (carries: number): Promise<void> => {
      carriedOut = 0;
      beforeEachCommand(({ command_id }) => {
        keys.push(command_id);
        if (carriedOut++ >= carries) throw new Error('broken off');
      });
      await expect(fhirImport(path)).rejects.toThrow('was set aside');
      jest.restoreAllMocks();
    };
    for (const _ of RECORDED.slice(1)) {
      await attempt(0);
      await attempt(1);
    }
    await attempt(0);
    await fhirImport(path);
    expect(await typesSince(before)).toEqual(RECORDED);
    expect((await commandsSince(before)).map((one) => one.split(' ')[1]).sort()).toEqual([...new Set(keys)].sort());
  });

  it('a newer version is another command', async () => {
    await take(...record('k3', 'Knot', version('1')));
    const before = await head();
    await take(...record('k3', 'Knot', version('2')), lab('k3-o1', 'k3', '4.2', version('3')));
    const keys = await commandsSince(before);
    expect(new Set(keys).size).toBe(keys.length);
    expect(await valuesOf('Knot')).toEqual(['4.2']);
  });

  it('versions without numbers that come back are heard each time', async () => {
    const said = async (value: string, year: string, given: string) => {
      await take(
        person('k4', 'Kingfisher', { name: [{ family: 'Kingfisher', given: [given] }] }),
        lab('k4-o1', 'k4', value),
        vital('k4-o2', 'k4', '8867-4', 'Heart rate', Number(value), '/min'),
        condition('k4-c1', 'k4', { onsetDateTime: year }),
      );
      const { first_name } = await patientNamed('Kingfisher');
      const [found] = await diagnosesOf('Kingfisher');
      const [visit] = await visitsOf('Kingfisher');
      expect([await valuesOf('Kingfisher'), visit!.measurements[0]!.parameter_value, found!.time_from!.slice(0, 4), first_name]).toEqual([
        [value],
        value,
        year,
        given,
      ]);
    };
    for (let time = 0; time < 3; time++) {
      await said('41', '2019', 'Nora');
      await said('42', '2018', 'Nora May');
    }
  });

  it('what a former release imported with keys of its own is not doubled', async () => {
    const entries = record('k5', 'Kiwi', version('1'));
    beforeEachCommand((command) => (command.command_id = randomUUID()));
    await take(...entries);
    jest.restoreAllMocks();
    const before = await head();
    expect(counted(await take(...entries), 'unchanged')).toBe(5);
    expect(await head()).toBe(before);
  });
});

it('two versions at once of which the newer has another date leave one value', async () => {
  await take(person('k6', 'Kookaburra'));
  const older = await file(bundle(person('k6', 'Kookaburra'), lab('k6-o1', 'k6', '4.1', version('1'))));
  const moved = { ...version('2'), effectiveDateTime: '2025-03-02T08:30:00Z' };
  const newer = await file(bundle(person('k6', 'Kookaburra'), lab('k6-o1', 'k6', '4.1', moved)));
  await Promise.all([fhirImport(older), fhirImport(newer)]);
  expect(await valuesOf('Kookaburra')).toEqual(['4.1']);
});
