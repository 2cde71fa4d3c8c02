import { isActive, isProbablyOver, lastDayKnown, stateText, untilText } from './courses.ts';
import { amountsText, dosesText, givenText, type Giving, goingOnText } from './given.ts';

const TODAY = '2026-06-01';
const at = (moment: string, change: Partial<Giving> = {}): Giving => ({
  time_from: moment,
  time_to: moment,
  time_from_precision: 'time',
  time_to_precision: 'time',
  clinical_status: 'completed',
  ...change,
});
const morning = '2025-06-03T08:15:00';
const clocks = { time_from_offset: '-04:00', time_to_offset: '+00:00' };

describe('a dose that was given', () => {
  it.each<[string, Partial<Giving>]>([
    ['given 06/03/2025 08:15', {}],
    ['given 06/03/2025', { time_from_precision: 'day', time_to_precision: 'day' }],
    ['given 06/2025', { time_from_precision: 'month', time_to_precision: 'month' }],
    ['given 06/03/2025 08:15 to 10:40', { time_to: '2025-06-03T10:40:00' }],
    ['given 06/03/2025 to 06/04/2025', { time_to: '2025-06-04T10:40:00' }],
    ['given 06/03/2025 08:15, stopped', { clinical_status: 'stopped' }],
    ['given 06/03/2025 08:15, on hold by its source', { clinical_status: 'on-hold' }],
    ['given 06/03/2025 08:15, status not known to its source', { clinical_status: 'unknown' }],
    ['given since 06/03/2025 08:15, in progress', { time_to: null, clinical_status: 'in-progress' }],
    ['given 06/03/2025 to 06/09/2025, in progress by its source', { time_to: '2025-06-09T00:00:00', clinical_status: 'in-progress' }],
    ['given since 06/03/2025 08:15, on hold', { time_to: null, clinical_status: 'on-hold' }],
    ['given since 06/03/2025 08:15, status unknown', { time_to: null, clinical_status: 'unknown' }],
    ['given 06/03/2025 08:15, part of another dose', { part_of_dose: true }],
    ['given 06/03/2025 08:15-04:00 to 13:00+00:00', { ...clocks, time_to: '2025-06-03T13:00:00' }],
    ['given 06/03/2025 08:15-04:00 to 08:15+00:00', clocks],
    ['given 06/03/2025 08:15', { ...clocks, time_to_offset: '-04:00' }],
    ['given from 06/03/2025 08:15, end not known', { time_to: null }],
    ['given until 06/03/2025 08:15', { time_from: null }],
  ])('reads %s', (text, change) => {
    const dose = at(morning, change);
    expect(givenText(dose)).toBe(text);
    expect(untilText({ ...dose, ends: dose.time_to, given: true }, TODAY)).toBe(text);
    expect(stateText({ ...dose, ends: dose.time_to, given: true }, TODAY)).toBe('');
  });

  it('ruling 31: and 64: is active while it is being given, and without an end where nothing calls it over', () => {
    const active = (ends: string | null, clinical_status: string) => isActive({ ends, clinical_status, given: true }, TODAY);
    expect(active(null, 'in-progress')).toBe(true);
    expect(active(`${TODAY}T10:00:00`, 'in-progress')).toBe(true);
    expect(active('2026-05-31T10:00:00', 'in-progress')).toBe(false);
    const both = (status: string) => [active(null, status), active('2026-07-01T10:00:00', status)];
    expect(['on-hold', 'unknown'].map(both)).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(['completed', 'stopped'].map(both)).toEqual([
      [false, false],
      [false, false],
    ]);
  });
  it('never probably ended, and no end of it is a plan', () => {
    expect(isProbablyOver({ ends: morning, given: true }, TODAY)).toBe(false);
    const later = '2026-12-31T00:00:00';
    expect(lastDayKnown({ clinical_status: 'completed', given: true }, later, TODAY)).toEqual({ ends: later });
  });
  it('stands with the others of its drug by how many they are and the last of them', () => {
    const doses = [at('2025-06-01T08:00:00'), at(morning), at('2025-06-02T08:00:00')];
    expect(dosesText(doses)).toBe('given 3 times, last 06/03/2025');
    expect(dosesText([at(morning)])).toBe('given 06/03/2025 08:15');
    expect(dosesText([])).toBe('');
    const stopped = at('2025-06-09T08:00:00', { clinical_status: 'stopped' });
    expect(dosesText([...doses, stopped])).toBe('given 3 times, last 06/03/2025; given 06/09/2025 08:00, stopped');
    expect(dosesText([stopped, stopped])).toBe('2 doses not known as completed, last 06/09/2025');
    const going = at('2025-06-08T08:00:00', { clinical_status: 'in-progress', time_to: null });
    expect(dosesText([stopped, stopped, going])).toBe(
      'given since 06/08/2025 08:00, in progress; 2 doses not known as completed, last 06/09/2025',
    );
  });
  it('that is a part of another one is no dose of its own', () => {
    const parts = [at('2025-06-03T08:20:00', { part_of_dose: true }), at('2025-06-03T08:30:00', { part_of_dose: true })];
    expect(dosesText([at(morning), ...parts])).toBe('given 06/03/2025 08:15; 2 parts of other doses, last 06/03/2025');
  });
  it('may go on in words of its own', () => {
    const doses = ['unknown', 'in-progress', 'on-hold', 'completed'].map((clinical_status) =>
      at(morning, { clinical_status, time_to: null }),
    );
    expect(goingOnText(doses)).toBe('dose status unknown, being given, dose on hold');
    expect(goingOnText([at(morning), at(morning, { clinical_status: 'on-hold' })])).toBe('');
  });
  it('counts amounts that differ, and names no more than ten of them', () => {
    expect(amountsText(['1 g', '1 g'])).toBe('');
    expect(amountsText(['10 mg', '5 mg', '', '5 mg'])).toBe('10 mg (1 time), 5 mg (2 times), dose not stated (1 time)');
    expect(amountsText(Array.from({ length: 14 }, (_, at) => `${at} mg`))).toMatch(
      /^0 mg \(1 time\), .*9 mg \(1 time\), other doses \(4 times\)$/,
    );
  });
});
