import type { LabValueView } from '#contracts/lab/lab-results';
import type { LabResultDocument } from './lab-results.projection.ts';
import { labSeries, type SeriesParameter } from './lab-series.ts';

const organization_id = '66666666-6666-4666-8666-666666666666';
const CRP = '11111111-1111-4111-8111-111111111111';
const catalogue = (change: Partial<SeriesParameter> = {}) =>
  new Map<string, SeriesParameter>([
    [CRP, { primary_alias: 'C-reactive protein', normalization_type: 'Arithmetic', scale_divider: 1, scale_changes: [], ...change }],
  ]);

let nth = 0;
const result = (day: string, entries: Partial<LabValueView>[], change: Partial<LabResultDocument> = {}): LabResultDocument => {
  const collected = day.includes('T') ? day : `${day}T00:00:00`;
  return {
    id: `result-${String(++nth).padStart(3, '0')}`,
    patient_id: 'p',
    organization_id,
    collected,
    date_applies: collected,
    draft: false,
    origin: 'manual',
    parameters: entries.map((entry, n) => ({
      entry_id: `e${n}`,
      parameter_id: CRP,
      name: 'CRP',
      value: '10',
      unit: 'mg/L',
      min: '0',
      max: '5',
      ...entry,
    })),
    comment: '',
    last_edited_by: null,
    recorded_at: '2026-03-01T00:00:00.000Z',
    version: 0,
    ...change,
  };
};
const fromPage = (page_id: string) => ({ origin: 'ocr' as const, file_id: 'file', page_id });
const summary = (results: LabResultDocument[], parameters = catalogue()) =>
  labSeries(results, parameters).map(({ id, axis, points }) => [id, axis, points.map(({ value, text }) => value ?? text)]);

