import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ExaminationView } from '#contracts/examinations/examinations';
import type { IntakeView } from '#contracts/treatments/intake-views';
import type { LabResultView } from '#contracts/lab/lab-results';
import type { DiagnosisView } from '#contracts/diagnoses/diagnoses';
import { diagnoses } from '#projections/diagnoses/diagnoses.projection';
import { examinations } from '#projections/examinations/examinations.projection';
import { intakes } from '#projections/intakes/intakes.projection';
import { labResults } from '#projections/lab-results/lab-results.projection';
import { clinic } from '#services/cli/demo/clinic';
import {
  all,
  bundle,
  fhirImport,
  file,
  head,
  kernel,
  lab,
  lines,
  pathOf,
  intakesOf,
  patientNamed,
  resultsOf,
  person,
  startFhirClinic,
  take,
  version,
  vital,
} from './fhir-clinic.ts';
import { addPatient } from './kernel.ts';

const { organization_id } = clinic;

startFhirClinic();

it('takes a bundle into the records of the clinic, and the same bundle again changes nothing', async () => {
  const entries = [
    person('p1', 'Ashdown', version('1')),
    lab('o1', 'p1', '4.1', { referenceRange: [{ low: { value: 3.5 }, high: { value: 5.1 } }] }),
    lab('o2', 'p1', '139', { code: { coding: [{ system: 'http://loinc.org', code: '2951-2' }], text: 'Sodium' } }),
    vital('o3', 'p1', '29463-7', 'Body weight', 70.5, 'kg'),
    vital('o4', 'p1', '8302-2', 'Body height', 170, 'cm'),
    {
      resourceType: 'DiagnosticReport',
      id: 'r1',
      status: 'final',
      code: { text: 'Basic panel' },
      subject: { reference: 'Patient/p1' },
      result: [{ reference: 'Observation/o1' }, { reference: 'Observation/o2' }],
    },
    {
      resourceType: 'Condition',
      id: 'c1',
      subject: { reference: 'Patient/p1' },
      code: { coding: [{ system: 'http://snomed.info/sct', code: '44054006', display: 'Type 2 diabetes' }] },
      onsetDateTime: '2019',
    },
    {
      resourceType: 'MedicationRequest',
      id: 'm1',
      status: 'active',
      intent: 'order',
      subject: { reference: 'Patient/p1' },
      authoredOn: '2024-02-01',
      medicationCodeableConcept: { text: 'Metformin 500 MG' },
      dosageInstruction: [
        {
          text: '500 mg twice a day',
          timing: { repeat: { frequency: 2, period: 1, periodUnit: 'd' } },
          doseAndRate: [{ doseQuantity: { value: 500, unit: 'mg' } }],
        },
      ],
    },
    { resourceType: 'AllergyIntolerance', id: 'a1', patient: { reference: 'Patient/p1' } },
  ];
  const first = await take(...entries);
  expect(first.patients).toBe(1);
  expect(first.resources).toEqual({
    AllergyIntolerance: { read: 1, imported: 0, unchanged: 0, skipped: 1 },
    Condition: { read: 1, imported: 1, unchanged: 0, skipped: 0 },
    DiagnosticReport: { read: 1, imported: 1, unchanged: 0, skipped: 0 },
    MedicationRequest: { read: 1, imported: 1, unchanged: 0, skipped: 0 },
    Observation: { read: 4, imported: 4, unchanged: 0, skipped: 0 },
    Patient: { read: 1, imported: 1, unchanged: 0, skipped: 0 },
  });
  expect(first.skipped).toEqual([
    { reference: 'AllergyIntolerance/a1', reason: 'AllergyIntolerance is not a kind of resource that is taken' },
  ]);

  const { id: patient_id } = await patientNamed('Ashdown');
  const filter = { patient_id: { eq: patient_id } };
  const results = await all<LabResultView>(labResults, filter);
  expect(results).toMatchObject([
    {
      origin: 'fhir',
      collected: '2025-03-01T08:30:00',
      comment: 'Imported from County hospital: Basic panel',
      parameters: [
        { name: 'Potassium', value: '4.1', min: '3.5', max: '5.1', unit: 'mmol/L' },
        { name: 'Sodium', value: '139' },
      ],
    },
  ]);
  expect(results[0]!.parameters.every(({ parameter_id }) => parameter_id !== null)).toBe(true);
  const [visit, ...others] = await all<ExaminationView>(examinations, filter);
  expect(others).toEqual([]);
  expect(visit!.measurements.map(({ parameter_name, parameter_value, unit }) => [parameter_name, parameter_value, unit])).toEqual([
    ['Body weight', '70.5', 'kg'],
    ['Body height', '170', 'cm'],
  ]);
  expect(await all<DiagnosisView>(diagnoses, filter)).toMatchObject([
    { disease_name: 'Type 2 diabetes', icd: null, time_from: '2019-01-01T00:00:00', time_from_precision: 'year', origin: 'fhir' },
  ]);
  expect(await all<IntakeView>(intakes, filter)).toMatchObject([{ origin: 'fhir', dosage_text: '500 mg twice a day', frequency: 2 }]);

  const before = await head();
  const again = await take(...entries);
  expect(await head()).toBe(before);
  expect(again.patients).toBe(1);
  for (const [type, counts] of Object.entries(again.resources)) {
    const { read } = counts;
    expect([type, counts]).toEqual([
      type,
      type === 'AllergyIntolerance'
        ? { read, imported: 0, unchanged: 0, skipped: read }
        : { read, imported: 0, unchanged: read, skipped: 0 },
    ]);
  }
});

