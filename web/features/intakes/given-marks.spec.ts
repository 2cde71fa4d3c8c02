import type { IntakeSegment, IntakeSeries } from '#contracts/treatments/intake-views';
import { timeOf } from '#web/charts/local-time.ts';
import { dosesOn } from './doses-on.ts';
import { datedDoses, givenIn, givenOn, givenSaid, givenTexts, givenUntil, goingOn, markDates, ordersOf, rowTexts } from './given-marks.ts';

const dose = (from: string | null, to: string | null, change: Partial<IntakeSegment> = {}) =>
  ({
    ...{ from, to, from_precision: 'time', to_precision: 'time', given: true, clinical_status: 'completed' },
    ...{ average: null, as_needed: false, draft: false, ongoing: false, ...change },
  }) as IntakeSegment;
const at = (day: string, change: Partial<IntakeSegment> = {}) => dose(`${day}T08:15:00`, `${day}T08:15:00`, change);
const start = (day: string) => timeOf(`${day}T00:00:00`);
const end = (day: string) => timeOf(`${day}T23:59:59`);

it('a mark lies on the day of a dose, over the days of a period, and on the first day without an end', () => {
  expect(markDates(at('2025-06-03'))).toEqual({ from: start('2025-06-03'), to: end('2025-06-03') });
  expect(markDates(dose('2025-06-03T08:00:00', '2025-06-05T09:00:00'))).toEqual({ from: start('2025-06-03'), to: end('2025-06-05') });
  expect(markDates(dose('2025-06-03T08:00:00', null, { clinical_status: 'in-progress' }))).toEqual({
    from: start('2025-06-03'),
    to: end('2025-06-03'),
  });
  expect(markDates(dose(null, '2025-06-05T09:00:00'))).toEqual({ from: start('2025-06-05'), to: end('2025-06-05') });
  // by clocks of its source it may end before it starts
  expect(markDates(dose('2025-06-05T08:00:00', '2025-06-03T09:00:00'))).toEqual({ from: start('2025-06-03'), to: end('2025-06-05') });
  const month = { from_precision: 'month', to_precision: 'month' } as const;
  expect(markDates(dose('2025-06-01T00:00:00', '2025-06-01T00:00:00', month))).toEqual({
    from: start('2025-06-01'),
    to: end('2025-06-30'),
    fromUntil: end('2025-06-30'),
  });
});

it('a day has its own doses, otherwise those until then', () => {
  const doses = [at('2025-06-01'), at('2025-06-03'), at('2025-06-03', { from: '2025-06-03T20:00:00', to: '2025-06-03T20:00:00' })];
  const dated = datedDoses(doses);
  expect(givenOn(dated, start('2025-06-03'))).toHaveLength(2);
  expect(givenUntil(dated, start('2025-06-03'))).toBe('given 2 times, last 06/03/2025');
  expect(givenUntil(dated, start('2025-06-02'))).toBe('given 06/01/2025 08:15');
  expect(givenUntil(dated, start('2025-06-09'))).toBe('given 3 times, last 06/03/2025');
  expect(givenUntil(dated, start('2025-05-09'))).toBe('');
  expect(givenSaid(doses)).toBe('given 3 times, last 06/03/2025');
});

it('the shorter words of a row never count what was not given as a whole', () => {
  expect(givenTexts([at('2025-06-01'), at('2025-06-03')])[1]).toBe('given 2 times');
  expect(givenTexts([at('2025-06-01'), at('2025-06-03', { clinical_status: 'stopped' })])).toHaveLength(1);
  const going = [at('2025-06-01'), dose('2025-06-03T08:00:00', null, { clinical_status: 'in-progress' })];
  const now = goingOn(datedDoses(going), start('2025-06-09'));
  expect(givenTexts(going, now)).toEqual(['given 06/01/2025 08:15; given since 06/03/2025 08:00, in progress', 'being given']);
  const until = dose('2025-06-03T08:00:00', '2025-06-08T08:00:00', { clinical_status: 'in-progress' });
  expect(['2025-06-08', '2025-06-09'].map((day) => goingOn(datedDoses([until]), start(day)))).toEqual(['being given', '']);
  expect(givenTexts([])).toEqual([]);
});

it('the words of a row never call a drug over that is being given, nor leave out its doses for an order that nobody checked', () => {
  const words = { order: '1 g', dose_text: '1 g', intake_id: 'o', given: undefined };
  const ordered = (to: string | null, change: Partial<IntakeSegment> = {}) =>
    dose('2025-01-01T00:00:00', to, { ...words, average: null, ongoing: to === null, to_precision: 'day', ...change });
  const texts = (...segments: IntakeSegment[]) => {
    const series = { segments, sums: [], unit: 'mg' } as unknown as IntakeSeries;
    const given = givenIn(series);
    return rowTexts(ordersOf(series), given, goingOn(datedDoses(given), start('2025-06-03')), start('2025-06-03'));
  };
  const going = dose('2025-06-03T08:00:00', null, { clinical_status: 'in-progress' });
  expect(texts(ordered('2025-05-01T00:00:00'))[0]).toMatch(/ended 05\/01\/2025/);
  expect(texts(ordered('2025-05-01T00:00:00'), going)).toEqual(['given since 06/03/2025 08:00, in progress', 'being given']);
  expect(texts(ordered(null), going).at(-1)).toBe('1 g; being given');
  expect(texts(ordered(null), at('2025-06-01')).at(-1)).toBe('1 g');
  expect(texts(ordered(null, { draft: true }), at('2025-06-01'), at('2025-06-02')).at(-1)).toBe('given 2 times');
});

it('ruling 30: a dose that was given is not what is taken on its day', () => {
  const order = dose('2025-01-01T00:00:00', null, { average: 1000, ongoing: true });
  delete order.given;
  const series = { segments: [order, at('2025-06-03'), at('2025-06-04', { draft: true })], sums: [] } as unknown as IntakeSeries;
  expect(dosesOn(series, start('2025-06-03'))).toMatchObject({ total: 1000, segments: [{ average: 1000 }] });
  expect(ordersOf(series).segments).toEqual([order]);
  expect(givenIn(series)).toEqual([at('2025-06-03')]);
  expect(dosesOn({ ...series, segments: [at('2025-06-03')] }, start('2025-06-03'))).toBeNull();
});
