import type { z } from 'zod';
import { NewComment } from '#contracts/items/comments';
import { NewDiagnosis } from '#contracts/diagnoses/diagnoses';
import { ExaminationCorrection, NewExamination } from '#contracts/examinations/examinations';
import { NewExaminationTemplate } from '#contracts/examinations/examination-templates';
import { LabResultCorrection, NewLabResult } from '#contracts/lab/lab-results';
import type { LabValue } from '#contracts/observations/lab-values';
import { NewIntake } from '#contracts/treatments/intakes';
import { completeIntake } from '#tests/support/intake-rules';
import { newIntake } from '#web/features/intakes/intake-content.ts';
import { typedIntakeErrors } from '#web/features/intakes/intake-errors.ts';
import { contentErrors, type DiagnosisContent } from '#web/features/diagnoses/diagnosis-content.ts';
import { rowErrors as examErrors, toRow as examRow } from '#web/features/examinations/exam-rows.ts';
import { rowErrors as labErrors, toRow as labRow } from '#web/features/lab-results/entry-rows.ts';
import { spanError } from '#web/record/timeline/timeline.ts';
import { reasonError } from '#web/ui/reason-field.tsx';

/** One rule of document 2 section 5 that is no treatment's: what the form says, and what the server says, in the same words. */
interface Rule {
  rule: string;
  message: string;
  /** What the form's function says of the field. */
  form: readonly string[] | undefined;
  /** What the call answers under the field. */
  server: readonly string[] | undefined;
}

const id = '11111111-1111-4111-8111-111111111111';
const patient_id = '22222222-2222-4222-8222-222222222222';
const said = (schema: z.ZodType, sent: object, field: string): string[] | undefined => {
  const found = schema.safeParse(sent).error?.issues.filter(({ path }) => path.join('.') === field);
  return found?.map(({ message }) => message);
};

const disease = { id: 'I10', code: 'I10', text: 'Essential (primary) hypertension' };
const diagnosis = (rule: string, message: string, field: keyof DiagnosisContent, changes: Partial<DiagnosisContent>): Rule => {
  const typed = { disease, time_from: '2024-02-29T00:00:00', time_to: '', ...changes };
  const sent = { ...typed, patient_id, time_to: typed.time_to === '' ? null : typed.time_to };
  return { rule: `diagnosis: ${rule}`, message, form: contentErrors(typed)[field], server: said(NewDiagnosis, sent, field) };
};

const creatinine: LabValue = { entry_id: 'e', parameter_id: id, name: 'Creatinine', value: '1.1', unit: 'mg/dL', min: null, max: '1.3' };
const lab = (rule: string, message: string, field: string, entries: readonly Partial<LabValue>[], draft = false): Rule => {
  const parameters = entries.map((entry) => ({ ...creatinine, ...entry }));
  const sent = { patient_id, version: 0, comment: 'x', collected: '2026-03-04T08:00:00', draft, parameters };
  const [added, corrected] = [said(NewLabResult, sent, field), said(LabResultCorrection, sent, field)];
  expect(corrected).toEqual(added);
  return { rule: `lab result: ${rule}`, message, form: labErrors(parameters.map(labRow), draft)[field], server: added };
};

const weight = {
  entry_id: 'e',
  parameter_id: id,
  parameter_name: 'Weight',
  parameter_value: '70',
  unit: 'kg',
  normalization_type: 'Weight' as const,
};
const examination = (
  rule: string,
  message: string,
  [form, server]: [string, string],
  entries: readonly Partial<typeof weight | { parameter_value: null }>[],
): Rule => {
  const measurements = entries.map((entry) => ({ ...weight, ...entry }));
  const sent = { patient_id, version: 0, comment: 'x', collected: '2026-03-04T08:00:00', measurements };
  const [added, corrected] = [said(NewExamination, sent, server), said(ExaminationCorrection, sent, server)];
  expect(corrected).toEqual(added);
  return { rule: `examination: ${rule}`, message, form: examErrors(measurements.map(examRow), false)[form], server: added };
};

const product = { id: 'm1', nonproprietary_name: 'metformin' };
const long = (entry: LabValue) => ({ ...entry, value: null, text: 'x'.repeat(401) });
const required = 'Field is required';
const date = 'Must be a correct date';
const parameters = 'You must provide parameters!';
const comment = "Comment shouldn't be empty.";

