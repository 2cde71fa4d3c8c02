import type { Measurement } from '#contracts/examinations';

/** One measurement of a story: LOINC code and the unit of this clinic's own devices. */
interface Measure {
  code: string;
  name: string;
  unit: string;
}

const SYSTOLIC: Measure = { code: '8480-6', name: 'Systolic blood pressure', unit: 'mm[Hg]' };
const DIASTOLIC: Measure = { code: '8462-4', name: 'Diastolic blood pressure', unit: 'mm[Hg]' };
const PULSE: Measure = { code: '8867-4', name: 'Heart rate', unit: '/min' };
const WEIGHT: Measure = { code: '29463-7', name: 'Body weight', unit: 'kg' };
const WEIGHT_LB: Measure = { ...WEIGHT, unit: 'lb' };
const HEIGHT: Measure = { code: '8302-2', name: 'Body height', unit: 'cm' };
const HEIGHT_IN: Measure = { ...HEIGHT, unit: 'in' };
const TEMPERATURE: Measure = { code: '8310-5', name: 'Body temperature', unit: 'Cel' };
const OXYGEN: Measure = { code: '59408-5', name: 'Oxygen saturation by pulse oximetry', unit: '%' };

export interface DemoExamination {
  patient: string;
  /** YYYY-MM-DD */
  day: string;
  /** HH:mm */
  time: string;
  values: [Measure, string][];
  draft?: boolean;
  /** Entered by the assistant instead of the doctor. */
  assistant?: boolean;
  /** A slip found later: the values as they were entered first, corrected with this reason. */
  corrected?: { from: [Measure, string][]; reason: string };
}

const visits = (patient: string, measures: Measure[], rows: [day: string, ...values: (string | null)[]][]): DemoExamination[] =>
  rows.map(([day, ...values], index) => ({
    patient,
    day,
    time: index % 2 === 0 ? '08:10' : '14:40',
    assistant: index % 3 !== 0,
    values: measures.flatMap((measure, nth): [Measure, string][] => {
      const value = values[nth];
      return value == null ? [] : [[measure, value]];
    }),
  }));

/** Years of visits, each with a story that a clinician would recognise, and the hard cases that charts and lists must not get wrong. */
export const examinations: DemoExamination[] = [
  // Blood pressure brought down beside the diabetes, weight slowly with it.
  ...visits(
    'morgan',
    [SYSTOLIC, DIASTOLIC, PULSE, WEIGHT, HEIGHT],
    [
      ['2020-02-11', '158', '94', '82', '94.6', '168'],
      ['2020-06-16', '149', '90', '80', '92.8', null],
      ['2020-11-03', '144', '88', '78', '90.1', null],
      ['2021-05-18', '139', '86', '76', '88.4', null],
      ['2021-11-23', '136', '84', '77', '87.0', null],
      ['2022-06-07', '138', '85', '74', '86.2', null],
      ['2022-12-13', '134', '82', '75', '85.1', '167.5'],
      ['2023-06-20', '131', '80', '73', '84.0', null],
      ['2023-12-05', '129', '79', '74', '83.3', null],
      ['2024-06-11', '132', '81', '72', '82.5', null],
      ['2024-12-17', '127', '78', '71', '81.6', null],
      ['2025-06-24', '128', '78', '73', '80.9', '167'],
      ['2025-12-09', '126', '76', '70', '80.2', null],
      ['2026-06-16', '129', '78', '72', '79.8', null],
      ['2026-11-10', '124', '76', '70', '79.1', null],
    ],
  ),
  // Begun by the assistant and not finished: it counts nowhere until somebody completes it.
  {
    patient: 'morgan',
    day: '2026-11-17',
    time: '09:05',
    draft: true,
    assistant: true,
    values: [
      [SYSTOLIC, '131'],
      [DIASTOLIC, '79'],
    ],
  },
  // Hard to control with the failing kidneys; one visit weighed on a scale in pounds.
  ...visits(
    'ortiz',
    [SYSTOLIC, DIASTOLIC, WEIGHT, HEIGHT],
    [
      ['2019-03-12', '148', '88', '88.0', '176'],
      ['2021-04-06', '156', '92', '89.4', null],
      ['2022-03-22', '162', '95', '90.8', null],
      ['2023-03-14', '158', '91', '91.5', null],
      ['2024-05-21', '171', '98', '93.2', null],
      ['2025-02-18', '149', '86', '90.4', null],
      ['2026-09-15', '144', '84', '88.9', null],
    ],
  ),
  {
    patient: 'ortiz',
    day: '2025-10-28',
    time: '10:20',
    values: [
      [SYSTOLIC, '146'],
      [DIASTOLIC, '85'],
      [WEIGHT_LB, '197.5'],
    ],
  },
  // Entered in inches by a colleague; the Bmi comes out the same.
  {
    patient: 'fischer',
    day: '2022-03-08',
    time: '11:00',
    values: [
      [WEIGHT_LB, '201'],
      [HEIGHT_IN, '71'],
      [SYSTOLIC, '134'],
      [DIASTOLIC, '83'],
    ],
  },
  {
    patient: 'fischer',
    day: '2026-09-08',
    time: '11:15',
    values: [
      [WEIGHT, '86.5'],
      [SYSTOLIC, '127'],
      [DIASTOLIC, '79'],
    ],
  },
  // A pulse ten times too high, found and corrected.
  {
    patient: 'brandt',
    day: '2026-08-25',
    time: '15:30',
    assistant: true,
    values: [
      [SYSTOLIC, '138'],
      [DIASTOLIC, '74'],
      [PULSE, '68'],
    ],
    corrected: {
      from: [
        [SYSTOLIC, '138'],
        [DIASTOLIC, '74'],
        [PULSE, '680'],
      ],
      reason: 'A digit too many',
    },
  },
  ...visits(
    'brandt',
    [SYSTOLIC, DIASTOLIC, PULSE, OXYGEN],
    [
      ['2025-03-04', '142', '78', '74', '95'],
      ['2025-12-02', '136', '76', '71', '96'],
      ['2026-11-03', '139', '75', '70', '94'],
    ],
  ),
  // A child that grows: no Bmi limit is claimed, heights approach the tallest.
  ...visits(
    'rossi',
    [WEIGHT, HEIGHT, TEMPERATURE],
    [
      ['2018-07-02', '21.4', '114', null],
      ['2020-07-06', '26.8', '127', null],
      ['2022-07-05', '33.9', '139', null],
      ['2024-03-05', '41.2', '150', '38.9'],
      ['2024-03-12', '41.0', null, '36.8'],
      ['2025-11-18', '48.3', '159', '36.9'],
    ],
  ),
];

/** @param parameterId id of the catalogue's parameter by LOINC code */
export const asMeasurements = (values: [Measure, string][], parameterId: (code: string) => string): Measurement[] =>
  values.map(([{ code, name, unit }, parameter_value], index) => ({
    entry_id: `row-${index + 1}`,
    parameter_id: parameterId(code),
    parameter_name: name,
    parameter_value,
    unit,
  }));
