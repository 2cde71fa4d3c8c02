import { addDays } from '#contracts/calendar-days';
import type { IntakeCommand, Medication } from '#contracts/intakes';
import { type Schedule } from '#contracts/schedules';

type Typed = Extract<IntakeCommand, { type: 'RecordIntake' }>['data'];
export type DemoContent = Omit<Typed, 'intake_id' | 'patient_id' | 'comment'>;
export type DemoRegimen = Pick<DemoContent, 'form' | 'quantity' | 'frequency' | 'period' | 'period_unit' | 'as_needed' | 'dosages'>;

export interface DemoIntake {
  patient: string;
  content: DemoContent;
  /** Entered by the assistant instead of the doctor. */
  assistant?: boolean;
  /** Later dosages: from which day, which, and why. */
  changes?: [day: string, regimen: DemoRegimen, reason: string][];
  /** A slip found later: how it was entered first, corrected with this reason. */
  corrected?: { from: Partial<DemoContent>; reason: string };
}

const midnight = (day: string): string => `${day}T00:00:00`;

/** A product of the catalogue that comes with the program, as somebody would choose it there. */
const product = (id: string, proprietary_name: string, nonproprietary_name: string, strength: string, form = 'tablet'): Medication => ({
  id,
  proprietary_name,
  nonproprietary_name,
  form,
  route: 'oral',
  strength,
});

type Often = Partial<Omit<DemoRegimen, 'dosages'>>;
/** @param doses one for each active ingredient, '500 mg'; in a tapering one for each step */
const takes = (of: Medication, doses: string[], often: Often = {}, days?: number[]): DemoRegimen => {
  const names = of.nonproprietary_name.split(';').map((name) => name.trim());
  return {
    form: 'per tablet',
    quantity: 1,
    frequency: 1,
    period: 1,
    period_unit: 'Day',
    as_needed: false,
    ...often,
    dosages: doses.map((one, n) => {
      const [dose = '', unit] = one.split(' ');
      const step = days === undefined ? 0 : n;
      return { nonproprietary_name: names[days === undefined ? n : 0]!, step, days: days?.[n] ?? null, dose, unit: unit as 'mg' | 'units' };
    }),
  };
};

const regular: Omit<Schedule, 'time_from'> = {
  schedule_kind: 'Regular',
  time_to: null,
  until_discontinued: true,
  duration: null,
  repeat_therapy: false,
  repeat: null,
  repeat_unit: null,
  repeat_time_to: null,
  repeat_until_discontinued: false,
};
const lasting = (from: string, duration: number) => ({
  until_discontinued: false,
  duration,
  time_to: midnight(addDays(from, duration - 1)),
});

const treatment = (medication: Medication, from: string, regimen: DemoRegimen, more: Partial<DemoContent> = {}): DemoContent => ({
  medication,
  is_generic_selected: medication.proprietary_name?.toLowerCase() === medication.nonproprietary_name.toLowerCase(),
  ...regular,
  time_from: midnight(from),
  duration_unit: 'Day',
  ...regimen,
  repeat_unit: null,
  notes: '',
  draft: false,
  ...more,
});

