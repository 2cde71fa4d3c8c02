import type { LabValue } from '#contracts/lab-values';

/** One parameter of a story: LOINC code, the name as printed, unit and range as that laboratory reports them. */
interface Line {
  code: string;
  name: string;
  unit: string;
  min?: string;
  max?: string;
}

const line = (code: string, name: string, unit: string, min?: string, max?: string): Line => ({
  code,
  name,
  unit,
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});

const A1C = line('4548-4', 'Hemoglobin A1c', '%', '4.0', '5.6');
const GLUCOSE = line('2345-7', 'Glucose', 'mg/dL', '65', '99');
const CREATININE = line('2160-0', 'Creatinine', 'mg/dL', '0.60', '1.20');
const EGFR = line('98979-8', 'eGFR', 'mL/min/1.73m2', '60');
const POTASSIUM = line('2823-3', 'Potassium', 'mmol/L', '3.5', '5.1');
const HEMOGLOBIN = line('718-7', 'Hemoglobin', 'g/dL', '12.0', '15.5');
const MCV = line('787-2', 'MCV', 'fL', '80', '100');
const FERRITIN = line('2276-4', 'Ferritin', 'ng/mL', '13', '150');
const TSH = line('3016-3', 'TSH', 'mIU/L', '0.40', '4.50');
const FT4 = line('3024-7', 'Free T4', 'ng/dL', '0.8', '1.8');
const LDL = line('13457-7', 'LDL cholesterol', 'mg/dL', undefined, '100');
const LDL_SI = line('13457-7', 'LDL-Cholesterin', 'mmol/L', undefined, '2.59');
const HDL = line('2085-9', 'HDL cholesterol', 'mg/dL', '40');
const TRIGLYCERIDES = line('2571-8', 'Triglycerides', 'mg/dL', undefined, '150');
const INR = line('6301-6', 'INR', '', '2.0', '3.0');
const ALT = line('1742-6', 'ALT', 'U/L', '9', '46');
const AST = line('1920-8', 'AST', 'U/L', '10', '40');
const CRP_NO_RANGE = line('1988-5', 'C-reactive protein', 'mg/L');
const TROPONIN = line('10839-9', 'Troponin I', 'ng/mL', '0', '0.014');

/** A reported value: '6.8', '<0.01', or a text such as 'negative'; a flag after a space as the laboratory printed it ('14.2 HH'). */
type Reported = string;

export interface DemoResult {
  patient: string;
  /** YYYY-MM-DD */
  day: string;
  values: [Line, Reported][];
  draft?: boolean;
  /** Entered by the assistant instead of the doctor. */
  assistant?: boolean;
  /** A slip found later: the values as they were entered first, corrected with this reason. */
  corrected?: { from: [Line, Reported][]; reason: string };
}

const panel = (patient: string, rows: [day: string, ...values: (Reported | null)[]][], lines: Line[]): DemoResult[] =>
  rows.map(([day, ...values], index) => ({
    patient,
    day,
    assistant: index % 2 === 1,
    values: lines.flatMap((each, nth): [Line, Reported][] => {
      const value = values[nth];
      return value == null ? [] : [[each, value]];
    }),
  }));

