import { printed } from '#tests/support/printed';
import { match, recognition } from '#tests/support/report-events';
import type { PatientMatch } from './reports.ts';
import type { RecognisedRow } from '../observations/recognition.ts';
import { criticalRowsOf } from './critical-rows.ts';

const potassium: RecognisedRow = {
  id: 'k',
  region: null,
  field_value: printed({ name: 'Potassium', value: '7.4', range: '3.5-5.1', unit: 'mmol/L' }),
  value: '7.4',
  min: '3.5',
  max: '5.1',
  flag: 'HH',
  parameter_id: '11111111-1111-4111-8111-111111111111',
  confidence: 0.99,
  doubts: [],
};
const nobody = { patient_id: null, candidates: 0, inherited: false };
const idsOf = (rows: Partial<RecognisedRow>[], found: PatientMatch = match) => {
  const row_data = rows.map((row, index) => ({ ...potassium, id: `${index}`, ...row }));
  return criticalRowsOf({ recognition: { ...recognition, row_data }, match: found, validation: null }).map(({ entry_id }) => entry_id);
};
const validated = (rows: { ignored?: boolean; parameter_id?: string | null; flag?: string; value?: string | null }[]) =>
  criticalRowsOf({
    recognition: { ...recognition, row_data: [potassium] },
    match,
    validation: {
      row_data: rows.map(({ ignored = false, parameter_id = null, flag = 'HH', value = '7.4' }, index) => ({
        id: `${index}`,
        ignored,
        entry: { entry_id: `${index}`, parameter_id, name: 'Kalium', value, unit: 'mmol/L', min: null, max: null, flag },
      })),
    },
  }).map(({ entry_id }) => entry_id);

it('ruling 62: are those that were not saved as they were read', () => {
  expect(idsOf([{}, { doubts: ['outside-plausible'] }, { parameter_id: undefined }, { flag: 'H', doubts: ['two-readings'] }])).toEqual([
    '1',
    '2',
  ]);
  expect(idsOf([{}, { flag: 'LL' }, { flag: 'AA' }, { flag: undefined }], nobody)).toEqual(['0', '1', '2']);
  expect(idsOf([{ ignored: true }], nobody)).toEqual([]);
});
it('are named without their value where that could not be read', () => {
  const unread = { value: null, field_value: printed({ name: 'Potassium', value: '', range: '', unit: 'mmol/L' }) };
  expect(idsOf([unread])).toEqual(['0']);
});
it('are those of a validated page that await the catalogue, unless a person left them out', () => {
  expect(validated([{}, { ignored: true }, { parameter_id: potassium.parameter_id! }, { flag: 'H' }])).toEqual(['0']);
});
it('are lines that look like results and were not read, until a person makes a row of them', () => {
  const line = { id: '1-u1', text: 'K 7.4 HH mmol/L', region: null, name: 'K', value: '7.4', unit: 'mmol/L', flag: 'HH' };
  const lines = [line, { ...line, id: '1-u2', flag: 'H' }, { ...line, id: '1-u3', name: '' }];
  const page = { recognition: { ...recognition, row_data: [], unread: lines }, match: nobody };
  const k = { entry_id: '1-u1', name: 'K', value: '7.4', unit: 'mmol/L', flag: 'HH' };
  expect(criticalRowsOf({ ...page, validation: null })).toEqual([k, { ...k, entry_id: '1-u3', name: 'K 7.4 HH mmol/L' }]);
  const made = { id: '1-u1', ignored: true, entry: { ...k, parameter_id: null, min: null, max: null } };
  expect(criticalRowsOf({ ...page, validation: { row_data: [made] } })).toMatchObject([{ entry_id: '1-u3' }]);
});
it('are none of a page that was not read', () => {
  expect(criticalRowsOf({ recognition: null, match: null, validation: null })).toEqual([]);
});