const COATED = 'tablet, film coated';
const metformin = product('9559d1a4-d38b-8f4a-8d0f-d08ebe2f7681', 'Metformin Hydrochloride', 'Metformin Hydrochloride', '500 mg', COATED);
const atorvastatin = product('cf0d9047-1487-839c-80d1-0f7302e97b94', 'Lipitor', 'atorvastatin calcium', '40 mg', COATED);
const combined = product('3fd5162c-3f5f-8e67-85a0-323f1a4194b0', 'ZESTORETIC', 'Hydrochlorothiazide; Lisinopril', '12.5 mg; 20 mg');
const empagliflozin = product('5a60bb91-4a18-8aa8-8ad2-047f67525c08', 'Jardiance', 'Empagliflozin', '10 mg', COATED);
const sevelamer = product('455a35e8-bdc2-8141-8df8-4db5752e9bdb', 'Renvela', 'sevelamer carbonate', '800 mg', COATED);
const epoetin = {
  ...product('7e9fcb9f-d234-852c-8263-a6969276d40d', 'EPOGEN', 'epoetin alfa', '4000 units/mL', 'solution'),
  route: 'intravenous; subcutaneous',
};
const levothyroxine = product('7451e538-e552-86ec-8ed0-8456ccee3d69', 'Synthroid', 'Levothyroxine Sodium', '88 mcg');
const simvastatin = product('1cc19fcc-c0f9-8218-8284-0c7017ad88cb', 'Simvastatin', 'Simvastatin', '40 mg', COATED);
const rosuvastatin = product('b5aa3612-2afa-8c93-8861-e8375ed35d88', 'CRESTOR', 'Rosuvastatin calcium', '10 mg', COATED);
const iron = product('b4e19899-21a0-8476-8db4-a7a05040f930', 'Ferrous Sulfate', 'Iron', '65 mg');
const methotrexate = product('336aa3de-16d2-8645-85e0-2efc68558334', 'Methotrexate', 'methotrexate', '2.5 mg');
const folicAcid = product('b703c1d4-9357-8a4a-846b-4ad0cda9b88e', 'Folic Acid', 'Folic Acid', '1 mg');
const warfarin = product('67622343-f7c7-8d9c-8591-849874b59e79', 'COUMADIN', 'warfarin sodium', '5 mg');
const acetaminophen = product('5ac534cf-2b02-8ee9-8cae-3b9e1e83cdd6', 'Acetaminophen', 'Acetaminophen', '325 mg');
const painRelief = product('9e21e737-c953-85da-8feb-d7b80a60ee42', 'Regular Strength QPAP', 'Acetaminophen', '325 mg');
const prednisone = product('e0843fd0-b808-8ec6-8046-ad3931f9c3f3', 'PredniSONE', 'PredniSONE', '10 mg');
const pill = product('5d3883da-ce7e-86a6-8019-2e6905eb8b23', 'Amethyst', 'Ethinyl Estradiol; Levonorgestrel', '20 mcg; 90 mcg');
const amoxicillin = product('0dde660d-6a74-8316-8bbf-d6f68fef7a77', 'Amoxicillin', 'Amoxicillin', '500 mg', 'capsule');
const capecitabine = product('bc23c2a2-2b2f-8d84-8587-82653f64a900', 'Xeloda', 'capecitabine', '500 mg', COATED);
const long = product(
  '506a5aaa-b31f-84cf-8f5c-b516bc4e9adb',
  'Amturnide',
  'Aliskiren Hemifumarate; Amlodipine Besylate; Hydrochlorothiazide',
  '300 mg; 10 mg; 25 mg',
  COATED,
);

