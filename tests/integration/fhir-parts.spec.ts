import {
  bundle,
  caseText,
  fhirImport,
  file,
  intakesOf,
  lab,
  lines,
  order,
  person,
  resultsOf,
  startFhirClinic,
  valuesOf,
} from './fhir-clinic.ts';

startFhirClinic();

describe('a file that is only a part', () => {
  it('says so, in its own words and those of its server, and what it has is taken', async () => {
    const path = await file(await caseText('first-page-only'), 'page-1.json');
    const report = await fhirImport(path);
    const remarks = ['one page of a longer answer: 2 of 57', 'warning: Results of sensitive encounters are not included'];
    expect(report.files).toEqual([{ path, remarks }]);
    expect(report.skipped).toEqual([]);
    expect(report.resources).toEqual({
      Observation: { read: 2, imported: 2, unchanged: 0, skipped: 0 },
      Patient: { read: 1, imported: 1, unchanged: 0, skipped: 0 },
    });
    expect(await valuesOf('Lindqvist')).toEqual(['1.3', '1.4']);
    expect((await fhirImport(path)).files).toEqual([{ path, remarks }]);
  });

  it('is named among other files and other pages, and a whole file is not', async () => {
    const page = (resource: object, ...relations: string[]) =>
      JSON.stringify({
        resourceType: 'Bundle',
        type: 'searchset',
        link: relations.map((relation) => ({ relation, url: 'https://a.example/fhir?page' })),
        entry: [{ resource }],
      });
    const whole = await file(bundle(person('p1', 'Parton')), 'whole.json');
    const first = await file(page(lab('o1', 'p1', '4.1'), 'next'), 'first.json');
    const second = await file(page(lab('o2', 'p1', '4.2'), 'previous', 'next'), 'second.json');
    const last = await file(page(lab('o3', 'p1', '4.3'), 'previous'), 'last.json');
    const next = ['one page of a longer answer: a next page exists'];
    expect((await fhirImport(whole, first, second, last)).files).toEqual([
      { path: first, remarks: next },
      { path: second, remarks: next },
      { path: last, remarks: ['one page of a longer answer: an earlier page exists'] },
    ]);
    expect(await valuesOf('Parton')).toEqual(['4.1', '4.2', '4.3']);
    expect(await fhirImport(whole)).not.toHaveProperty('files');
  });
});

it('takes a bulk export under whatever names, with its manifest and the words of its errors', async () => {
  const outcome = { resourceType: 'OperationOutcome', issue: [{ severity: 'error', details: { text: 'Group/3 was not exported' } }] };
  const manifest = { transactionTime: '2026-01-01T00:00:00Z', output: [{ type: 'Patient', url: 'x' }], error: [{ url: 'y' }] };
  const medication = { resourceType: 'Medication', id: 'd1', code: { text: 'Warfarin 5 MG' } };
  const ordered = order('m1', 'p2', { medicationCodeableConcept: undefined, medicationReference: { reference: 'Medication/d1' } });
  const paths = {
    orders: await file(`\ufeff\n${lines(ordered, lab('o1', 'p2', '4.4'))}`, 'orders.json'),
    manifest: await file(JSON.stringify(manifest), 'manifest.json'),
    errors: await file(lines(outcome, outcome), 'errors.ndjson'),
    others: await file(lines(person('p2', 'Pemberton'), medication), 'others.txt'),
  };
  const report = await fhirImport(...Object.values(paths));
  expect(report.files).toEqual([
    { path: paths.errors, remarks: ['error: Group/3 was not exported (2 times)'] },
    {
      path: paths.manifest,
      remarks: ['the manifest of a bulk export, not its data: it names 1 file of resources, 1 file of errors'],
    },
  ]);
  expect(report.resources).toMatchObject({ Observation: { imported: 1 }, MedicationRequest: { imported: 1 }, Patient: { imported: 1 } });
  expect(await intakesOf('Pemberton')).toMatchObject([{ name: 'Warfarin 5 MG' }]);
});

it('takes a list of resources and bundles, and names by its place what is neither', async () => {
  const inner = JSON.parse(bundle(lab('o1', 'p3', '4.1'), { ...lab('x', 'p3', '4.2'), id: undefined })) as object;
  const report = await fhirImport(await file(JSON.stringify([person('p3', 'Prescott'), inner, 'words']), 'list.json'));
  expect(report.skipped).toEqual([
    { reference: 'Observation (item 2, entry 2)', reason: 'no id: it could not be recognised again' },
    { reference: 'Unknown (list.json, item 3)', reason: 'no FHIR resource: it has no resourceType' },
  ]);
  expect((await resultsOf('Prescott')).length).toBe(1);
});

describe('a file of another format beside those of a bulk export', () => {
  const page = '<!DOCTYPE html>\n<html><body>502 Bad Gateway</body></html>';
  it('takes nothing with it, and what is missing is named', async () => {
    const people = await file(lines(person('p5', 'Pickford')), 'people-5.ndjson');
    const results = await file(lines(lab('o1', 'p5', '5.1'), lab('o2', 'p6', '5.2')), 'results-5.ndjson');
    const error = await file(page, 'Observation.json');
    const report = await fhirImport(error, people, results);
    expect(report.skipped).toContainEqual({
      reference: error,
      reason: `${error} is a web page (HTML), such as an error page in place of the file`,
    });
    expect(report.skipped).toContainEqual({ reference: 'Observation/o2', reason: 'its patient is not in the file' });
    expect(report.skipped).toHaveLength(2);
    expect(await valuesOf('Pickford')).toEqual(['5.1']);
  });

  it('takes all with it where its name says that it is one of them', async () => {
    const people = await file(lines(person('p7', 'Pinkerton')), 'people-7.ndjson');
    const error = await file(page, 'Observation-7.ndjson');
    const good = await file(bundle(person('p8', 'Plumley')), 'good-8.json');
    const report = await fhirImport(people, error, good);
    expect(report.skipped.map(({ reference }) => reference)).toEqual([error, people]);
    expect(report.skipped[1]!.reason).toBe('another file of its export cannot be read');
    expect(report.patients).toBe(1);
  });

  it('is a unit of its own as one document, under the name of NDJSON too', async () => {
    const people = await file(lines(person('p9', 'Pomfret')), 'people-9.ndjson');
    const other = await file(JSON.stringify(JSON.parse(bundle(person('p9', 'Portman'))), null, 1), 'other-9.ndjson');
    const report = await fhirImport(people, other);
    expect(report.skipped.filter(({ reason }) => reason.includes('in the file'))).toEqual([]);
  });

  it('that is broken in its second line loses only that', async () => {
    const path = await file(`${lines(person('p10', 'Prewett'))}\n}\n${lines(lab('o1', 'p10', '5.5'))}`, 'broken-10.ndjson');
    const others = await file(lines(lab('o2', 'p10', '5.6')), 'others-10.ndjson');
    const report = await fhirImport(path, others);
    expect(report.skipped).toEqual([{ reference: 'Unknown (broken-10.ndjson, line 2)', reason: 'not JSON' }]);
    expect((await valuesOf('Prewett')).sort()).toEqual(['5.5', '5.6']);
  });
});
