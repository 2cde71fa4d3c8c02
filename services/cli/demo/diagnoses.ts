import type { Disease } from '#contracts/diagnoses';

const RELEASE = 'ICD-10-CM 2025-04, selection';
const icd = (code: string, text: string): Disease => ({ id: code, code, text, release: RELEASE });

const HYPERTENSION = icd('I10', 'Essential (primary) hypertension');
const DIABETES = icd('E11.9', 'Type 2 diabetes mellitus without complications');
const DIABETIC_KIDNEY = icd('E11.22', 'Type 2 diabetes mellitus with diabetic chronic kidney disease');
const KIDNEY_3B = icd('N18.32', 'Chronic kidney disease, stage 3b');
const KIDNEY_4 = icd('N18.4', 'Chronic kidney disease, stage 4 (severe)');
const KIDNEY_ANEMIA = icd('D63.1', 'Anemia in chronic kidney disease');
const HYPERKALEMIA = icd('E87.5', 'Hyperkalemia');
const HYPOTHYROIDISM = icd('E03.9', 'Hypothyroidism, unspecified');
const LIPIDS = icd('E78.5', 'Hyperlipidemia, unspecified');
const IRON_DEFICIENCY = icd('D50.9', 'Iron deficiency anemia, unspecified');
const FIBRILLATION = icd('I48.20', 'Chronic atrial fibrillation, unspecified');
const CORONARY = icd('I25.10', 'Atherosclerotic heart disease of native coronary artery without angina pectoris');
const COLD = icd('J06.9', 'Acute upper respiratory infection, unspecified');
const HEPATITIS_B = icd('B18.1', 'Chronic viral hepatitis B without delta-agent');
const FATTY_LIVER = icd('K76.0', 'Fatty (change of) liver, not elsewhere classified');

/** Days are YYYY-MM-DD. */
export interface DemoDiagnosis {
  patient: string;
  disease: Disease;
  from: string;
  to?: string;
  draft?: boolean;
  assistant?: boolean;
  /** What was entered first, corrected with this reason. */
  corrected?: { disease?: Disease; from?: string; reason: string };
  /** Taken away again, with this reason. */
  removed?: string;
}

/** What the results and visits of the synthetic clinic's patients tell of, and the cases that lists must not get wrong. */
export const diagnoses: DemoDiagnosis[] = [
  { patient: 'morgan', disease: DIABETES, from: '2020-02-11', to: '2024-06-11' },
  // The kidneys show in the results: the same disease under another code, first entered as the wrong one.
  {
    patient: 'morgan',
    disease: DIABETIC_KIDNEY,
    from: '2024-06-12',
    corrected: { disease: KIDNEY_3B, reason: 'The cause belongs to the code' },
  },
  { patient: 'morgan', disease: HYPERTENSION, from: '2020-02-11' },
  { patient: 'morgan', disease: LIPIDS, from: '2020-11-03', assistant: true },
  { patient: 'morgan', disease: COLD, from: '2025-11-24', to: '2025-12-06', assistant: true },
  // Begun and not finished: it counts nowhere until somebody completes it.
  { patient: 'morgan', disease: CORONARY, from: '2026-11-17', draft: true, assistant: true },
  { patient: 'morgan', disease: HEPATITIS_B, from: '2022-04-12', removed: 'Belongs to another patient' },
  { patient: 'ortiz', disease: KIDNEY_3B, from: '2022-03-22', to: '2024-05-20' },
  { patient: 'ortiz', disease: KIDNEY_4, from: '2024-05-21' },
  { patient: 'ortiz', disease: HYPERKALEMIA, from: '2024-05-21', to: '2024-06-04' },
  { patient: 'ortiz', disease: KIDNEY_ANEMIA, from: '2024-05-21' },
  { patient: 'kim', disease: HYPOTHYROIDISM, from: '2022-01-19' },
  { patient: 'fischer', disease: LIPIDS, from: '2020-09-08', corrected: { from: '2000-09-08', reason: 'Typing error in the year' } },
  { patient: 'novak', disease: IRON_DEFICIENCY, from: '2021-02-02', to: '2022-02-15' },
  { patient: 'brandt', disease: FIBRILLATION, from: '2024-12-17' },
  { patient: 'okafor', disease: HEPATITIS_B, from: '2022-04-12', to: '2024-01-23' },
  { patient: 'okafor', disease: FATTY_LIVER, from: '2022-07-19' },
  { patient: 'hohenberg', disease: CORONARY, from: '2016-05-09' },
];

/** What the patient who can sign in wrote about the own diagnoses, by their place in the list above. */
export const comments: { patient: string; diagnosis: number; words: string; read?: boolean }[] = [
  { patient: 'morgan', diagnosis: 2, words: 'At home it is usually around 125 over 80.', read: true },
  { patient: 'morgan', diagnosis: 2, words: 'Since last week it is often above 140 in the morning. Should I come in earlier?' },
];
