import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DiagnosisView } from '#contracts/diagnoses/diagnoses';
import type { ExaminationView } from '#contracts/examinations/examinations';
import type { IntakeView } from '#contracts/treatments/intake-views';
import type { LabResultView } from '#contracts/lab/lab-results';
import type { PatientView } from '#contracts/people/patients';
import { diagnoses } from '#projections/diagnoses/diagnoses.projection';
import { examinations } from '#projections/examinations/examinations.projection';
import { intakes } from '#projections/intakes/intakes.projection';
import { labResults } from '#projections/lab-results/lab-results.projection';
import { patients } from '#projections/records/patients.projection';
import { clinic } from '#services/cli/demo/clinic';
import { importConsumer } from '#services/cli/import-fhir';
import { explainedOperations } from '#services/cli/operations';
import type { ImportConsumer } from '#services/fhir-import/import.consumer';
import type { ImportReport } from '#services/fhir-import/tally';
import { bringClinicAndCatalogues, type Running, run, temporaryFolder } from './kernel.ts';

const SOURCE = 'County hospital';
const { organization_id } = clinic;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: Running;
let consumer: ImportConsumer;
let number = 0;

/** A clinic with its catalogues, into which files are imported. Call once, at the top of a spec. */
export const startFhirClinic = (): void => {
  beforeAll(async () => {
    folder = await temporaryFolder();
    await mkdir(join(folder.path, 'data'));
    running = await run(join(folder.path, 'data'));
    await bringClinicAndCatalogues(running.kernel);
    await running.settled();
    consumer = importConsumer(running.kernel);
    await consumer.start();
  }, 120_000);
  afterAll(async () => {
    await consumer.stop();
    await running.close();
    await folder.remove();
  });
};

export const kernel = () => running.kernel;
export const pathOf = (name: string): string => join(folder.path, name);

export const file = async (content: string | Buffer, name = `bundle-${++number}.json`): Promise<string> => {
  const path = pathOf(name);
  await writeFile(path, content);
  return path;
};
export const fhirImport = async (...paths: string[]): Promise<ImportReport> => {
  const args = { paths, organization: clinic.name, source: SOURCE };
  return (await explainedOperations(running.kernel)['fhir import'](args, () => undefined)) as ImportReport;
};
export const bundle = (...resources: object[]) =>
  JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) });
export const lines = (...resources: object[]) => resources.map((resource) => JSON.stringify(resource)).join('\n');
export const take = async (...resources: object[]): Promise<ImportReport> => fhirImport(await file(bundle(...resources)));

/** The content of a file in fhir-cases. */
export const caseText = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`./fhir-cases/${name}.json`, import.meta.url)), 'utf8');
export const takeCase = async (name: string): Promise<ImportReport> => fhirImport(await file(await caseText(name)));

export const head = () => running.kernel.log.store.head();
export const all = async <D>(projection: { name: string; version: number }, filter: Record<string, unknown>): Promise<D[]> => {
  await running.settled();
  const { items } = await running.kernel.reader.find<D>(projection, { filter: filter as never });
  return items.map(({ data }) => data);
};
export const patientsNamed = async (last_name: string): Promise<PatientView[]> =>
  (await all<PatientView>(patients, { organization_id: { eq: organization_id } })).filter((one) => one.last_name === last_name);
export const patientNamed = async (last_name: string): Promise<PatientView> => {
  const found = await patientsNamed(last_name);
  expect(found).toHaveLength(1);
  return found[0]!;
};

const itemsOf =
  <D>(projection: { name: string; version: number }) =>
  async (last_name: string): Promise<D[]> =>
    all<D>(projection, { patient_id: { eq: (await patientNamed(last_name)).id } });
export const resultsOf = itemsOf<LabResultView>(labResults);
export const visitsOf = itemsOf<ExaminationView>(examinations);
export const diagnosesOf = itemsOf<DiagnosisView>(diagnoses);
export const intakesOf = itemsOf<IntakeView>(intakes);
export const valuesOf = async (last_name: string): Promise<string[]> =>
  (await resultsOf(last_name)).flatMap(({ parameters }) => parameters.map(({ value }) => value ?? '')).sort();

export const person = (id: string, family: string, rest: object = {}) => ({
  resourceType: 'Patient',
  id,
  name: [{ use: 'official', family, given: ['Nora', 'May'] }],
  gender: 'female',
  birthDate: '1971-02-03',
  ...rest,
});
export const lab = (id: string, patient: string, value: string, rest: object = {}) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  category: [{ coding: [{ code: 'laboratory' }] }],
  code: { coding: [{ system: 'http://loinc.org', code: '2823-3' }], text: 'Potassium' },
  subject: { reference: `Patient/${patient}` },
  encounter: { reference: 'Encounter/e1' },
  effectiveDateTime: '2025-03-01T08:30:00Z',
  valueQuantity: { value: Number(value), unit: 'mmol/L' },
  ...rest,
});
export const vital = (id: string, patient: string, code: string, text: string, value: number, unit: string, rest: object = {}) => ({
  ...lab(id, patient, String(value)),
  category: [{ coding: [{ code: 'vital-signs' }] }],
  code: { coding: [{ system: 'http://loinc.org', code }], text },
  valueQuantity: { value, unit },
  ...rest,
});
export const condition = (id: string, patient: string, rest: object = {}) => ({
  resourceType: 'Condition',
  id,
  subject: { reference: `Patient/${patient}` },
  code: { coding: [{ system: 'http://snomed.info/sct', code: '44054006', display: 'Type 2 diabetes' }] },
  onsetDateTime: '2019',
  ...rest,
});
export const order = (id: string, patient: string, rest: object = {}) => ({
  resourceType: 'MedicationRequest',
  id,
  status: 'active',
  intent: 'order',
  subject: { reference: `Patient/${patient}` },
  authoredOn: '2024-02-01',
  medicationCodeableConcept: { text: 'Metformin 500 MG' },
  ...rest,
});
/** The version that a resource says it has: the first one was changed last on the first day of a month, and so on. */
export const version = (versionId: string) => ({ meta: { versionId, lastUpdated: `2025-05-0${versionId}T00:00:00Z` } });
