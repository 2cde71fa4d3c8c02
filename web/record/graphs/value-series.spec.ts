import type { Observation, ObservationSeries } from '#contracts/observations/observations';
import { localOf } from '#web/charts/local-time.ts';
import { arrived, labPoint, labSeries } from './fixtures.ts';
import { asKnown, inNeed, chartSeries, dayOf, isAbnormal, lastDates, notesOf, rangeChangesOf, standingSaid } from './value-series.ts';

const point = (day: string, value: string): Observation => ({
  examination_id: day,
  entry_id: 'a',
  name: 'Pain severity',
  date_applies: `${day}T08:00:00`,
  value,
  unit: '{score}',
  min: null,
  max: null,
  graph_value: Number(value),
  standing: null,
  draft: false,
  corrected: false,
  origin: 'manual',
});
const points = [point('2026-01-02', '7'), point('2026-02-02', '5')];
const pain: ObservationSeries = {
  id: 'pain|',
  organization_id: 'o',
  parameter_id: null,
  name: 'Pain severity',
  unit: '{score}',
  normalization_type: 'NoNormalization',
  scale_divider: 1,
  axis: 'raw',
  meaning_of_one: 'no limit',
  scale_changes: [],
  computed: false,
  converted: 0,
  last: points[1]!,
  unchecked: 0,
  points,
};

const drawn = (one: ObservationSeries) => chartSeries(arrived([one])[0]!, 1);

it('ruling 18: what has no limit stands on an axis of its own, not beside what is measured against one', () => {
  const { counts, raws } = drawn(pain).columns;
  expect([counts.height, counts.raw, [...raws]]).toEqual([0, 2, [7, 5]]);
});

it('draws against the limit what has one', () => {
  const limited = {
    ...pain,
    points: points.map((each) => ({ ...each })),
    axis: 'limit' as const,
    normalization_type: 'Arithmetic' as const,
  };
  expect(drawn(limited).columns.counts).toMatchObject({ height: 2, raw: 0 });
});

it('ruling 31: 2019 stays 2019, and is drawn as a span', () => {
  const vague = { ...points[0]!, date_applies: '2019-01-01T00:00:00', precision: 'year' as const };
  const { untilAt } = drawn({ ...pain, points: [vague, points[1]!] });
  expect([dayOf(vague), dayOf({ ...vague, precision: 'month' }), dayOf(points[1]!)]).toEqual(['2019', '01/2019', '02/02/2026']);
  expect([0, 1].map(untilAt).map((until) => until && localOf(until))).toEqual(['2019-12-31T23:59:59', undefined]);
});

describe('what the laboratory flagged', () => {
  const line = (name: string, given: Partial<Observation>, day = '2026-01-02') =>
    arrived([labSeries([labPoint(`${day}T00:00:00`, given)], { name, id: name })])[0]!;
  const lines = [
    line('normal and newest', {}, '2026-03-01'),
    line('out of range', { standing: 'low' }),
    line('flagged against its range', { flag: 'H' }, '2026-01-03'),
    line('critical in words', { value: null, text: 'see note', standing: null, flag: 'AA' }),
    line('normal by flag', { flag: 'N' }),
  ];

  it('stands before what is newer, and the critical before all', () => {
    expect(inNeed(lines).map(({ name }) => name)).toEqual([
      'critical in words',
      'flagged against its range',
      'out of range',
      'normal and newest',
      'normal by flag',
    ]);
    expect(lines.filter(isAbnormal)).toHaveLength(3);
  });
  it('is said with where the value stands', () => {
    expect(
      [{ standing: 'high', flag: 'H' }, { standing: null, flag: 'LL' }, {}].map((given) =>
        standingSaid(labPoint('2026-01-02', given as Partial<Observation>)),
      ),
    ).toEqual(['above range, flag H', 'critical LL', '']);
  });
});

describe('ruling 4: a value of another clock', () => {
  const sent = labPoint('2025-03-11T03:00:00', { shown_offset: '+00:00', clinic_time: '2025-03-10T22:00:00' });
  it('is drawn at its moment and says its clock', () => {
    const line = arrived([labSeries([sent, labPoint('2025-03-10T23:30:00')])])[0]!;
    expect([...drawn(labSeries([sent, labPoint('2025-03-10T23:30:00')])).columns.times].map(localOf)).toEqual([
      '2025-03-10T22:00:00',
      '2025-03-10T23:30:00',
    ]);
    expect(line.last).toMatchObject({ date_applies: '2025-03-10T23:30:00' });
    expect(dayOf(sent)).toBe('03/11/2025 03:00 UTC');
  });
});

