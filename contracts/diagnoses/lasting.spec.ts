import { isActive, isStatusMissing, visitsText, visitStatuses } from './lasting.ts';

const TODAY = '2026-03-04';
const at = (time_to: string | null, more: object = {}) => isActive({ time_to, ...more }, TODAY);

it('ruling 31: a diagnosis is active to the end of its last day', () => {
  expect([at(null), at('2026-03-04T00:00:00'), at('2026-03-03T23:59:59')]).toEqual([true, true, false]);
  expect(at('2026-01-01T00:00:00', { time_to_precision: 'year' })).toBe(true);
  expect(at('2026-02-01T00:00:00', { time_to_precision: 'month' })).toBe(false);
  expect(at(null, { clinical_status: 'resolved' })).toBe(false);
  expect(at(null, { clinical_status: 'active' })).toBe(true);
});

it('ruling 64: a diagnosis of a visit is active only where its source says so', () => {
  const ofVisit = (clinical_status?: string) => at(null, { of_visit: true, ...(clinical_status === undefined ? {} : { clinical_status }) });
  expect([undefined, 'resolved', 'unknown', 'active', 'recurrence', 'relapse'].map(ofVisit)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
  expect([at('2026-03-03T00:00:00', { of_visit: true }), at('2026-03-04T00:00:00', { of_visit: true })]).toEqual([false, true]);
});

it('ruling 64: a problem without a status is active, and says so', () => {
  const one = (more: object) => isStatusMissing({ origin: 'fhir', time_to: null, ...more });
  expect([one({}), one({ clinical_status: 'active' }), one({ of_visit: true }), one({ origin: 'manual' })]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(isStatusMissing({ origin: 'fhir', time_to: '2020-01-01T00:00:00' })).toBe(false);
});

it('visits are counted, with the day of the last one as far as it is known', () => {
  const visit = (time_from: string | null, time_from_precision?: 'year') => ({
    time_from,
    ...(time_from_precision ? { time_from_precision } : {}),
  });
  const [early, late] = [visit('2019-02-04T00:00:00'), visit('2024-03-14T09:30:00')];
  expect(visitsText([])).toBe('');
  expect(visitsText([early])).toBe('at a visit, 02/04/2019');
  expect(visitsText([late, early, visit(null)])).toBe('at visits: 3, last 03/14/2024');
  // some day of the year may be later
  expect(visitsText([late, visit('2024-01-01T00:00:00', 'year')])).toBe('at visits: 2, last 2024');
  expect(visitsText([visit(null)])).toBe('at a visit, a day not stated');
});

it('says what their source says of visits, of earlier ones where it differs', () => {
  const visit = (day: string, clinical_status?: string, verification_status?: string) => ({
    time_from: `${day}T00:00:00`,
    clinical_status,
    verification_status,
  });
  expect(visitStatuses([])).toEqual([]);
  expect(visitStatuses([visit('2019-02-04', 'active', 'confirmed'), visit('2024-03-14', 'active', 'confirmed')])).toEqual([
    'active',
    'confirmed',
  ]);
  expect(
    visitStatuses([visit('2019-02-04', 'active', 'confirmed'), visit('2018-02-04', 'active'), visit('2024-03-14', 'resolved')]),
  ).toEqual(['resolved', 'active on 02/04/2019', 'confirmed on 02/04/2019']);
});
