import { randomUUID } from 'node:crypto';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import type { EventShape } from '#infra/event-store/decider';

/** The catalogues of the clinic, of which results and examinations are made. */
export interface Catalogues {
  parameters: readonly LabParameterView[];
  measurements: readonly MeasurementParameterView[];
}

/** One item of a record: its stream and the events on it. */
export interface Item {
  stream: string;
  events: EventShape[];
}

/** Of a hundred items. A laboratory report is one item of one to eight values. */
const MIX = { lab_result: 80, examination: 12, intake: 4, diagnosis: 2, comment: 2 };
const PARAMETERS = 60;
const YEARS = 25;
const DAY = 86_400_000;

const DRUGS = ['Metformin', 'Lisinopril', 'Atorvastatin', 'Methotrexate', 'Prednisone', 'Amlodipine', 'Omeprazole', 'Levothyroxine'];
const DISEASES = [
  ['I10', 'Essential (primary) hypertension'],
  ['E11.9', 'Type 2 diabetes mellitus without complications'],
  ['J06.9', 'Acute upper respiratory infection, unspecified'],
  ['M06.9', 'Rheumatoid arthritis, unspecified'],
  ['N39.0', 'Urinary tract infection, site not specified'],
  ['L20.9', 'Atopic dermatitis, unspecified'],
] as const;

/**
 * A record of so many items over 25 years, made up: the same mix and the same span whatever its length, so that only the number differs.
 * The same numbers give the same shapes; ids differ.
 */
export class LongRecord {
  private seed = 7;
  private readonly commented: string[] = [];

  constructor(
    private readonly patient_id: string,
    private readonly items: number,
    private readonly today: number,
    private readonly catalogues: Catalogues,
  ) {}

  *all(): Generator<Item> {
    for (let n = 0; n < this.items; n++) {
      const at = (n * 37) % 100;
      const days = Math.floor(((this.items - n) / this.items) * YEARS * 365.25);
      const day = new Date(this.today - days * DAY).toISOString().slice(0, 10);
      if (at < MIX.lab_result || this.commented.length === 0) yield this.result(day);
      else if (at < MIX.lab_result + MIX.examination) yield this.examination(day);
      else if (at < MIX.lab_result + MIX.examination + MIX.intake) yield this.intake(day);
      else if (at < 100 - MIX.comment) yield this.diagnosis(day);
      else yield this.comment();
    }
  }

  private result(day: string): Item {
    const lab_result_id = randomUUID();
    this.commented.push(lab_result_id);
    const known = this.catalogues.parameters.slice(0, PARAMETERS);
    const from = this.below(known.length);
    const parameters = known.slice(from, from + 1 + this.below(8)).map(({ id, primary_alias, unit, usual_ranges: [usual] }, n) => {
      const [min, max] = [usual?.min ?? null, usual?.max ?? '100'];
      const value = Number(max) * (0.4 + this.below(90) / 100);
      return { entry_id: `e${n}`, parameter_id: id, name: primary_alias, value: value.toPrecision(3), unit, min, max };
    });
    const data = {
      lab_result_id,
      patient_id: this.patient_id,
      origin: 'manual',
      collected: `${day}T08:30:00`,
      draft: this.below(100) === 0,
    };
    const events: EventShape[] = [{ type: 'LabResultRecorded', data: { ...data, parameters, comment: 'New entry' } }];
    return { stream: `lab_result-${lab_result_id}`, events };
  }

  private examination(day: string): Item {
    const examination_id = randomUUID();
    const measured: Record<string, [from: number, span: number, unit: string]> = {
      Weight: [70, 12, 'kg'],
      Height: [1.7, 0.01, 'm'],
    };
    const measurements = this.catalogues.measurements.slice(0, 6).map(({ id, name, normalization_type }, n) => {
      const [from, span, unit] = measured[normalization_type] ?? [60, 60, ''];
      const value = (from + (span * this.below(100)) / 100).toFixed(from < 2 ? 2 : 0);
      return { entry_id: `m${n}`, parameter_id: id, parameter_name: name, parameter_value: value, unit, normalization_type };
    });
    const data = {
      examination_id,
      patient_id: this.patient_id,
      origin: 'manual',
      collected: `${day}T09:00:00`,
      draft: false,
      measurements,
    };
    const events = [{ type: 'ExaminationRecorded', data: { ...data, note_writer: 'Helen Hart', comment: 'New entry' } }];
    return { stream: `examination-${examination_id}`, events };
  }

  private intake(day: string): Item {
    const intake_id = randomUUID();
    const name = DRUGS[this.below(DRUGS.length)]!;
    const time_to = this.below(10) === 0 ? null : `${later(day, 10 + this.below(300))}T00:00:00`;
    const data = {
      intake_id,
      patient_id: this.patient_id,
      origin: 'manual',
      medication: { proprietary_name: name, nonproprietary_name: name, form: 'tablet', route: 'oral', strength: '10 mg' },
      is_generic_selected: true,
      schedule_kind: 'Regular',
      time_from: `${day}T00:00:00`,
      time_to,
      until_discontinued: time_to === null,
      duration: null,
      duration_unit: 'Day',
      form: 'per tablet',
      quantity: 1,
      frequency: 1 + this.below(2),
      period: 1,
      period_unit: 'Day',
      as_needed: false,
      dosages: [{ nonproprietary_name: name, step: 1, days: null, dose: '10', unit: 'mg' }],
      repeat_therapy: false,
      repeat: null,
      repeat_unit: 'Month',
      repeat_time_to: null,
      repeat_until_discontinued: false,
      notes: '',
      draft: false,
      comment: 'New entry',
    };
    return { stream: `intake-${intake_id}`, events: [{ type: 'IntakeRecorded', data }] };
  }

  private diagnosis(day: string): Item {
    const diagnosis_id = randomUUID();
    const [code, text] = DISEASES[this.below(DISEASES.length)]!;
    const data = {
      diagnosis_id,
      patient_id: this.patient_id,
      origin: 'manual',
      disease: { code, text },
      time_from: `${day}T00:00:00`,
      time_to: this.below(6) === 0 ? null : `${later(day, 5 + this.below(60))}T00:00:00`,
      draft: false,
      comment: 'New entry',
    };
    return { stream: `diagnosis-${diagnosis_id}`, events: [{ type: 'DiagnosisRecorded', data }] };
  }

  private comment(): Item {
    const comment_id = randomUUID();
    const lab_result_id = this.commented[this.below(this.commented.length)]!;
    const data = {
      comment_id,
      patient_id: this.patient_id,
      lab_result_id,
      by_patient: false,
      comment: 'Looked at together with the ward.',
    };
    return { stream: `comment-${comment_id}`, events: [{ type: 'CommentWritten', data }] };
  }

  /** A whole number below the given one; the same sequence at each run. */
  private below(end: number): number {
    this.seed = (Math.imul(this.seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.seed / 2 ** 32) * end);
  }
}

const later = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
