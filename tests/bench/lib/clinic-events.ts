import { randomUUID } from 'node:crypto';
import type { LabValue } from '#contracts/observations/lab-values';
import type { RecognisedRow } from '#contracts/observations/recognition';
import type { EventShape } from '#infra/event-store/decider';

/** One stream of a clinic's life, from its first event to its last. */
export interface Story {
  stream: string;
  events: EventShape[];
  scope: { organization_id?: string; patient_id?: string };
}

const names = [
  'Morgan',
  'Ortiz',
  'Kim',
  'Fischer',
  'Novak',
  'Brandt',
  'Rossi',
  'Okafor',
  'Schneider',
  'Park',
  'Hart',
  'Weaver',
  'Quill',
  'Doeman',
];
const firsts = ['Ava', 'Liam', 'Grace', 'Noah', 'Emma', 'Oliver', 'Sofia', 'Ethan', 'Mia', 'Ella', 'Janet', 'Peter', 'Ruth', 'Helen'];
const lines = [
  ['Hemoglobin A1c', '%', '4.0', '5.6'],
  ['Glucose', 'mg/dL', '65', '99'],
  ['Creatinine', 'mg/dL', '0.60', '1.20'],
  ['eGFR', 'mL/min/1.73m2', '60', null],
  ['Potassium', 'mmol/L', '3.5', '5.1'],
  ['Hemoglobin', 'g/dL', '12.0', '15.5'],
  ['MCV', 'fL', '80', '100'],
  ['Ferritin', 'ng/mL', '13', '150'],
  ['TSH', 'mIU/L', '0.40', '4.50'],
  ['LDL cholesterol', 'mg/dL', null, '100'],
  ['HDL cholesterol', 'mg/dL', '40', null],
  ['ALT', 'U/L', '9', '46'],
  ['AST', 'U/L', '10', '40'],
] as const;

/**
 * A clinic at work, made up: patients registered and corrected, their results recorded, corrected and removed, reports uploaded, read and
 * validated, people signing in. The same numbers give the same shapes; ids differ.
 */
export class ClinicEvents {
  private seed = 1;
  private readonly parameters = lines.map(() => randomUUID());

  constructor(
    private readonly organization_id: string,
    private readonly users: readonly string[],
  ) {}

  /** Everything around one patient: about a hundred events. */
  *patient(): Generator<Story> {
    const patient_id = randomUUID();
    const scope = { organization_id: this.organization_id, patient_id };
    const registered = this.person(patient_id);
    const corrected = { type: 'PatientCorrected', data: { ...registered, comment: 'Name as in the passport' } };
    const events = [{ type: 'PatientRegistered', data: registered }, ...(this.chance(0.3) ? [corrected] : [])];
    yield { stream: `patient-${patient_id}`, events, scope };
    for (let n = 0; n < 55; n++) yield { ...this.result(patient_id), scope };
    for (let n = 0; n < 4; n++) yield* this.report(patient_id, registered.first_name, registered.last_name);
    for (let n = 0; n < 6; n++) yield this.session();
  }

  private person(patient_id: string) {
    return {
      patient_id,
      organization_id: this.organization_id,
      first_name: this.oneOf(firsts),
      last_name: this.oneOf(names),
      sex: this.oneOf(['Female', 'Male']),
      date_of_birth: `${1930 + this.below(80)}-0${1 + this.below(9)}-1${this.below(9)}T00:00:00`,
      city_of_birth: 'Springfield',
      country_of_birth: 'USA',
      social_security_number: `900${String(this.below(1_000_000)).padStart(6, '0')}`,
      agreed_to_research: true,
      fhir_synchronization_enabled: false,
      comment: 'New entry',
    };
  }

  private result(patient_id: string): Omit<Story, 'scope'> {
    const lab_result_id = randomUUID();
    const data = { lab_result_id, patient_id, collected: this.day(), draft: false, parameters: this.values(), comment: 'New entry' };
    const events: EventShape[] = [{ type: 'LabResultRecorded', data: { ...data, origin: 'manual' } }];
    if (this.chance(0.2)) events.push({ type: 'LabResultCorrected', data: { ...data, parameters: this.values(), comment: 'Misread' } });
    if (this.chance(0.03)) events.push({ type: 'LabResultRemoved', data: { lab_result_id, patient_id, comment: 'Twice' } });
    return { stream: `lab_result-${lab_result_id}`, events };
  }

