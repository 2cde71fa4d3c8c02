import type { IntakeCommand, Medication } from '#contracts/intakes';
import { addDays, type Schedule } from '#contracts/schedules';
import { demoId } from './clinic.ts';

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

const product = (nonproprietary_name: string, strength: string, form = 'tablet', proprietary_name?: string): Medication => ({
  id: demoId(`product/${proprietary_name ?? ''}/${nonproprietary_name}/${form}/${strength}`),
  ...(proprietary_name === undefined ? {} : { proprietary_name }),
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
  is_generic_selected: medication.proprietary_name === undefined,
  ...regular,
  time_from: midnight(from),
  duration_unit: 'Day',
  ...regimen,
  repeat_unit: null,
  notes: '',
  draft: false,
  ...more,
});

const metformin = product('metformin hydrochloride', '500 mg');
const atorvastatin = product('atorvastatin calcium', '40 mg', 'tablet, film coated', 'Lipitor');
const combined = product('lisinopril; hydrochlorothiazide', '20 mg; 12.5 mg', 'tablet', 'Zestoretic');
const empagliflozin = product('empagliflozin', '10 mg', 'tablet, film coated', 'Jardiance');
const sevelamer = product('sevelamer carbonate', '800 mg', 'tablet, film coated', 'Renvela');
const epoetin = { ...product('epoetin alfa', '4000 [iU]/mL', 'injection, solution', 'Epogen'), route: 'subcutaneous' };
const levothyroxine = product('levothyroxine sodium', '88 ug', 'tablet', 'Synthroid');
const simvastatin = product('simvastatin', '40 mg');
const rosuvastatin = product('rosuvastatin calcium', '10 mg', 'tablet, film coated', 'Crestor');
const iron = product('ferrous sulfate', '325 mg');
const methotrexate = product('methotrexate sodium', '2.5 mg');
const folicAcid = product('folic acid', '1 mg');
const warfarin = product('warfarin sodium', '5 mg', 'tablet', 'Coumadin');
const acetaminophen = product('acetaminophen', '500 mg');
const tylenol = product('acetaminophen', '500 mg', 'tablet, film coated', 'Tylenol Extra Strength');
const prednisone = product('prednisone', '10 mg');
const pill = product('levonorgestrel; ethinyl estradiol', '0.15 mg; 0.03 mg', 'tablet, film coated', 'Portia');
const amoxicillin = product('amoxicillin', '500 mg', 'capsule');
const capecitabine = product('capecitabine', '500 mg', 'tablet, film coated', 'Xeloda');
const long = product(
  'aliskiren hemifumarate; amlodipine besylate; hydrochlorothiazide',
  '300 mg; 10 mg; 25 mg',
  'tablet, film coated',
  'Amturnide',
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
  { patient: 'morgan', content: treatment(combined, '2021-05-20', takes(combined, ['20 mg', '12.5 mg'])) },
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
  { patient: 'novak', content: treatment(iron, '2021-02-03', takes(iron, ['325 mg'], { frequency: 2 }), lasting('2021-02-03', 190)) },
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
    content: treatment(acetaminophen, '2026-08-25', takes(acetaminophen, ['500 mg'], { quantity: 2, frequency: 3, as_needed: true })),
  },
  {
    patient: 'brandt',
    assistant: true,
    content: treatment(tylenol, '2026-10-06', takes(tylenol, ['500 mg'], { quantity: 2, frequency: 3, as_needed: true })),
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
    content: treatment(pill, '2025-04-10', takes(pill, ['0.15 mg', '0.03 mg']), {
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