/** Years of results, each with a story that a clinician would recognise, and the hard cases that charts and lists must not get wrong. */
export const results: DemoResult[] = [
  // Type 2 diabetes brought under control while the kidneys slowly lose ground.
  ...panel(
    'morgan',
    [
      ['2020-02-11', '9.1 H', '186 H', '0.82', '84', '4.4'],
      ['2020-06-16', '8.2 H', '161 H', '0.84', '82', null],
      ['2020-11-03', '7.6 H', '148 H', '0.85', '80', '4.3'],
      ['2021-05-18', '7.1 H', '139 H', '0.88', '77', null],
      ['2021-11-23', '6.9 H', '131 H', '0.91', '74', '4.6'],
      ['2022-06-07', '7.0 H', '135 H', '0.93', '72', null],
      ['2022-12-13', '6.8 H', '128 H', '0.97', '69', '4.7'],
      ['2023-06-20', '6.9 H', '130 H', '1.01', '65', '4.8'],
      ['2023-12-05', '6.7 H', '124 H', '1.06', '62', '4.8'],
      ['2024-06-11', '6.8 H', '126 H', '1.12', '58 L', '4.9'],
      ['2024-12-17', '6.6 H', '119 H', '1.18', '55 L', '5.0'],
      ['2025-06-24', '6.7 H', '122 H', '1.24 H', '51 L', '5.0'],
      ['2025-12-09', '6.5 H', '117 H', '1.27 H', '50 L', '5.1'],
      ['2026-06-16', '6.6 H', '121 H', '1.31 H', '48 L', '5.2 H'],
      ['2026-11-10', '6.4 H', '115 H', '1.29 H', '49 L', '5.0'],
    ],
    [A1C, GLUCOSE, CREATININE, EGFR, POTASSIUM],
  ),
  // Chronic kidney disease: a filtration rate first reported only as '>60', potassium once critical.
  ...panel(
    'ortiz',
    [
      ['2019-03-12', '1.10', '>60', '4.5', '14.1'],
      ['2020-03-10', '1.21 H', '>60', '4.6', '13.8'],
      ['2021-04-06', '1.38 H', '56 L', '4.8', '13.4'],
      ['2022-03-22', '1.62 H', '46 L', '4.9', '12.9'],
      ['2023-03-14', '1.85 H', '39 L', '5.1', '12.4'],
      ['2023-10-10', '2.10 H', '33 L', '5.3 H', '11.9 L'],
      ['2024-05-21', '2.36 H', '29 L', '6.4 HH', '11.2 L'],
      ['2024-06-04', '2.31 H', '29 L', '5.2 H', '11.3 L'],
      ['2025-02-18', '2.58 H', '26 L', '5.0', '10.9 L'],
      ['2025-10-28', '2.77 H', '24 L', '5.1', '10.6 L'],
      ['2026-09-15', '2.95 H', '22 L', '5.2 H', '10.4 L'],
    ],
    [CREATININE, EGFR, POTASSIUM, HEMOGLOBIN],
  ),
  // Thyroid: first far too low a hormone, then briefly suppressed below what the laboratory can measure.
  ...panel(
    'kim',
    [
      ['2022-01-19', '8.90 H', '0.6 L'],
      ['2022-03-23', '5.10 H', '0.9'],
      ['2022-07-06', '<0.01 L', '2.1 H'],
      ['2022-10-12', '1.85', '1.3'],
      ['2023-10-18', '2.04', '1.2'],
      ['2024-10-23', '2.31', '1.2'],
      ['2025-10-15', '1.97', '1.3'],
      ['2026-10-21', '2.12', '1.2'],
    ],
    [TSH, FT4],
  ),
  // Lipids measured in mg/dL here and in mmol/L abroad: two lines, never one.
  ...panel(
    'fischer',
    [
      ['2020-09-08', '168 H', '38 L', '210 H'],
      ['2021-09-14', '142 H', '41', '188 H'],
      ['2022-03-08', '118 H', '43', '160 H'],
      ['2025-09-09', '92', '47', '131'],
      ['2026-09-08', '88', '48', '126'],
    ],
    [LDL, HDL, TRIGLYCERIDES],
  ),
  ...panel(
    'fischer',
    [
      ['2023-05-16', '2.71 H'],
      ['2024-05-14', '2.48'],
    ],
    [LDL_SI],
  ),
  // Iron deficiency treated; ferritin without a range at the first laboratory.
  ...panel(
    'novak',
    [
      ['2021-02-02', '9.8 L', '72 L', '4'],
      ['2021-05-04', '11.2 L', '78 L', '18'],
      ['2021-08-10', '12.6', '84', '41'],
      ['2022-02-15', '13.1', '88', '63'],
      ['2024-02-20', '12.8', '87', '52'],
      ['2026-02-17', '12.9', '88', '58'],
    ],
    [HEMOGLOBIN, MCV, FERRITIN],
  ),
  // Warfarin: a slipped decimal point, found and corrected.
  ...panel(
    'brandt',
    [
      ['2025-01-07', '2.4'],
      ['2025-02-04', '2.6'],
      ['2025-03-04', '3.4 H'],
      ['2025-03-18', '2.8'],
      ['2025-06-10', '2.5'],
      ['2025-09-09', '1.8 L'],
      ['2025-12-02', '2.3'],
      ['2026-03-03', '2.7'],
      ['2026-06-02', '2.2'],
      ['2026-11-03', '2.6'],
    ],
    [INR],
  ),
  {
    patient: 'brandt',
    day: '2026-08-25',
    values: [[INR, '2.9']],
    corrected: { from: [[INR, '29']], reason: 'The decimal point had slipped' },
  },
  { patient: 'brandt', day: '2026-10-06', values: [[TROPONIN, '0.009']] },
  // A child: no adult range is claimed, the marker came without one.
  ...panel(
    'rossi',
    [
      ['2024-03-05', '24'],
      ['2024-03-12', '8'],
      ['2025-11-18', '3'],
    ],
    [CRP_NO_RANGE],
  ),
  // Liver: enzymes beside results in words.
  ...panel(
    'okafor',
    [
      ['2022-04-12', '148 H', '102 H'],
      ['2022-07-19', '96 H', '71 H'],
      ['2023-01-24', '58 H', '44 H'],
      ['2024-01-23', '39', '33'],
      ['2025-01-28', '36', '31'],
      ['2026-01-27', '41', '35'],
    ],
    [ALT, AST],
  ),
  { patient: 'okafor', day: '2022-04-12', values: [[line('', 'Hepatitis B surface antigen', ''), 'positive A']] },
  { patient: 'okafor', day: '2024-01-23', values: [[line('', 'Hepatitis B surface antigen', ''), 'negative']] },
  // Two patients whose names are easily taken for each other.
  ...panel(
    'schneider',
    [
      ['2025-04-08', '12.4', '2.20'],
      ['2026-04-14', '12.7', '2.45'],
    ],
    [HEMOGLOBIN, TSH],
  ),
  ...panel(
    'schnieder',
    [
      ['2025-05-20', '13.9', '1.10'],
      ['2026-05-19', '14.0', '1.22'],
    ],
    [HEMOGLOBIN, TSH],
  ),
  ...panel(
    'hohenberg',
    [
      ['2024-08-13', '11.4 L', '1.02'],
      ['2025-08-12', '11.1 L', '1.09'],
      ['2026-08-11', '10.8 L', '1.15'],
    ],
    [HEMOGLOBIN, CREATININE],
  ),
  ...panel(
    'doeman',
    [
      ['2023-08-15', '96', '1.01'],
      ['2024-08-13', '101 H', '1.04'],
    ],
    [GLUCOSE, CREATININE],
  ),
  // Begun and not finished: a draft, which counts nowhere until somebody completes it.
  {
    patient: 'morgan',
    day: '2026-11-17',
    draft: true,
    assistant: true,
    values: [
      [A1C, '6.5'],
      [CREATININE, '1.30'],
    ],
  },
];

/** @param parameterId id of the catalogue's parameter by LOINC code */
export const asEntries = (values: [Line, Reported][], parameterId: (code: string) => string | null): LabValue[] =>
  values.map(([parameter, reported], index) => {
    const [, comparator, number, flag] = /^(<=|>=|<|>)?(-?\d+(?:\.\d+)?)?\s*([A-Z]+)?$/.exec(reported) ?? [];
    const words = number === undefined ? reported.replace(/\s+[A-Z]+$/, '') : undefined;
    const printed = flag ?? /\s([A-Z]+)$/.exec(reported)?.[1];
    return {
      entry_id: `row-${index + 1}`,
      parameter_id: parameter.code === '' ? null : parameterId(parameter.code),
      name: parameter.name,
      ...(comparator === undefined ? {} : { comparator: comparator as '<' | '<=' | '>' | '>=' }),
      value: number ?? null,
      ...(words === undefined ? {} : { text: words }),
      unit: parameter.unit,
      min: parameter.min ?? null,
      max: parameter.max ?? null,
      ...(parameter.max === undefined && number !== undefined ? { no_upper_limit: true } : {}),
      ...(printed === undefined ? {} : { flag: printed }),
    };
  });