/** The treatments behind the results: each hard case of lists and charts is somebody's. */
export const intakes: DemoIntake[] = [
  // Raised until the sugar was under control, lowered for the kidneys.
  {
    patient: 'morgan',
    content: treatment(metformin, '2020-02-18', takes(metformin, ['500 mg'], { frequency: 2 }), { notes: 'With meals' }),
    changes: [
      ['2020-06-20', takes(metformin, ['850 mg'], { frequency: 2 }), 'HbA1c still 8.2 %'],
      ['2020-11-10', takes(metformin, ['1000 mg'], { frequency: 2 }), 'HbA1c still 7.6 %'],
      ['2026-06-20', takes(metformin, ['500 mg'], { frequency: 2 }), 'eGFR below 50'],
    ],
  },
  { patient: 'morgan', content: treatment(combined, '2021-05-20', takes(combined, ['12.5 mg', '20 mg'])) },
  {
    patient: 'morgan',
    assistant: true,
    content: treatment(atorvastatin, '2022-06-09', takes(atorvastatin, ['40 mg'])),
    corrected: { from: takes(atorvastatin, ['4 mg']), reason: 'A zero was missing' },
  },
  {
    patient: 'morgan',
    assistant: true,
    content: treatment(
      empagliflozin,
      '2026-11-17',
      { ...takes(empagliflozin, []), form: null },
      { draft: true, notes: 'Dose to be said by Dr. Hart' },
    ),
  },
  {
    patient: 'ortiz',
    content: treatment(sevelamer, '2023-10-12', takes(sevelamer, ['800 mg'], { frequency: 3 }), { notes: 'With meals' }),
  },
  {
    patient: 'ortiz',
    content: treatment(epoetin, '2024-06-06', takes(epoetin, ['4000 units'], { form: 'total dose', frequency: 3, period_unit: 'Week' })),
  },
  {
    patient: 'kim',
    content: treatment(levothyroxine, '2022-01-25', takes(levothyroxine, ['0.05 mg'])),
    changes: [
      ['2022-03-25', takes(levothyroxine, ['0.125 mg']), 'TSH still 5.1'],
      ['2022-07-08', takes(levothyroxine, ['0.088 mg']), 'TSH suppressed'],
    ],
  },
  { patient: 'fischer', content: treatment(simvastatin, '2020-09-10', takes(simvastatin, ['40 mg']), lasting('2020-09-10', 545)) },
  { patient: 'fischer', content: treatment(rosuvastatin, '2022-03-09', takes(rosuvastatin, ['10 mg'])) },
  { patient: 'novak', content: treatment(iron, '2021-02-03', takes(iron, ['65 mg'], { frequency: 2 }), lasting('2021-02-03', 190)) },
  // Once a week, never daily.
  {
    patient: 'novak',
    content: treatment(methotrexate, '2024-02-26', takes(methotrexate, ['15 mg'], { form: 'total dose', period_unit: 'Week' }), {
      notes: 'On Mondays',
    }),
  },
  {
    patient: 'novak',
    content: treatment(folicAcid, '2024-02-27', takes(folicAcid, ['5 mg'], { form: 'total dose', period_unit: 'Week' }), {
      notes: 'On Tuesdays',
    }),
  },
  {
    patient: 'brandt',
    content: treatment(warfarin, '2024-12-10', takes(warfarin, ['5 mg'])),
    changes: [
      ['2025-03-05', takes(warfarin, ['4 mg']), 'INR 3.4'],
      ['2025-09-10', takes(warfarin, ['5 mg']), 'INR 1.8'],
    ],
  },
  // Two orders of one drug, entered by two people: possibly the same.
  {
    patient: 'brandt',
    content: treatment(acetaminophen, '2026-08-25', takes(acetaminophen, ['325 mg'], { quantity: 2, frequency: 3, as_needed: true })),
  },
  {
    patient: 'brandt',
    assistant: true,
    content: treatment(painRelief, '2026-10-06', takes(painRelief, ['325 mg'], { quantity: 2, frequency: 3, as_needed: true })),
  },
  {
    patient: 'rossi',
    content: treatment(amoxicillin, '2024-03-05', takes(amoxicillin, ['500 mg'], { frequency: 3 }), lasting('2024-03-05', 10)),
  },
  // Tapered over five weeks.
  {
    patient: 'okafor',
    content: treatment(
      prednisone,
      '2022-04-14',
      takes(prednisone, ['40 mg', '30 mg', '20 mg', '10 mg', '5 mg'], { form: 'total dose' }, [7, 7, 7, 7, 7]),
      { schedule_kind: 'Tapering', ...lasting('2022-04-14', 35) },
    ),
  },
  // Three weeks of four.
  {
    patient: 'schneider',
    content: treatment(pill, '2025-04-10', takes(pill, ['0.02 mg', '0.09 mg']), {
      ...lasting('2025-04-10', 21),
      repeat_therapy: true,
      repeat: 4,
      repeat_unit: 'Week',
      repeat_until_discontinued: true,
    }),
  },
  { patient: 'hohenberg', content: treatment(long, '2024-08-15', takes(long, ['300 mg', '10 mg', '25 mg'])) },
  // Two weeks of three, eight cycles.
  {
    patient: 'doeman',
    content: treatment(capecitabine, '2026-08-03', takes(capecitabine, ['500 mg'], { quantity: 3, frequency: 2 }), {
      ...lasting('2026-08-03', 14),
      repeat_therapy: true,
      repeat: 3,
      repeat_unit: 'Week',
      repeat_time_to: midnight('2027-01-10'),
    }),
  },
];
