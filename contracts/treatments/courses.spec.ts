import { type Course, isActive, isProbablyOver, lastDayKnown, stateText, untilText } from './courses.ts';

const TODAY = '2026-03-10';
const time = (day: string) => `${day}T00:00:00`;
const open = (change: Partial<Course> = {}): Course => ({ ends: null, ...change });
const to = (day: string, change: Partial<Course> = {}): Course => ({ ends: time(day), ...change });
const expected = (day: string, by: NonNullable<Course['expected_until']>['by']) => open({ expected_until: { day, by } });

describe('ruling 31: active', () => {
  it.each<[Course, boolean]>([
    [open(), true],
    [to('2026-03-10'), true],
    [to('2026-03-09'), false],
    [to('2026-01-01', { time_to_precision: 'year' }), true],
    [to('2026-02-01', { time_to_precision: 'month' }), false],
    [open({ clinical_status: 'stopped' }), false],
    [to('2026-12-31', { clinical_status: 'stopped' }), false],
    [open({ clinical_status: 'active' }), true],
    [open({ clinical_status: 'on-hold' }), true],
    [open({ clinical_status: 'unknown' }), true],
  ])('%j on 2026-03-10: %s', (course, active) => expect(isActive(course, TODAY)).toBe(active));
});

describe('ruling 64: until when in words', () => {
  it.each<[Course, string]>([
    [open(), 'ongoing'],
    [to('2026-03-09'), '03/09/2026'],
    [to('2025-01-01', { time_to_precision: 'year' }), '2025'],
    [to('2025-06-03', { time_to_probable: true }), 'probably ended 06/03/2025'],
    [to('2026-03-10', { time_to_probable: true }), 'probably until 03/10/2026'],
    [expected('2025-02-09', 'supply'), 'ongoing; supply until 02/09/2025 by the order, not confirmed since'],
    [expected('2026-03-10', 'supply'), 'ongoing; supply until 03/10/2026 by the order'],
    [expected('2019-07-15', 'prescription'), 'ongoing; prescription valid until 07/15/2019 by the order, not confirmed since'],
    [expected('2025-12-02', 'doses'), 'ongoing; last dose on 12/02/2025 by the order, not confirmed since'],
    [expected('2025-01-10', 'length'), 'ongoing; until 01/10/2025 by the days in its words, not confirmed since'],
    [open({ clinical_status: 'on-hold' }), 'ongoing; on hold by the order'],
    [to('2026-12-31', { clinical_status: 'on-hold' }), '12/31/2026; on hold by the order'],
    [open({ clinical_status: 'unknown' }), 'ongoing; status not known to its source'],
    [open({ clinical_status: 'stopped' }), 'stopped, day not said'],
    [{ ...open({ clinical_status: 'stopped' }), ordered_until: time('2026-12-31') }, 'stopped, ordered until 12/31/2026'],
    [to('2026-12-31', { clinical_status: 'on-hold', time_to_probable: true }), 'on hold by the order; probably until 12/31/2026'],
    [to('2026-02-01', { clinical_status: 'completed' }), '02/01/2026'],
  ])('%j: %s', (course, text) => expect(untilText(course, TODAY)).toBe(text));
  it.each<[Course, string]>([
    [open(), ''],
    [to('2026-03-09'), ''],
    [expected('2025-02-09', 'supply'), 'supply until 02/09/2025 by the order, not confirmed since'],
    [to('2026-12-31', { clinical_status: 'on-hold' }), 'on hold by the order'],
    [to('2025-06-03', { time_to_probable: true }), 'probably ended 06/03/2025'],
    [open({ clinical_status: 'stopped' }), 'stopped, day not said'],
  ])('besides its days %j: %s', (course, text) => expect(stateText(course, TODAY)).toBe(text));
  it('does not end on the last day of its order where it was over before', () => {
    const known = (clinical_status: string, day: string) => lastDayKnown({ clinical_status }, time(day), '2026-03-10');
    expect(known('stopped', '2026-12-31')).toEqual({ ends: null, ordered_until: time('2026-12-31') });
    expect(known('stopped', '2026-03-12')).toEqual({ ends: null, ordered_until: time('2026-03-12') });
    expect(known('stopped', '2026-03-11')).toEqual({ ends: time('2026-03-11') });
    expect(known('completed', '2026-02-01')).toEqual({ ends: time('2026-02-01') });
    expect(known('active', '2026-12-31')).toEqual({ ends: time('2026-12-31') });
  });
  it('ends nothing because something was not said', () => {
    for (const by of ['supply', 'prescription', 'length', 'doses'] as const) expect(isActive(expected('2019-01-01', by), TODAY)).toBe(true);
  });
  it('is only probably over where nothing else says so', () => {
    expect(isProbablyOver(to('2025-06-03', { time_to_probable: true }), TODAY)).toBe(true);
    expect(isProbablyOver(to('2026-03-10', { time_to_probable: true }), TODAY)).toBe(false);
    expect(isProbablyOver(to('2025-06-03'), TODAY)).toBe(false);
    expect(isProbablyOver(to('2025-06-03', { time_to_probable: true, clinical_status: 'completed' }), TODAY)).toBe(false);
  });
});
