import { gzipSync } from 'node:zlib';
import type { LabResultView } from '#contracts/lab/lab-results';
import { labResults } from '#projections/lab-results/lab-results.projection';
import { hasUnread } from '#services/fhir-import/fhir-import';
import {
  all,
  bundle,
  fhirImport,
  file,
  head,
  lab,
  lines,
  order,
  intakesOf,
  resultsOf,
  patientsNamed,
  person,
  startFhirClinic,
  take,
} from './fhir-clinic.ts';

startFhirClinic();

it('takes the other lines of NDJSON where one is broken, and names its line', async () => {
  const text = [
    lines(person('f1', 'Farrow')),
    '{"resourceType":"Observation","id":',
    '[1]',
    Buffer.from([0xff]),
    lines(lab('o1', 'f1', '4.1')),
  ];
  const path = await file(Buffer.concat(text.flatMap((part) => [Buffer.from(part as string), Buffer.from('\r\n')])), 'broken.ndjson');
  const report = await fhirImport(path);
  expect(report.skipped).toEqual([
    { reference: 'Unknown (broken.ndjson, line 2)', reason: 'not JSON' },
    { reference: 'Unknown (broken.ndjson, line 3, item 1)', reason: 'no FHIR resource: it has no resourceType' },
    { reference: 'Unknown (broken.ndjson, line 4)', reason: 'not UTF-8 text' },
  ]);
  expect(report.resources).toMatchObject({ Observation: { imported: 1 }, Unknown: { read: 3, imported: 0, unchanged: 0, skipped: 3 } });
});

it('opens bundles in bundles, and names entries that hold no resource', async () => {
  const inner = { resourceType: 'Bundle', type: 'searchset', entry: [{ resource: lab('o1', 'f2', '4.1') }] };
  const entry = [
    { resource: person('f2', 'Fenwick') },
    { resource: inner },
    { response: { status: '201' } },
    { request: { method: 'DELETE', url: 'Observation/9' } },
    null,
    { resource: { resourceType: '\u001b[31mObservation', id: 'x' } },
  ];
  const report = await fhirImport(await file(JSON.stringify({ resourceType: 'Bundle', type: 'batch-response', entry }), 'nested.json'));
  expect(report.resources).toMatchObject({ Observation: { imported: 1 }, Unknown: { read: 4, skipped: 4 } });
  expect(report.skipped.map(({ reference, reason }) => `${reference}: ${reason}`)).toEqual([
    'Unknown (nested.json, entry 3): an entry without a resource',
    'Unknown (nested.json, entry 4): a request to delete a resource: it is not carried out here',
    'Unknown (nested.json, entry 5): an entry that is none',
    'Unknown/x: Unknown is not a kind of resource that is taken',
  ]);
});

it('of several files takes those that can be read, and names the others', async () => {
  const good = await file(bundle(person('f3', 'Fielding'), lab('o1', 'f3', '4.1')));
  const bad = await file('{');
  const cut = await file(gzipSync(lines(person('f4', 'Fordham'), lab('o1', 'f4', '4.1'))).subarray(0, 90), 'cut.ndjson.gz');
  const whole = await file(lines(lab('o9', 'f3', '9.9')), 'same-export.ndjson');
  const report = await fhirImport(bad, cut, whole, good);
  expect(report.patients).toBe(1);
  expect(report.resources).toEqual({
    Observation: { read: 1, imported: 1, unchanged: 0, skipped: 0 },
    Patient: { read: 1, imported: 1, unchanged: 0, skipped: 0 },
  });
  expect(report.skipped).toHaveLength(3);
  expect(report.skipped).toContainEqual({ reference: bad, reason: `${bad} is not JSON` });
  expect(hasUnread(report, [bad, good])).toBe(true);
  expect(hasUnread(report, [good])).toBe(false);
  expect(await patientsNamed('Fordham')).toEqual([]);
});

it.each([
  ['packed NDJSON that breaks off', () => file(gzipSync(lines(person('f5', 'Foxley'))).subarray(0, 60), 'off.ndjson.gz'), 'cannot be read'],
  ['a bomb of gzip', () => file(gzipSync(Buffer.alloc(300 * 1024 * 1024, 32)), 'bomb.json.gz'), 'larger than 256 MB'],
  ['values without end', () => file(gzipSync(`[${'0,'.repeat(17_000_000)}0]`), 'values.json.gz'), 'more values than'],
  ['lists in lists', () => file('['.repeat(2_000_000), 'deep.json'), 'is not JSON'],
])(
  'says what is wrong with %s, and takes nothing',
  async (_what, made, message) => {
    const [before, path] = [await head(), await made()];
    await expect(fhirImport(path)).rejects.toThrow(message);
    expect(await head()).toBe(before);
  },
  60_000,
);