it('brings one value to its newer version, and leaves the others of its report', async () => {
  await take(person('p2', 'Brightwell'), lab('o1', 'p2', '4.1', version('1')), lab('o2', 'p2', '139'));
  const newer = await take(person('p2', 'Brightwell'), lab('o1', 'p2', '5.9', { ...version('2'), status: 'corrected' }));
  expect(newer.resources['Observation']).toEqual({ read: 1, imported: 1, unchanged: 0, skipped: 0 });
  const older = await take(person('p2', 'Brightwell'), lab('o1', 'p2', '4.1', version('1')));
  expect(older.resources['Observation']).toMatchObject({ imported: 0, unchanged: 1 });
  const [result, ...others] = await resultsOf('Brightwell');
  expect(others).toEqual([]);
  expect(result!.parameters).toMatchObject([
    { value: '5.9', corrected_from: { value: '4.1' }, reported_status: 'corrected' },
    { value: '139' },
  ]);
});

it('takes out what was entered in error, and names what it never had', async () => {
  await take(
    person('p3', 'Calloway'),
    lab('o1', 'p3', '4.1'),
    lab('o2', 'p3', '41'),
    vital('o3', 'p3', '8867-4', 'Heart rate', 720, '/min'),
  );
  const { id } = await patientNamed('Calloway');
  const wrong = { status: 'entered-in-error' };
  const report = await take(
    person('p3', 'Calloway'),
    lab('o2', 'p3', '41', wrong),
    vital('o3', 'p3', '8867-4', 'Heart rate', 720, '/min', wrong),
    lab('o9', 'p3', '9', wrong),
  );
  expect(report.resources['Observation']).toEqual({ read: 3, imported: 2, unchanged: 0, skipped: 1 });
  expect(report.skipped).toEqual([{ reference: 'Observation/o9', reason: 'entered in error' }]);
  expect(await all<LabResultView>(labResults, { patient_id: { eq: id } })).toMatchObject([{ parameters: [{ value: '4.1' }] }]);
  expect(await all<ExaminationView>(examinations, { patient_id: { eq: id } })).toEqual([]);
});

it('moves a value whose date was corrected, and never shows it twice', async () => {
  await take(person('p4', 'Dunmore'), lab('o1', 'p4', '4.1'), lab('o2', 'p4', '139'));
  await take(person('p4', 'Dunmore'), lab('o1', 'p4', '4.1', { effectiveDateTime: '2025-02-01T08:30:00Z' }));
  const results = await resultsOf('Dunmore');
  expect(results.map(({ collected, parameters }) => [collected, parameters.map(({ value }) => value)]).sort()).toEqual([
    ['2025-02-01T08:30:00', ['4.1']],
    ['2025-03-01T08:30:00', ['139']],
  ]);
});

describe('ruling 25: a person that cannot be told for certain', () => {
  it('under an id that is somebody else here is not taken', async () => {
    await take(person('p5', 'Eastgate'));
    const other = await take(person('p5', 'Fairfax', { birthDate: '1990-01-01' }), lab('o1', 'p5', '4.1'));
    expect(other.skipped).toEqual([
      { reference: 'Patient/p5', reason: 'this id belongs to another person here: tell the senders apart with --source' },
      { reference: 'Observation/o1', reason: 'its patient was not taken' },
    ]);
  });

  const ssn = (value: string) => ({ identifier: [{ system: 'http://hl7.org/fhir/sid/us-ssn', value }] });
  it('with the number, name and birth date of a record of the clinic is that record', async () => {
    const own = {
      organization_id,
      first_name: 'Nora',
      last_name: 'Greaves',
      date_of_birth: '1971-02-03T00:00:00',
      social_security_number: '900771234',
    };
    const patient_id = await addPatient(kernel(), own);
    const report = await take(person('p6', 'Greaves', ssn('900-77-1234')), lab('o1', 'p6', '4.1'));
    expect(report.resources['Patient']).toMatchObject({ imported: 0, unchanged: 1 });
    expect(await all<LabResultView>(labResults, { patient_id: { eq: patient_id } })).toHaveLength(1);
    expect((await patientNamed('Greaves')).id).toBe(patient_id);
  });
  it('with the number of somebody else is not taken', async () => {
    await addPatient(kernel(), { organization_id, last_name: 'Holloway', social_security_number: '900779999' });
    const report = await take(person('p7', 'Ives', ssn('900-77-9999')));
    expect(report.skipped).toMatchObject([{ reference: 'Patient/p7' }]);
  });
});