describe('ruling 31: a last value that a part of a date decides', () => {
  const year = labPoint('2018-01-01T00:00:00', { precision: 'year', value: '6.5', unit: '%', standing: 'high' });
  const month = labPoint('2018-03-01T00:00:00', { precision: 'month', value: '7.1', unit: '%' });
  it('says so, with the values that may be later', () => {
    const line = labSeries([year, month], { or_last: [year] });
    expect(lastDates(line)).toBe('2018 or 03/2018');
    expect(notesOf(line)).toContain('may be later: 6.5 % (2018)');
    const more = { ...year, date_applies: '2017-12-01T00:00:00', precision: 'month' as const };
    expect(lastDates({ ...line, or_last: [year, more] })).toBe('03/2018 or 2 others');
    expect(lastDates(labSeries([month]))).toBe('03/2018');
  });
  it('never hides an abnormal one behind a normal one', () => {
    expect(isAbnormal(labSeries([year, month], { or_last: [year] }))).toBe(true);
    expect(isAbnormal(labSeries([year, month]))).toBe(false);
  });
});

it('ruling 18: says the words of a range over its raw values', () => {
  const raw = labSeries([labPoint('2026-01-02T00:00:00')], { axis: 'raw', range_words: 'follicular 3.5-12.5' });
  expect(notesOf(raw)).toEqual(['raw values, not normalised: follicular 3.5-12.5']);
  expect(chartSeries(arrived([raw])[0]!, 1).rawNotes).toEqual(['raw values, not normalised: follicular 3.5-12.5']);
});

describe('ruling 49: every change of a range', () => {
  const changed = (...days: string[]) =>
    labSeries([labPoint('2026-01-02T00:00:00')], { range_changes: days.map((day) => `${day}T00:00:00`) });

  it('is named, up to three', () => {
    expect(notesOf(changed('2026-01-02'))).toEqual(['range changed 01/02/2026']);
    const three = changed('2025-01-02', '2025-03-02', '2026-01-02');
    expect(notesOf(three)).toEqual(['range changed 01/02/2025, 03/02/2025, 01/02/2026']);
    expect(rangeChangesOf(three)).toBeUndefined();
  });
  it('is counted where there are more, and all are there to be read', () => {
    const four = changed('2024-01-02', '2025-01-02', '2025-03-02', '2026-01-02');
    expect(notesOf(four)).toEqual(['range changed 4 times, last 01/02/2026']);
    expect(rangeChangesOf(four)).toBe('The range changed 01/02/2024, 01/02/2025, 03/02/2025, 01/02/2026');
  });
});

it('says of how many values the unit is not the one they were recorded in', () => {
  const weight: ObservationSeries = { ...pain, converted: 2 };
  expect(notesOf(weight)).toContain('2 values converted');
});

it('says of which days values differ: a legend shows one value of a day', () => {
  const of = (...days: string[]) => notesOf(labSeries([labPoint('2026-01-02T00:00:00')], { differing_days: days }));
  expect(of('2026-01-02', '2026-02-02')).toEqual(['differing values on 01/02/2026, 02/02/2026']);
  expect(of('2026-01-02', '2026-02-02', '2026-03-02', '2026-04-02')).toEqual(['differing values on 4 days, last 04/02/2026']);
});

describe('a line whose parameter took in another', () => {
  const line = { id: 'a|mg/l', organization_id: 'o', former_ids: ['b|mg/l', 'c|mg/l'] };

  it('goes on as the one that is known, as long as it was not on the chart itself', () => {
    expect(asKnown(line, new Set(['c|mg/l o'])).id).toBe('c|mg/l');
    expect(asKnown(line, new Set(['a|mg/l o', 'b|mg/l o'])).id).toBe('a|mg/l');
    expect(asKnown(line, new Set(['b|mg/l another'])).id).toBe('a|mg/l');
    expect(asKnown({ ...line, former_ids: undefined }, new Set(['b|mg/l o'])).id).toBe('a|mg/l');
  });
});
