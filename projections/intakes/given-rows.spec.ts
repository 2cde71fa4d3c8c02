import type { IntakeDocument } from './intakes.projection.ts';
import { countIn, givenRow, rowsOf } from './given-rows.ts';

let made = 0;
const order = (change: Partial<IntakeDocument> = {}): IntakeDocument =>
  ({
    id: String(++made).padStart(4, '0'),
    organization_id: 'own',
    medication: { nonproprietary_name: 'Vancomycin' },
    name: 'Vancomycin',
    nested_items: [{ order: '1 g', time_from: '2020-01-01T00:00:00', time_to: null }],
    time_from: '2020-01-01T00:00:00',
    time_to: null,
    ends: null,
    ongoing: true,
    last_day: '9999-12-31',
    draft: false,
    recorded_at: '2024-03-01T08:00:00.000Z',
    ...change,
  }) as unknown as IntakeDocument;
const dose = (moment: string, change: Partial<IntakeDocument> = {}) =>
  order({
    ...{ given: true, clinical_status: 'completed', ongoing: false, last_day: '0000-00-00', dosage_text: '1 g' },
    ...{ time_from: moment, time_to: moment, ends: moment, time_from_precision: 'time', time_to_precision: 'time' },
    ...change,
  });

it('completed doses of one product are one row, that of the last one, with each other moment', () => {
  const doses = [dose('2025-06-02T08:00:00'), dose('2025-06-03T08:15:00', { dosage_text: '2 g' }), dose('2025-06-02T20:00:00')];
  const rows = rowsOf(doses);
  expect(rows).toHaveLength(1);
  expect(givenRow(rows[0]!)).toMatchObject({
    time_from: '2025-06-03T08:15:00',
    earlier_given: [
      { id: doses[2]!.id, until_text: 'given 06/02/2025 20:00', dose_text: '1 g' },
      { id: doses[0]!.id, until_text: 'given 06/02/2025 08:00', dose_text: '1 g' },
    ],
  });
  expect(countIn(rows)).toBe(3);
});

it('an order, what is in progress or was stopped, another product or clinic, a draft and a question have rows of their own', () => {
  const ask = { asks: [{ code: 'order-of-versions', text: 'Which?' }] } as never;
  const on = (day: number) => `2025-06-0${day}T08:00:00`;
  const apart = [
    dose(on(1)),
    dose(on(2), { medication: { nonproprietary_name: 'Vancomycin', strength: '500 mg' } }),
    dose(on(3), { organization_id: 'other' }),
    dose(on(4), { clinical_status: 'stopped' }),
    dose(on(5), { draft: true }),
    dose(on(6), ask),
    dose(on(8), { part_of_dose: true }),
    dose(on(7), { clinical_status: 'in-progress', time_to: null, ends: null, last_day: '9999-12-31' }),
    order(),
  ];
  const days = rowsOf(apart).map(({ document }) => document.time_from?.slice(5, 10));
  // what lasts, what is being given, then the newest
  expect(days).toEqual(['01-01', '06-07', '06-08', '06-06', '06-05', '06-04', '06-03', '06-02', '06-01']);
  expect(rowsOf(apart).every(({ earlier }) => earlier.length === 0)).toBe(true);
});

it('a row has its latest twenty other doses, with a count of all and of how much', () => {
  const doses = Array.from({ length: 24 }, (_, at) =>
    dose(`2025-06-${String(at + 1).padStart(2, '0')}T08:00:00`, { dosage_text: at < 18 ? '5 mg' : '10 mg' }),
  );
  const row = givenRow(rowsOf(doses)[0]!);
  expect(row).toMatchObject({ dosage_text: '10 mg', given_count: 24, given_amounts: '10 mg (6 times), 5 mg (18 times)' });
  expect(row.earlier_given?.map(({ id }) => id)).toEqual(
    doses
      .slice(3, 23)
      .map(({ id }) => id)
      .toReversed(),
  );
  expect(givenRow(rowsOf(doses.slice(0, 2))[0]!)).not.toHaveProperty('given_amounts');
});

it('ruling 34: a dose that was corrected keeps a row of its own, where that is marked', () => {
  const period = { order: '1 g', time_from: '2025-06-02T08:00:00', time_to: '2025-06-02T08:00:00' };
  const corrected_from = { ...period, name: 'Vancomycin', order: '10 g', at: '2025-06-04T00:00:00.000Z' };
  const corrected = dose('2025-06-02T08:00:00', { nested_items: [{ ...period, corrected_from }] as never });
  const rows = rowsOf([dose('2025-06-01T08:00:00'), corrected, dose('2025-06-03T08:00:00')]);
  expect(rows.map(({ document, earlier }) => [document.time_from?.slice(8, 10), earlier.length])).toEqual([
    ['03', 1],
    ['02', 0],
  ]);
});