  /** A report of one page, and the result that was saved from it. */
  private *report(patient_id: string, first_name: string, last_name: string): Generator<Story> {
    const [report_id, page_id, collected] = [randomUUID(), randomUUID(), this.day()];
    const { organization_id } = this;
    const values = this.values();
    const match = { patient_id, candidates: 1, inherited: false };
    const person = { patient_first_name: first_name, patient_last_name: last_name, date_of_birth: null, date_collected: null };
    const recognition = {
      page: 1,
      recognition_rate: 1,
      ...person,
      header_regions: {},
      header_doubts: {},
      width: 1700,
      height: 2200,
      source: 'image',
      row_data: values.map(asRow),
    };
    const read = { report_id, page_id, page_number: 1, status: 'ValidationRequired', recognition_rate: 1, match, recognition, saved: [] };
    const row_data = values.map((entry) => ({ id: entry.entry_id, ignored: false, entry }));
    const uploaded = {
      report_id,
      organization_id,
      content_type: 'application/pdf',
      bytes: 90_000,
      ocr_type: 'tesseract',
      name: 'report.pdf',
    };
    yield {
      stream: `report-${report_id}`,
      scope: { organization_id },
      events: [
        { type: 'ReportUploaded', data: uploaded },
        { type: 'ReadingStarted', data: { report_id, attempt: 1 } },
        { type: 'PageRead', data: read },
        { type: 'ReadingFinished', data: { report_id } },
        { type: 'PageValidated', data: { report_id, page_id, patient_id, collected, row_data, comment: 'Read from report.pdf, page 1' } },
      ],
    };
    const lab_result_id = randomUUID();
    const result = { lab_result_id, patient_id, origin: 'ocr', file_id: report_id, page_id, collected, draft: false, parameters: values };
    yield {
      stream: `lab_result-${lab_result_id}`,
      scope: { organization_id, patient_id },
      events: [{ type: 'LabResultRecorded', data: { ...result, comment: 'Read from report.pdf, page 1' } }],
    };
  }

  private session(): Story {
    const session_id = randomUUID();
    const events = [
      { type: 'SignedIn', data: { session_id, user_id: this.oneOf(this.users) } },
      { type: 'SignedOut', data: { session_id } },
    ];
    return { stream: `session-${session_id}`, events, scope: {} };
  }

  private values(): LabValue[] {
    const from = this.below(lines.length - 4);
    return lines.slice(from, from + 3 + this.below(8)).map(([name, unit, min, max], n) => ({
      entry_id: `e${n}`,
      parameter_id: this.parameters[from + n]!,
      name,
      value: String(1 + this.below(2000) / 10),
      unit,
      min,
      max,
      ...(max === null ? { no_upper_limit: true } : {}),
    }));
  }

  private day(): string {
    return `20${10 + this.below(16)}-0${1 + this.below(9)}-${10 + this.below(19)}T08:30:00`;
  }

  private oneOf<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  private chance(share: number): boolean {
    return this.below(1000) < share * 1000;
  }

  /** A whole number below the given one; the same sequence at each run. */
  private below(end: number): number {
    this.seed = (Math.imul(this.seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.seed / 2 ** 32) * end);
  }
}

const asRow = ({ entry_id, parameter_id, name, value, unit, min, max }: LabValue, n: number): RecognisedRow => {
  const at = (left: number, right: number) => ({ top: 300 + 40 * n, left, right, bottom: 330 + 40 * n });
  return {
    id: entry_id,
    region: at(100, 1500),
    field_value: {
      name: { field_value: name, region: at(100, 500) },
      value: { field_value: value ?? '', region: at(600, 750) },
      range: { field_value: `${min ?? ''} - ${max ?? ''}`, region: at(1000, 1200) },
      unit: { field_value: unit, region: at(800, 950) },
    },
    value,
    min,
    max,
    parameter_id: parameter_id ?? '',
    matched_alias: name,
    confidence: 0.97,
    doubts: [],
  };
};
