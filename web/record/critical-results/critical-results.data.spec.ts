import type { CriticalResultView } from '#contracts/lab/critical-results';
import type { LabValueView } from '#contracts/lab/lab-results';
import {
  labListAddress,
  pageText,
  resultName,
  uncheckedSummary,
  uncheckedText,
  unseenSummary,
  unseenValues,
} from './critical-results.data.ts';
import { seenText } from './seen-text.ts';

const potassium = {
  entry_id: 'k',
  parameter_id: null,
  name: 'Potassium',
  value: '7.4',
  unit: 'mmol/L',
  min: '3.5',
  max: '5.1',
  flag: 'HH',
};
const result = (given: Partial<CriticalResultView> = {}): CriticalResultView => ({
  id: 'r',
  patient_id: 'p',
  collected: '2026-11-26T08:00:00',
  draft: true,
  origin: 'ocr',
  version: 1,
  state: 'new',
  since: '2026-11-28T03:00:00.000Z',
  parameters: [potassium],
  ...given,
});
const page = (items: CriticalResultView[], overall_count = items.length) => ({ items, overall_count, unseen: 0, pages: [] });
const ZONE = 'America/New_York';

it("ruling 62: says of what is not checked what it is and when it came, on the clinic's day", () => {
  expect(uncheckedText(result(), ZONE)).toBe('unchecked: Potassium 7.4 HH, read 11/27/2026');
  expect(uncheckedText(result({ origin: 'manual' }), 'UTC')).toBe('unchecked: Potassium 7.4 HH, typed 11/28/2026');
  const culture = { ...potassium, entry_id: 'c', name: 'BC', catalogue_name: 'Blood culture', value: null, text: 'positive', flag: 'AA' };
  const glucose = { ...potassium, entry_id: 'g', name: 'Glucose', value: '20', comparator: '<=' as const, flag: 'LL' };
  expect(uncheckedText(result({ origin: 'fhir', parameters: [culture, glucose] }), ZONE)).toBe(
    'unchecked: Blood culture positive AA, Glucose ≤ 20 LL, imported 11/27/2026',
  );
});

it('says the newest unchecked one and how many more there are', () => {
  const words = 'unchecked: Potassium 7.4 HH, read 11/27/2026';
  const checked = result({ draft: false });
  expect(uncheckedSummary(undefined, ZONE)).toBeUndefined();
  expect(uncheckedSummary(page([checked]), ZONE)).toBeUndefined();
  expect(uncheckedSummary(page([checked, result()]), ZONE)).toBe(words);
  expect(uncheckedSummary(page([result(), checked, result(), result()]), ZONE)).toBe(`${words} and 2 more`);
  expect(uncheckedSummary(page([result()], 300), ZONE)).toBe(`${words} and more`);
  // drafts and new ones are sent before earlier ones
  const earlier = result({ draft: false, state: 'earlier' });
  expect(uncheckedSummary(page([result(), earlier], 300), ZONE)).toBe(words);
});

it('says what stands on pages and is in no record', () => {
  const value = { entry_id: 'k', name: 'Potassium', value: '7.9', unit: 'mmol/L', flag: 'HH' };
  const onPage = {
    ...{
      page_id: 'p1',
      report_id: 'r1',
      name: 'labs.pdf',
      page_number: 1,
      patient_id: 'p',
      is_validated: false,
      values: [value],
      waits: true,
      version: 1,
    },
    read_at: '2026-11-29T12:00:00.000Z',
  };
  expect(pageText(onPage, ZONE)).toBe('unchecked: Potassium 7.9 HH, read 11/29/2026');
  expect(pageText({ ...onPage, is_validated: true }, ZONE)).toBe('awaits the catalogue: Potassium 7.9 HH');
  expect(pageText({ ...onPage, values: [{ ...value, value: null }] }, ZONE)).toBe('unchecked: Potassium HH, read 11/29/2026');
  expect(uncheckedSummary({ ...page([result()]), pages: [onPage] }, ZONE)).toBe('unchecked: Potassium 7.9 HH, read 11/29/2026 and 1 more');
});

it('shows as not seen only the values that nobody has seen', () => {
  const seen = { ...potassium, entry_id: 's', seen: { by: null, at: '2026-11-27T12:13:00.000Z' } };
  expect(unseenValues<LabValueView>([seen, potassium])).toEqual([potassium]);
  const sodium = { ...seen, name: 'Sodium' };
  expect(resultName(result({ parameters: [sodium, potassium] }))).toBe('Potassium, 11/26/2026');
  expect(resultName(result({ collected_precision: 'year' }))).toBe('Potassium, 2026');
});

it('says what waits and how much more, for paper', () => {
  const text = 'critical, not seen: Potassium 7.4 HH, 11/26/2026';
  expect(unseenSummary(page([result({ state: 'seen' })]))).toBeUndefined();
  expect(unseenSummary({ ...page([result({ state: 'seen' }), result()]), unseen: 1 })).toBe(text);
  expect(unseenSummary({ ...page([result()], 1300), unseen: 1201 })).toBe(`${text} and 1,200 more`);
});

it('says who has seen a value and when', () => {
  const at = '2026-11-27T12:13:00.000Z';
  expect(seenText({ by: 'd', by_name: 'Helen Hart', at })).toMatch(/^seen by Helen Hart, 11\/2[678]\/2026 \d\d:13$/);
  expect(seenText({ by: null, at })).toMatch(/^seen 11\/2[678]\/2026 \d\d:13$/);
});

it('leads to the list of lab results, to the page of it that has the result', () => {
  expect(labListAddress('p')).toBe('/patients/p?lab_view=list');
  expect(labListAddress('p', { lab_skip: '10' })).toBe('/patients/p?lab_view=list&lab_skip=10');
});
