import { patientId } from '../e2e/api.ts';
import { type Faced, holdsItsFaces } from './faced.ts';
import { screensOf } from './screens.tsx';

const LISTS = 'lab_view=list&intakes_view=list&diagnoses_view=list&examinations_view=list&intakes_active=false&diagnoses_active=false';
const inRecord = (what: string, api: string, filled: RegExp): Faced => ({
  what,
  path: (patient) => `/patients/${patient}?${LISTS}`,
  calls: new RegExp(`^/api/${api}\\?(?!.*=previous)`),
  filled,
  empty: `There are no ${what} available`,
});

const doctors: readonly Faced[] = [
  { what: 'patients', path: () => '/patients', calls: /^\/api\/patients\?/, filled: /^Grace/, empty: 'There are no patients available' },
  inRecord('lab results', 'lab-results', /^Creatinine/),
  inRecord('treatments', 'intakes', /Lipitor/),
  inRecord('diagnoses', 'diagnoses', /Essential \(primary\) hypertension/),
  inRecord('examinations', 'examinations', /Systolic/i),
  {
    what: 'history of data entry',
    path: (patient) => `/patients/${patient}/medical-history`,
    calls: /^\/api\/patients\/history\?/,
    filled: /Jardiance/,
    empty: 'There are no entries available',
  },
  {
    what: 'trends',
    path: (patient) => `/patients/${patient}/trends`,
    calls: /^\/api\/trends\?/,
    filled: /Creatinine/,
    empty: 'There are no trends available',
  },
  { what: 'reports', path: () => '/reports', calls: /^\/api\/ocr\?/, filled: /\.pdf/, empty: 'There are no OCR results yet.' },
];

describe('the faces of a doctor’s screens', () => {
  const screens = screensOf('doctor');
  let morgan = '';
  beforeAll(async () => {
    morgan = await patientId(screens.api, 'Morgan');
  });
  for (const faced of doctors) holdsItsFaces(faced, screens, () => morgan);
});