it('passes over a line that is longer than memory is for', async () => {
  const path = await file(gzipSync(`${' '.repeat(65 * 1024 * 1024)}\n${lines(person('f6', 'Fulton'))}`), 'long.ndjson.gz');
  const report = await fhirImport(path);
  expect(report.skipped).toEqual([{ reference: 'Unknown (long.ndjson.gz, line 1)', reason: 'longer than 64 MB' }]);
  expect(await patientsNamed('Fulton')).toHaveLength(1);
});

describe('ruling 25: equal ids of two', () => {
  it('persons in one file: neither is taken, nor what is said of them', async () => {
    const report = await take(person('g1', 'Garland'), person('g1', 'Gresham', { birthDate: '1980-01-01' }), lab('o1', 'g1', '4.1'));
    expect(report.resources).toMatchObject({ Patient: { read: 2, imported: 0, skipped: 2 }, Observation: { imported: 0, skipped: 1 } });
    expect(report.skipped).toContainEqual({ reference: 'Patient/g1', reason: 'two persons have this id in the file' });
    expect([...(await patientsNamed('Garland')), ...(await patientsNamed('Gresham'))]).toEqual([]);
  });
  it('servers in one file: nothing goes into the wrong record', async () => {
    const entry = ['a', 'b'].map((server) => ({
      fullUrl: `https://${server}.example/Patient/g2`,
      resource: person('g2', 'Granby'),
    }));
    const report = await fhirImport(
      await file(JSON.stringify({ resourceType: 'Bundle', entry: [...entry, { resource: lab('o1', 'g2', '4.1') }] })),
    );
    expect(report.resources).toMatchObject({ Patient: { imported: 0, skipped: 2 }, Observation: { imported: 0, skipped: 1 } });
  });
  it('persons with the same name and birth date under two ids are two records', async () => {
    await take(person('g3', 'Gilmore'), person('g4', 'Gilmore'), lab('o1', 'g3', '4.1'), lab('o2', 'g4', '5.2'));
    const found = await patientsNamed('Gilmore');
    expect(found).toHaveLength(2);
    const values = await Promise.all(found.map(({ id }) => all<LabResultView>(labResults, { patient_id: { eq: id } })));
    expect(values.map((results) => results.flatMap(({ parameters }) => parameters.map(({ value }) => value))).sort()).toEqual([
      ['4.1'],
      ['5.2'],
    ]);
  });
});

it('takes nothing that an unknown modifier may turn round', async () => {
  const modifierExtension = [{ url: 'https://example.org/not', valueBoolean: true }];
  const report = await take(
    person('h1', 'Hartley'),
    lab('o1', 'h1', '4.1', { modifierExtension }),
    order('m1', 'h1', { dosageInstruction: [{ modifierExtension, text: 'daily' }] }),
  );
  expect(report.resources).toMatchObject({ Observation: { skipped: 1 }, MedicationRequest: { skipped: 1 } });
  expect(await intakesOf('Hartley')).toEqual([]);
});

it('ruling 28: keeps every digit as it stands in the file', async () => {
  const numbers = ['0.10', '7.0', '1.50e1', '0.000001', '162.43984428830512', '-0.5', '1E-3'];
  const text = bundle(person('h2', 'Hewitt'), ...numbers.map((_, index) => lab(`d${index}`, 'h2', String(1000 + index))));
  const written = numbers.reduce((before, number, index) => before.replace(`"value":${1000 + index},`, `"value":${number},`), text);
  await fhirImport(await file(written));
  const values = (await resultsOf('Hewitt')).flatMap(({ parameters }) => parameters.map(({ value }) => value));
  expect(values.sort()).toEqual(['0.10', '7.0', '15.0', '0.000001', '162.43984428830512', '-0.5', '0.001'].sort());
});

it('holds hostile words as words, and names what is too long', async () => {
  const text = (id: string, valueString: string) => lab(id, 'h3', '1', { valueQuantity: undefined, valueString });
  const report = await take(
    person('h3', 'Hollis', { address: [{ line: ['<script>alert(1)</script>'] }] }),
    text('t1', '<script>alert(1)</script>\u0000\u202e5.1\u001b[31m'),
    text('t2', 'x'.repeat(10 * 1024 * 1024)),
    { ...text('t3', 'neg'), code: { text: 'n'.repeat(1000) } },
  );
  expect(report.skipped).toEqual([{ reference: 'Observation/t2', reason: 'a text of more than 400 characters' }]);
  const entries = (await resultsOf('Hollis')).flatMap(({ parameters }) => parameters);
  expect(entries.map((entry) => entry.text).sort()).toEqual(['<script>alert(1)</script> 5.1 [31m', 'neg']);
  expect(entries.find((entry) => entry.text === 'neg')!.name).toBe(`${'n'.repeat(198)} …`);
});