describe('series of lab results', () => {
  it('ruling 18: say the words of a range that is no limits, in the unit that they speak of', () => {
    const words = { min: null, max: null, range_text: 'follicular 3.5-12.5' };
    const [raw] = labSeries([result('2026-01-01', [words])], catalogue());
    expect(raw).toMatchObject({ axis: 'raw', range_words: 'follicular 3.5-12.5' });
    const [limited] = labSeries([result('2026-01-01', [{ range_text: '0 to 5' }])], catalogue());
    expect(limited).not.toHaveProperty('range_words');
    const glucose = catalogue({ code: '2345-7' });
    const inUnits = new Map([[CRP, 'mmol/L']]);
    const shown = (range: object) => labSeries([result('2026-01-01', [{ value: '90', unit: 'mg/dL', ...range }])], glucose, inUnits)[0]!;
    expect(shown(words).points[0]).toMatchObject({ unit: 'mmol/L', range_text: 'follicular 3.5-12.5 (in mg/dL)' });
    expect(shown({ min: '70', max: '100', range_text: '70 to 100' }).points[0]).not.toHaveProperty('range_text');
  });

  it('ruling 24: take no words of a range from what nobody has checked', () => {
    const words = (range_text: string) => ({ min: null, max: null, range_text });
    const checked = result('2026-01-01', [words('older')]);
    const [series] = labSeries([checked, result('2026-01-02', [words('of a draft')], { draft: true })], catalogue());
    expect(series?.range_words).toBe('older');
    const without = result('2026-01-03', [{ min: null, max: null }]);
    expect(labSeries([checked, without], catalogue())[0]).not.toHaveProperty('range_words');
  });

  it('of what no catalogue has are told apart by its code where two codes have one name, and keep what was chosen for them', () => {
    const coded = (code: string, value: string) => ({
      parameter_id: null,
      name: 'Protein X',
      value,
      coding: [{ system: 'http://lab.example', code }],
    });
    const paper = { parameter_id: null, name: 'Protein X', value: '3' };
    const lines = (...entries: object[]) =>
      labSeries([result('2026-01-01', entries)], catalogue()).map(({ id, former_ids, name, points }) => [
        id,
        former_ids,
        name,
        points.length,
      ]);
    expect(lines(coded('A', '1'), paper, coded('A', '2'))).toEqual([['protein x|mg/l', undefined, 'Protein X', 3]]);
    expect(lines(coded('A', '1'), paper, coded('B', '2'))).toEqual([
      ['protein x|mg/l', undefined, 'Protein X', 1],
      ['protein x|mg/l|http://lab.example A', ['protein x|mg/l'], 'Protein X (code A)', 1],
      ['protein x|mg/l|http://lab.example B', ['protein x|mg/l'], 'Protein X (code B)', 1],
    ]);
  });

  it('keep the flag of one source where another has the range of the same value', () => {
    const own = result('2026-01-01', [{ value: '7.4' }]);
    const sent = (more: Partial<LabResultDocument>) =>
      result('2026-01-01', [{ value: '7.4', min: null, max: null, flag: 'HH' }], { origin: 'fhir', ...more });
    const flagOf = (...all: LabResultDocument[]) =>
      labSeries(all, catalogue())[0]!.points.map(({ flag, max, also }) => [flag, max, also?.length]);
    expect(flagOf(own, sent({}))).toEqual([['HH', '5', 1]]);
    expect(flagOf(own, sent({ draft: true }))).toEqual([[undefined, '5', 1]]);
  });

  it('say of which days two checked values differ that no time tells apart', () => {
    const at = (day: string, value: string, more: Partial<LabResultDocument> = {}) => result(day, [{ value }], more);
    const [series] = labSeries(
      [
        ...[at('2026-01-01', '10'), at('2026-01-01', '10.0'), at('2026-01-02', '10'), at('2026-01-02', '11', { draft: true })],
        ...[at('2026-01-03T08:00:00', '10'), at('2026-01-03T20:00:00', '12'), at('2026-01-04', '10'), at('2026-01-04T08:00:00', '12')],
        ...[at('2026-01-05', '10'), at('2026-01-05', '10'), at('2026-01-05', '12')],
      ],
      catalogue(),
    );
    expect(series?.differing_days).toEqual(['2026-01-04', '2026-01-05']);
    expect(labSeries([at('2026-01-01', '10')], catalogue())[0]).not.toHaveProperty('differing_days');
  });

  describe('ruling 4: of several clocks', () => {
    const on = (clock: string, at: string, value: string, change: Partial<LabResultDocument> = {}) =>
      result(clock.slice(0, 19), [{ value }], { shown_offset: clock.slice(19), clinic_time: at, origin: 'fhir', ...change });

    it('run in the order of the moments, with the clock of each', () => {
      const [line] = labSeries(
        [
          on('2025-03-10T23:30:00-05:00', '2025-03-10T23:30:00', '54'),
          on('2025-03-11T03:00:00+00:00', '2025-03-10T22:00:00', '212'),
          result('2025-03-10T22:30:00', [{ value: '100' }]),
        ],
        catalogue(),
      );
      expect(line?.points.map(({ value }) => value)).toEqual(['212', '100', '54']);
      expect(line?.last).toMatchObject({ value: '54', shown_offset: '-05:00', clinic_time: '2025-03-10T23:30:00' });
      expect(line?.points[1]).not.toHaveProperty('shown_offset');
    });

    it('show an equal value of two sources once, on whatever clock, and say where days differ', () => {
      const sent = on('2025-03-11T03:00:00+00:00', '2025-03-10T22:00:00', '10');
      const summaryOf = (...results: LabResultDocument[]) =>
        labSeries(results, catalogue()).map(({ points, differing_days = [] }) => [points.length, differing_days]);
      const read = (day: string, value = '10') => result(day, [{ value }], fromPage('page'));
      expect(summaryOf(sent, read('2025-03-10'))).toEqual([[1, []]]);
      expect(summaryOf(sent, read('2025-03-11'))).toEqual([[1, []]]);
      expect(summaryOf(sent, read('2025-03-10T22:00:00'))).toEqual([[1, []]]);
      expect(summaryOf(sent, read('2025-03-11T03:00:00'))).toEqual([[2, []]]);
      expect(summaryOf(sent, read('2025-03-12'))).toEqual([[2, []]]);
      expect(summaryOf(sent, read('2025-03-11', '12'))).toEqual([[2, ['2025-03-11']]]);
      expect(summaryOf(sent, on('2025-03-11T04:00:00+00:00', '2025-03-10T23:00:00', '12'))).toEqual([[2, []]]);
      // days that were sent as midnights
      const days = [8, 9, 10].map((day) =>
        on(`2025-03-0${day}T00:00:00+00:00`.replace('010', '10'), `2025-03-0${day - 1}T18:00:00`, String(day)),
      );
      expect(summaryOf(...days)).toEqual([[3, []]]);
    });
  });

  it('ruling 26: have their last value by the time that is shown of two equal ones', () => {
    const read = result('2026-03-10', [{ value: '95' }], { ...fromPage('page'), draft: true });
    const [early, late] = ['07', '08'].map((hour) =>
      result(`2026-03-10T${hour}:00:00`, [{ value: hour === '07' ? '60' : '95' }], { origin: 'fhir' }),
    );
    const [line] = labSeries([read, early!, late!], catalogue());
    expect(line?.points.map(({ value, date_applies }) => [value, date_applies])).toEqual([
      ['60', '2026-03-10T07:00:00'],
      ['95', '2026-03-10T08:00:00'],
    ]);
    expect(line?.last).toMatchObject({ value: '95', draft: false });
  });

  describe('ruling 31: where a part of a date decides which value is the last', () => {
    const of = (day: string, value: string, collected_precision?: 'year' | 'month', change: Partial<LabResultDocument> = {}) =>
      result(day, [{ value }], { ...(collected_precision ? { collected_precision } : {}), ...change });
    const orLast = (...results: LabResultDocument[]) =>
      labSeries(results, catalogue()).map(({ last, or_last = [] }) => [last?.value, or_last.map(({ value }) => value)]);

    it('name those that may be later, the latest first', () => {
      const [year, month] = [of('2018-01-01', '6', 'year'), of('2018-03-01', '7', 'month')];
      expect(orLast(year, month)).toEqual([['7', ['6']]]);
      expect(orLast(year, month, of('2018-03-15', '8'))).toEqual([['8', ['7', '6']]]);
      expect(orLast(year, month, of('2018-12-31T23:00:00', '8'))).toEqual([['8', ['6']]]);
      expect(orLast(year, month, of('2019-01-01', '8'))).toEqual([['8', []]]);
      expect(orLast(year, of('2018-01-01', '9', 'year'))).toEqual([['9', ['6']]]);
      expect(orLast(of('2018-03-01', '8'), month)).toEqual([['8', ['7']]]);
      expect(orLast(month, of('2018-03-01', '8'))).toEqual([['8', ['7']]]);
    });
    it('name none that says the same or is a draft', () => {
      expect(orLast(of('2018-01-01', '7.0', 'year'), of('2018-03-01', '7', 'month'))).toEqual([['7', []]]);
      expect(orLast(of('2018-01-01', '6', 'year', { draft: true }), of('2018-03-01', '7', 'month'))).toEqual([['7', []]]);
    });
  });

  it('ruling 31: say how much of a date was said only where it is less than the day', () => {
    const precisionOf = (collected_precision: 'year' | 'month' | 'day' | 'time') =>
      labSeries([result('2026-01-01', [{}], { collected_precision })], catalogue())[0]?.points[0]?.precision;
    expect([precisionOf('year'), precisionOf('month'), precisionOf('day'), precisionOf('time')]).toEqual([
      'year',
      'month',
      undefined,
      undefined,
    ]);
  });

  it('run oldest first under the name of the catalogue, whatever was printed, with heights from the range of each value', () => {
    const [series, ...others] = labSeries([result('2026-02-02', [{ value: '15', max: '6' }]), result('2026-01-01', [{}])], catalogue());
    expect(others).toEqual([]);
    expect(series).toMatchObject({
      id: `${CRP}|mg/l`,
      name: 'C-reactive protein',
      unit: 'mg/L',
      axis: 'limit',
      meaning_of_one: null,
      unchecked: 0,
    });
    expect(series?.points).toMatchObject([
      { date_applies: '2026-01-01T00:00:00', name: 'CRP', graph_value: 2, standing: 'high', min: '0', max: '5' },
      { date_applies: '2026-02-02T00:00:00', graph_value: 2.5, max: '6' },
    ]);
    expect(series?.last).toEqual(series?.points[1]);
  });

  it('ruling 49: say where the range changed, from one checked value to the next that has a range', () => {
    const [series] = labSeries(
      [
        result('2026-01-01', [{ max: '1.20', min: null }]),
        result('2026-01-02', [{ max: '1.2', min: '0' }]),
        result('2026-01-03', [{ max: '9', min: '0' }], { draft: true }),
        result('2026-01-04', [{ max: null, min: null }]),
        result('2026-01-05', [{ max: '0', min: '0' }]),
        result('2026-01-06', [{ max: '1.1', min: '0.5' }]),
        result('2026-01-07', [{ max: '1.1', min: '0.5' }]),
        result('2026-01-08', [{ max: '1.3', min: '0.5' }]),
      ],
      catalogue(),
    );
    expect(series?.points.map(({ range_before }) => range_before?.date_applies ?? null)).toEqual([
      null,
      null,
      null,
      null,
      null,
      '2026-01-02T00:00:00',
      null,
      '2026-01-07T00:00:00',
    ]);
    expect(series?.points[5]?.range_before).toEqual({ min: '0', max: '1.2', date_applies: '2026-01-02T00:00:00' });
    expect(series?.range_changes).toEqual(['2026-01-06T00:00:00', '2026-01-08T00:00:00']);
  });

  it('ruling 49: take a range that was rounded in two units for the same one', () => {
    const creatinine = new Map([[CRP, { ...catalogue().get(CRP)!, code: '2160-0' }]]);
    const entries = [
      result('2026-01-01', [{ value: '1.0', unit: 'mg/dL', min: '0.7', max: '1.2' }]),
      result('2026-01-02', [{ value: '90', unit: 'umol/L', min: '62', max: '106' }]),
      result('2026-01-03', [{ value: '90', unit: 'umol/L', min: '50', max: '90' }]),
    ];
    const [series] = labSeries(entries, creatinine, new Map([[CRP, 'mg/dL']]));
    expect(series?.points.map(({ range_before }) => range_before !== undefined)).toEqual([false, false, true]);
  });

  it('stand to their limits as they were reported, whatever converting rounds', () => {
    const glucose = new Map([[CRP, { ...catalogue().get(CRP)!, code: '2345-7' }]]);
    const at_limit = result('2026-01-01', [{ value: '5.5', unit: 'mmol/L', min: null, max: '5.500' }]);
    const [series] = labSeries([at_limit], glucose, new Map([[CRP, 'mg/dL']]));
    expect(series?.points).toMatchObject([{ value: '99.1', max: '99.09', standing: 'normal' }]);
  });

  it('ruling 18: say the lower limit of values that have no upper one', () => {
    const lower = (min: string) => ({ value: '55', min, max: null });
    const [series] = labSeries([result('2026-01-01', [lower('90')]), result('2026-01-02', [lower('60')])], catalogue());
    expect(series).toMatchObject({ axis: 'raw', lower_limit: '60' });
    expect(labSeries([result('2026-01-01', [{}])], catalogue())[0]).not.toHaveProperty('lower_limit');
  });

  it('ruling 17: keep units apart, not their spellings', () =>
    expect(
      summary([
        result('2026-01-01', [{}]),
        result('2026-01-02', [{ unit: 'MG/L' }]),
        result('2026-01-03', [{ unit: 'mg/dL', value: '1' }]),
      ]),
    ).toEqual([
      [`${CRP}|mg/dl`, 'limit', ['1']],
      [`${CRP}|mg/l`, 'limit', ['10', '10']],
    ]));

  it('ruling 29: give values without a unit a series of their own', () =>
    expect(summary([result('2026-01-01', [{}]), result('2026-01-02', [{ unit: '' }])]).map(([id]) => id)).toEqual([
      `${CRP}|`,
      `${CRP}|mg/l`,
    ]));

  it('ruling 37: never join across organizations', () => {
    const series = labSeries([result('2026-01-01', [{}]), result('2026-01-02', [{}], { organization_id: 'other' })], catalogue());
    expect(series.map((one) => [one.id, one.organization_id, one.points.length])).toEqual([
      [`${CRP}|mg/l`, organization_id, 1],
      [`${CRP}|mg/l`, 'other', 1],
    ]);
  });

  it('ruling 17: give text results a lane of their own', () =>
    expect(summary([result('2026-01-01', [{}]), result('2026-01-02', [{ value: null, text: 'negative', unit: '', max: null }])])).toEqual([
      [`${CRP}|mg/l`, 'limit', ['10']],
      [`${CRP}||text`, 'text', ['negative']],
    ]));

  it('join what awaits the catalogue by its printed name', () =>
    expect(
      summary([
        result('2026-01-01', [{ parameter_id: null, name: 'Eiweiß' }]),
        result('2026-01-02', [{ parameter_id: null, name: 'EIWEISS' }]),
      ]),
    ).toEqual([['eiweiss|mg/l', 'limit', ['10', '10']]]));

  it('make no point of an entry without a value', () =>
    expect(summary([result('2026-01-01', [{ value: null }], { draft: true })])).toEqual([]));

  it('ruling 18: draw on an axis of their own where there is no upper limit anywhere', () => {
    const limits = [
      { max: null, min: '60' },
      { min: '0', max: '0' },
      { max: null, min: null },
    ];
    const [series] = labSeries(
      limits.map((range, n) => result(`2026-01-0${n + 1}`, [range])),
      catalogue(),
    );
    expect(series).toMatchObject({ axis: 'raw', meaning_of_one: 'no limit' });
    expect(series?.points.map(({ graph_value }) => graph_value)).toEqual([null, null, null]);
    expect(summary([result('2026-01-01', [{ max: null }]), result('2026-01-02', [{}])])[0]?.[1]).toBe('limit');
  });

  it('ruling 18: say what 1 is, and date changes of the scale', () => {
    const scale_changes = [{ at: '2026-01-15T00:00:00.000Z', normalization_type: 'Logarithmic' as const, scale_divider: 2 }];
    const [series] = labSeries(
      [result('2026-01-01', [{}])],
      catalogue({ normalization_type: 'Logarithmic', scale_divider: 2, scale_changes }),
    );
    expect(series).toMatchObject({
      meaning_of_one: '1 = 2 x upper limit',
      scale_changes,
      normalization_type: 'Logarithmic',
      scale_divider: 2,
    });
    expect(series?.points[0]?.graph_value).toBeCloseTo(Math.log(11) / Math.log(6) / 2, 12);
    expect(labSeries([result('2026-01-01', [{ max: null }])], catalogue({ normalization_type: 'NoNormalization' }))[0]).toMatchObject({
      axis: 'limit',
      meaning_of_one: 'no limit',
    });
  });

  it('ruling 24: mark drafts, count them and never take one for the last value', () => {
    const [series] = labSeries(
      [result('2026-01-01', [{}]), result('2026-02-01', [{ value: '99' }], { draft: true, ...fromPage('p1') })],
      catalogue(),
    );
    expect(series).toMatchObject({ unchecked: 1, last: { value: '10' } });
    expect(series?.points.map(({ draft }) => draft)).toEqual([false, true]);
    expect(labSeries([result('2026-02-01', [{}], { draft: true })], catalogue())[0]).toMatchObject({ unchecked: 1, last: null });
  });

  it('mark what was corrected, a value and a range, with what it said before', () => {
    const at = '2026-01-02T00:00:00.000Z';
    const value = { value: '1', unit: 'mg/L', at };
    const range = { min: '0', max: '9', unit: 'mg/L', at };
    const values = [result('2026-01-01', [{ corrected_from: value }]), result('2026-02-01', [{ range_corrected_from: range }])];
    const points = labSeries(values, catalogue())[0]?.points;
    expect(points).toMatchObject([
      { corrected: true, corrected_from: value },
      { corrected: true, range_corrected_from: range },
    ]);
  });

  it('keep many results complete and in order', () => {
    const many = Array.from({ length: 3000 }, (_, n) =>
      result(`${2000 + (n % 26)}-0${1 + (n % 9)}-1${n % 10}`, [{ value: String(n + 1) }]),
    );
    const [series] = labSeries(many, catalogue());
    expect(series?.points).toHaveLength(3000);
    const days = series?.points.map(({ date_applies }) => date_applies) ?? [];
    expect(days).toEqual([...days].sort());
  });
});