it('finds what refers to each other: urn:uuid, absolute addresses, contained medications', async () => {
  const uuid = 'urn:uuid:0b1f7c0e-7d7e-4b7e-9a43-3a5a0d3c1d11';
  const path = await file(
    JSON.stringify({
      resourceType: 'Bundle',
      entry: [
        { fullUrl: uuid, resource: { ...person('', 'Jessop'), id: undefined } },
        {
          fullUrl: 'https://fhir.example/r4/Medication/x',
          resource: { resourceType: 'Medication', id: 'x', code: { text: 'Lisinopril 10 mg' } },
        },
        {
          resource: {
            resourceType: 'MedicationStatement',
            id: 's1',
            status: 'active',
            subject: { reference: uuid },
            medicationReference: { reference: 'https://fhir.example/r4/Medication/x' },
            effectivePeriod: { start: '2024-01-01', end: '2024-02-01' },
          },
        },
        {
          resource: {
            resourceType: 'MedicationStatement',
            id: 's2',
            status: 'active',
            subject: { reference: uuid },
            contained: [{ resourceType: 'Medication', id: 'in', code: { text: 'Bisoprolol 2.5 mg' } }],
            medicationReference: { reference: '#in' },
            effectiveDateTime: '2025',
          },
        },
      ],
    }),
  );
  expect((await fhirImport(path)).resources).toMatchObject({
    Patient: { imported: 1 },
    MedicationStatement: { imported: 2 },
    Medication: { skipped: 1 },
  });
  const names = (await intakesOf('Jessop')).map(({ medication }) => medication.nonproprietary_name);
  expect(names.sort()).toEqual(['Bisoprolol 2.5 mg', 'Lisinopril 10 mg']);
});

it('reads gzip, NDJSON of several files together, and single resources', async () => {
  const people = await file(gzipSync(lines(person('p8', 'Kettering'), person('p9', 'Lamport'))), 'Patient.ndjson.gz');
  const values = await file(lines(lab('n1', 'p8', '4.1'), lab('n2', 'p9', '4.2')), 'Observation.ndjson');
  const alone = await file(JSON.stringify(person('p10', 'Mostyn')));
  const report = await fhirImport(people, values, alone);
  expect(report).toMatchObject({ patients: 3, resources: { Patient: { imported: 3 }, Observation: { imported: 2 } }, skipped: [] });
  // without its patient in the file: the record that an earlier import made
  const later = await file(lines(lab('n3', 'p8', '4.9', { effectiveDateTime: '2025-04-01' })), 'later.ndjson');
  expect(await fhirImport(later)).toMatchObject({ resources: { Observation: { imported: 1 } }, skipped: [] });
});

it('keeps the digits of numbers as they were written', async () => {
  const written = bundle(person('p11', 'Norwood'), lab('d1', 'p11', '0')).replace('"value":0,', '"value":7.10,');
  await fhirImport(await file(written));
  expect(await resultsOf('Norwood')).toMatchObject([{ parameters: [{ value: '7.10' }] }]);
});

it.each([
  ['a file that is not there', undefined, 'There is no file'],
  ['no JSON', 'hello', 'is not JSON'],
  ['JSON that is no FHIR', '{"a":1}', 'is no FHIR resource'],
  ['half a gzip', gzipSync(bundle(person('x', 'X'))).subarray(0, 60), 'cannot be read'],
])('says what is wrong with %s, and takes nothing', async (_what, content, message) => {
  const before = await head();
  const path = content === undefined ? pathOf('missing.json') : await file(content);
  await expect(fhirImport(path)).rejects.toThrow(message);
  expect(await head()).toBe(before);
});

const samples = resolve('../shared/data/fhir');
(existsSync(samples) ? describe : describe.skip)('the sample bundles (../shared/data/fhir; skipped where they are not)', () => {
  it.each([
    'derived/ranges-edgecases.json.gz',
    'google-synthea-hiv/Georgianne697_Jerde200.json.gz',
    'hl7au/patient-howe-deangelo.json.gz',
    'us-core/patient-example.json.gz',
    'smart-synthea/Loria_Jenkins.json.gz',
  ])(
    '%s: every resource is imported or named, and a second time unchanged',
    async (name) => {
      const first = await fhirImport(join(samples, name));
      for (const [type, { read, imported, unchanged, skipped }] of Object.entries(first.resources)) {
        expect([type, imported + unchanged + skipped]).toEqual([type, read]);
      }
      expect(first.resources['Observation']!.imported).toBeGreaterThan(5);
      const before = await head();
      const second = await fhirImport(join(samples, name));
      expect(await head()).toBe(before);
      for (const [type, { imported }] of Object.entries(second.resources)) expect([type, imported]).toEqual([type, 0]);
    },
    120_000,
  );
});
