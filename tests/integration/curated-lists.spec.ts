import { readFile } from 'node:fs/promises';
import { explainedOperations } from '#services/cli/operations';
import { bringStarterCatalogues } from '#services/cli/seed';
import { type Running, run, temporaryFolder } from './kernel.ts';

const ROOM = new URL('../../services/records/', import.meta.url);
const HEADER = 'code,primary name,aliases,unit,min,max';

describe('importing lists whose headers are the same', () => {
  let running: Running;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const bring = (list: 'lab-parameters' | 'office-parameters', name: string, bytes: Buffer | string) =>
    explainedOperations(running.kernel)[`catalogue import ${list}`]({ name, file: Buffer.from(bytes).toString('base64') }, () => undefined);
  const starter = (room: string, name: string) => readFile(new URL(`${room}/starter/${name}`, ROOM));

  beforeAll(async () => {
    folder = await temporaryFolder();
    running = await run(folder.path);
    await bringStarterCatalogues(running.kernel);
  });
  afterAll(async () => {
    await running.close();
    await folder.remove();
  });

  it('refuses the list of lab parameters as one of office parameters, and writes nothing', async () => {
    const before = await running.kernel.events.head();
    await expect(bring('office-parameters', 'ours.csv', await starter('lab-parameters', 'lab-parameters-starter.csv'))).rejects.toThrow(
      'Nothing was imported from ours.csv: it is a list of lab parameters. 76 of its 76 rows are lab parameters of the catalogue and ' +
        'none of these office parameters. To import it: anamnesis catalogue import lab-parameters ours.csv',
    );
    expect(await running.kernel.events.head()).toEqual(before);
  });

  it('refuses the list of office parameters as one of lab parameters', async () => {
    const office = await starter('measurement-parameters', 'office-parameters-starter.csv');
    await expect(bring('lab-parameters', 'visit.csv', office)).rejects.toThrow(
      'visit.csv: it is a list of office parameters. 18 of its 18',
    );
  });

  it('takes each list as what it is, and a list of nothing known at its word', async () => {
    expect(await bring('lab-parameters', 'ours.csv', await starter('lab-parameters', 'lab-parameters-starter.csv'))).toMatch(/^0 added/);
    const office = await starter('measurement-parameters', 'office-parameters-starter.csv');
    expect(await bring('office-parameters', 'visit.csv', office)).toBe('0 added, 0 changed, 18 unchanged');
    expect(await bring('office-parameters', 'new.csv', `${HEADER}\n,Grip strength,,kg,,\n`)).toMatch(/^1 added/);
  });

  it('takes a list in which most is new or of its own kind: glucose is measured in the office too', async () => {
    const rows = ['2345-7,Glucose,,mg/dL,70,99', '8867-4,Heart rate,,/min,60,100', ',Waist,,cm,,'];
    expect(await bring('office-parameters', 'mixed.csv', [HEADER, ...rows].join('\n'))).toMatch(/^2 added/);
  });
});