describe('ruling 26: equal values of two sources', () => {
  const points = (...results: LabResultDocument[]) => labSeries(results, catalogue())[0]?.points ?? [];

  it('show once, with both', () => {
    const [manual, page] = [result('2026-01-01', [{ value: '10.0' }]), result('2026-01-01T08:30:00', [{}], fromPage('p1'))];
    expect(points(manual, page)).toMatchObject([
      {
        lab_result_id: manual.id,
        value: '10.0',
        also: [{ lab_result_id: page.id, origin: 'ocr', draft: false, page_id: 'p1', file_id: 'file' }],
      },
    ]);
  });
  it('show what a person checked, and count the draft beside it', () => {
    const [draft, checked] = [result('2026-01-01', [{}], { draft: true, ...fromPage('p1') }), result('2026-01-01', [{}])];
    const [series] = labSeries([draft, checked], catalogue());
    expect(series).toMatchObject({
      unchecked: 1,
      last: { lab_result_id: checked.id },
      points: [{ draft: false, also: [{ draft: true }] }],
    });
  });
  it('ruling 62: were seen by a doctor only where each critical one was', () => {
    const seen = { by: 'd', at: '2026-03-01T00:00:00.000Z' };
    const seenOf = (first: Partial<LabValueView>, second: Partial<LabValueView>) =>
      points(result('2026-01-01', [first]), result('2026-01-01', [second], fromPage('p1'))).map((point) => point.seen);
    expect(seenOf({ flag: 'HH', seen }, { flag: 'HH' })).toEqual([undefined]);
    expect(seenOf({ flag: 'HH' }, { flag: 'AA', seen })).toEqual([undefined]);
    expect(seenOf({ flag: 'HH', seen }, { flag: 'HH', seen })).toEqual([seen]);
    expect(seenOf({ flag: 'H' }, { flag: 'HH', seen })).toEqual([seen]);
    expect(seenOf({ flag: 'HH', seen }, {})).toEqual([seen]);
  });
  it('show the one with a range', () =>
    expect(points(result('2026-01-01', [{ min: null, max: null }]), result('2026-01-01', [{}], fromPage('p1')))).toMatchObject([
      { max: '5', graph_value: 2, also: [{ origin: 'manual' }] },
    ]));
  it('show the reports that list either', () => {
    const sent = () => result('2026-01-01', [{ reports: ['r1'] }], { origin: 'fhir' });
    const page = () => result('2026-01-01', [{}], fromPage('p1'));
    expect(points(page(), sent())).toMatchObject([{ reports: ['r1'], also: [{ origin: 'fhir' }] }]);
    expect(points(sent(), page())).toMatchObject([{ reports: ['r1'], also: [{ origin: 'ocr' }] }]);
  });
  it('show the words beside either, each once', () => {
    const words = (...texts: string[]) => ({ beside: texts.map((text) => ({ element: 'specimen', text })) });
    const sent = (text: string) => result('2026-01-01', [words(text)], { origin: 'fhir' });
    const page = () => result('2026-01-01', [{}], fromPage('p1'));
    const of = (...results: LabResultDocument[]) => points(...results).map(({ beside }) => beside);
    const [serum, hemolyzed] = [sent('serum'), sent('serum, hemolyzed')];
    expect(of(page(), hemolyzed)).toEqual(['Specimen: serum, hemolyzed']);
    expect(of(hemolyzed, page())).toEqual(['Specimen: serum, hemolyzed']);
    const onPage = (text: string) => result('2026-01-01', [words(text)], fromPage('p1'));
    expect(of(onPage('serum'), hemolyzed)).toEqual(['Specimen: serum, hemolyzed']);
    expect(of(onPage('plasma'), serum)).toEqual(['Specimen: serum; Specimen: plasma']);
    expect(of(page(), page())).toEqual([undefined]);
  });
  it('show three sources once', () =>
    expect(
      points(result('2026-01-01', [{}]), result('2026-01-01', [{}], fromPage('p1')), result('2026-01-01', [{}], fromPage('p2'))),
    ).toMatchObject([{ also: [{ page_id: 'p1' }, { page_id: 'p2' }] }]));
  it.each<[string, LabResultDocument[]]>([
    ['of other days', [result('2026-01-01', [{}]), result('2026-01-02', [{}], fromPage('p1'))]],
    ['at other times of the day', [result('2026-01-01T08:00:00', [{}]), result('2026-01-01T16:00:00', [{}], fromPage('p1'))]],
    ['with other ranges', [result('2026-01-01', [{}]), result('2026-01-01', [{ max: '6' }], fromPage('p1'))]],
    ['with a comparator', [result('2026-01-01', [{}]), result('2026-01-01', [{ comparator: '<' }], fromPage('p1'))]],
    ['of one source', [result('2026-01-01', [{}]), result('2026-01-01', [{}])]],
    ['of one result', [result('2026-01-01', [{}, {}], fromPage('p1'))]],
    ['that differ', [result('2026-01-01', [{}]), result('2026-01-01', [{ value: '11' }], fromPage('p1'))]],
  ])('show apart what is %s', (_name, results) => expect(points(...results)).toHaveLength(2));
});