const rules = (): Rule[] => [
  diagnosis('ICD choice required', required, 'disease', { disease: null }),
  diagnosis('start date required', required, 'time_from', { time_from: '' }),
  diagnosis('start is a date', date, 'time_from', { time_from: '2024-02-30T00:00:00' }),
  diagnosis('start is not before 1900', date, 'time_from', { time_from: '1899-12-31T00:00:00' }),
  diagnosis('stop is a date', date, 'time_to', { time_to: '2024-13-01T00:00:00' }),
  diagnosis('stop is not after 2050', date, 'time_to', { time_to: '2051-01-01T00:00:00' }),
  diagnosis('stop is after the start', 'Date should be after 02/29/2024', 'time_to', { time_to: '2024-02-29T00:00:00' }),
  lab('at least one parameter', parameters, 'parameters', []),
  lab('at least one parameter, also in a draft', parameters, 'parameters', [], true),
  lab('value required', required, 'parameters.0.value', [{ value: null }]),
  lab('value is not zero', 'Must be different than 0', 'parameters.0.value', [{ value: '0.00' }]),
  lab('max required', required, 'parameters.0.max', [{ max: null }]),
  lab('max required beside a comparator too', required, 'parameters.0.max', [{ comparator: '<', max: null }]),
  lab('a parameter is named', required, 'parameters.0.name', [{ name: '' }]),
  lab('the lower limit is below the upper', 'The lower limit is above the upper limit', 'parameters.0.min', [{ min: '2' }]),
  examination('at least one parameter', parameters, ['measurements', 'measurements'], []),
  examination('value required', required, ['e.value', 'measurements.0.parameter_value'], [{ parameter_value: null }]),
  {
    rule: 'comment: required',
    message: comment,
    form: [reasonError('  ') ?? ''],
    server: said(NewComment, { patient_id, intake_id: id, comment: '  ' }, 'comment'),
  },
  {
    rule: 'comment: nothing of it is cut',
    message: 'Must be 2000 characters or fewer',
    form: [reasonError('x'.repeat(2001)) ?? ''],
    server: said(NewComment, { patient_id, intake_id: id, comment: 'x'.repeat(2001) }, 'comment'),
  },
  {
    rule: 'treatment: nothing of its notes is cut',
    message: 'Must be 2000 characters or fewer',
    form: typedIntakeErrors({ ...newIntake('2026-03-04T09:30:00'), medication: product, notes: 'x'.repeat(2001) }, true)['notes'],
    server: said(NewIntake, { patient_id, ...completeIntake, notes: 'x'.repeat(2001) }, 'notes'),
  },
  {
    rule: 'lab result: nothing of a text is cut',
    message: 'Must be 400 characters or fewer',
    form: labErrors([labRow(long(creatinine))], false)['parameters.0.value'],
    server: said(NewLabResult, { patient_id, collected: '2026-03-04T08:00:00', parameters: [long(creatinine)] }, 'parameters.0.text'),
  },
  {
    rule: 'examination: nothing of a text is cut',
    message: 'Must be 400 characters or fewer',
    form: examErrors([examRow({ ...weight, parameter_value: null, text: 'x'.repeat(401) })], false)['e.value'],
    server: said(
      NewExamination,
      { patient_id, collected: '2026-03-04T08:00:00', measurements: [{ ...weight, parameter_value: null, text: 'x'.repeat(401) }] },
      'measurements.0.text',
    ),
  },
  {
    rule: 'a change asks for its reason',
    message: comment,
    form: [reasonError('') ?? ''],
    server: said(LabResultCorrection, { version: 0, comment: '', collected: '2026-03-04T08:00:00', parameters: [creatinine] }, 'comment'),
  },
];

describe.each(rules())('$rule: $message', ({ message, form, server }) => {
  it('in the form', () => expect(form).toEqual([message]));
  it('on the server', () => expect(server).toEqual([message]));
});

describe('rules of one side', () => {
  it.each([
    ['is required', { collected: '' }, required],
    ['is a date', { collected: '2026-02-30T00:00:00' }, date],
    ['is not left out', { collected: undefined }, required],
  ])('the date collected %s', (_rule, changes, message) => {
    const sent = { patient_id, ...changes };
    expect(said(NewLabResult, { ...sent, parameters: [creatinine] }, 'collected')).toEqual([message]);
    expect(said(NewExamination, { ...sent, measurements: [weight] }, 'collected')).toEqual([message]);
  });
  it('min and unit of a lab result are optional; a comparator is taken, a text needs no range (ruling 17)', () => {
    const taken = (entry: Partial<LabValue>) =>
      NewLabResult.safeParse({ patient_id, collected: '2026-03-04T08:00:00', parameters: [{ ...creatinine, ...entry }] }).success;
    expect(
      [
        { min: null, unit: '' },
        { comparator: '<' as const },
        { value: null, text: 'negative', max: null },
        { max: null, no_upper_limit: true },
        { value: '0', zero_as_reported: true },
      ].map(taken),
    ).toEqual([true, true, true, true, true]);
  });
  it('a group has a name, a template a name and parameters', () => {
    const sent = { name: 'Visit', parameter_ids: [id], is_public: true };
    expect(said(NewExaminationTemplate, { ...sent, name: ' ' }, 'name')).toEqual([required]);
    expect(said(NewExaminationTemplate, { ...sent, parameter_ids: [] }, 'parameter_ids')).toEqual([parameters]);
  });
  it('the timeline ends after it starts', () => {
    expect(spanError('2026-03-04T00:00:00', '2026-03-04T00:00:00')).toBe('Date should be after 03/04/2026');
    expect(spanError('2026-03-04T00:00:00', '2026-03-05T00:00:00')).toBeUndefined();
  });
});
