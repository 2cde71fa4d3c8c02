import { v5 as uuidv5 } from 'uuid';
import type { LabResultCommand } from '#contracts/lab/lab-results';
import type { PatientCommand } from '#contracts/people/patients';
import type { ReportCommand } from '#contracts/reports/reports';
import { createdId } from '#infra/http/command-key';

const SPACE = '0d8a1a52-7c0b-4a55-9d5a-1f8c1c2b7e90';

/** How many people work at the same time. */
export const CLIENTS = 8;
/** Steps that a client takes for each of its patients. */
export const CYCLE = 8;

/** One thing that one client does. Everything about it follows from the client and the step's number, so that it can be done again after a crash. */
export interface Step {
  client: number;
  k: number;
  command: PatientCommand | LabResultCommand | ReportCommand;
  /** Where its one event belongs, and at which revision. */
  stream: string;
  version: number;
  /** Somebody else may hold the number: then the answer is 409 and nothing is written. */
  contended?: true;
}

export interface Whose {
  organization_id: string;
  /** Whether reports are uploaded, to be read by jobs. */
  reports: boolean;
}

const commandId = (client: number, k: number): string => uuidv5(`${client}/${k}`, SPACE);

const ninth = (first: number, group: number, n: number): string => `${first}${String(group).padStart(2, '0')}${String(n).padStart(6, '0')}`;

const person = (client: number, n: number) => ({
  first_name: 'Ada',
  last_name: `Client ${client} patient ${n}`,
  sex: 'Female' as const,
  date_of_birth: '1961-03-09T00:00:00',
  city_of_birth: 'Bern',
  country_of_birth: 'Switzerland',
  email: 'patient@example.org',
  agreed_to_research: true,
  fhir_synchronization_enabled: false,
});

const values = (value: string) => ({
  collected: '2025-08-14T00:00:00',
  draft: false,
  parameters: [{ entry_id: 'a', parameter_id: null, name: 'Creatinine', value, unit: 'mg/dL', min: '0.6', max: '1.3' }],
});

/** The n-th main patient of a client. */
export const patientOf = (client: number, n: number): string => createdId(commandId(client, n * CYCLE), 'patient');
/** Of the patient whom the k-th step of a client is about. */
export const lastNameOf = (client: number, k: number): string => person(client, Math.floor(k / CYCLE)).last_name;

/** The patient that a name of this script belongs to. */
export const patientNamed = (last_name: string): string | undefined => {
  const [, client, n] = /^Client (\d+) patient (\d+)$/.exec(last_name) ?? [];
  return client === undefined ? undefined : patientOf(Number(client), Number(n));
};

/**
 * The k-th step of a client: a patient is registered and corrected, results are recorded and corrected, a report is uploaded; two clients
 * ask for the same number; the patient before is removed and its number asked for again.
 */
export const stepOf = (client: number, k: number, { organization_id, reports }: Whose): Step => {
  const [n, turn] = [Math.floor(k / CYCLE), k % CYCLE];
  const command_id = commandId(client, k);
  const at = (version: number, stream: string, command: Step['command'], contended?: true): Step => ({
    client,
    k,
    command,
    stream,
    version,
    ...(contended && { contended }),
  });
  const patient_id = patientOf(client, n);
  const register = (number: string, contended?: true): Step => {
    const id = createdId(command_id, 'patient');
    const own = { patient_id: id, organization_id, may_set_email: true, comment: 'New entry', social_security_number: number };
    return at(0, `patient-${id}`, { type: 'RegisterPatient', command_id, data: { ...person(client, n), ...own } }, contended);
  };
  const record = (): Step => {
    const lab_result_id = createdId(command_id, 'lab-result');
    const data = { lab_result_id, patient_id, ...values(`1.${k}`), comment: 'New entry' };
    return at(0, `lab_result-${lab_result_id}`, { type: 'RecordLabResult', command_id, data });
  };
  switch (turn) {
    case 0:
      return register(ninth(1, client, n));
    case 1: {
      const data = { ...person(client, n), city_of_birth: 'Thun', patient_id, version: 0, may_set_email: true, comment: 'Moved' };
      const social_security_number = ninth(1, client, n);
      return at(1, `patient-${patient_id}`, { type: 'CorrectPatient', command_id, data: { ...data, social_security_number } });
    }
    case 3: {
      const lab_result_id = createdId(commandId(client, k - 1), 'lab-result');
      const data = { lab_result_id, version: 0, ...values(`2.${k}`), comment: 'Misread' };
      return at(1, `lab_result-${lab_result_id}`, { type: 'CorrectLabResult', command_id, data });
    }
    case 4: {
      if (!reports) return record();
      const report_id = createdId(command_id, 'report');
      const file = { name: 'report.pdf', content_type: 'application/pdf', bytes: 100, ocr_type: 'tesseract' as const };
      return at(0, `report-${report_id}`, { type: 'UploadReport', command_id, data: { report_id, organization_id, ...file } });
    }
    case 5:
      return register(ninth(2, client >> 1, n), true);
    case 6: {
      if (n === 0) return record();
      const removed = patientOf(client, n - 1);
      const data = { patient_id: removed, version: 1, comment: 'Entered twice' };
      return at(2, `patient-${removed}`, { type: 'RemovePatient', command_id, data });
    }
    case 7:
      return n === 0 ? record() : register(ninth(1, client, n - 1), true);
    default:
      return record();
  }
};