describe('ruling 17: units of one parameter', () => {
  const both = () => [
    result('2026-01-01', [{ value: '7.0', unit: 'mg/L', max: '5' }]),
    result('2026-02-01', [{ value: '1.2', unit: 'mg/dL', max: '0.5' }]),
  ];
  it('are lines of their own, and each is offered in the other', () =>
    expect(
      labSeries(both(), catalogue()).map(({ unit, convertible_to, converted, points }) => [unit, convertible_to, converted, points.length]),
    ).toEqual([
      ['mg/dL', ['mg/L'], 0, 1],
      ['mg/L', ['mg/dL'], 0, 1],
    ]));
  it('are one line once somebody asked, and every converted point says what was reported', () => {
    const [line, ...others] = labSeries(both(), catalogue(), new Map([[CRP, 'mg/L']]));
    expect(others).toEqual([]);
    expect(line).toMatchObject({ unit: 'mg/L', converted: 1, convertible_to: [] });
    expect(line!.points).toMatchObject([
      { value: '7.0', unit: 'mg/L', graph_value: 1.4 },
      {
        value: '12.0',
        unit: 'mg/L',
        max: '5.00',
        standing: 'high',
        converted_from: { value: '1.2', unit: 'mg/dL', min: '0', max: '0.5' },
      },
    ]);
    expect(line!.points[0]).not.toHaveProperty('converted_from');
    expect(line!.points[1]!.graph_value).toBeCloseTo(2.4, 12);
  });
  it('between which nothing is known stay apart, whatever is asked', () => {
    const apart = [
      result('2026-01-01', [{ unit: 'mg/L' }]),
      result('2026-02-01', [{ unit: 'nmol/L' }]),
      result('2026-03-01', [{ unit: '' }]),
    ];
    expect(labSeries(apart, catalogue(), new Map([[CRP, 'nmol/L']])).map(({ unit, convertible_to }) => [unit, convertible_to])).toEqual([
      ['', []],
      ['mg/L', []],
      ['nmol/L', []],
    ]);
  });
  it('are converted by the analyte, known by its code', () => {
    const glucose = [
      result('2026-01-01', [{ value: '126', unit: 'mg/dL', max: '100' }]),
      result('2026-02-01', [{ value: '5.4', unit: 'mmol/L' }]),
    ];
    const [line] = labSeries(glucose, catalogue({ code: '2345-7' }), new Map([[CRP, 'mmol/L']]));
    expect(line!.points.map(({ value, max }) => [value, max])).toEqual([
      ['6.99', '5.55'],
      ['5.4', '5'],
    ]);
  });
});
