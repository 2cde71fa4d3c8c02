import type { Observation } from '#contracts/observations/observations';
import { labLine } from './fixtures.ts';
import { NONE_YET, roomOf, widest } from './legend-room.ts';

const point = (given: Partial<Observation>): Observation =>
  ({ date_applies: '2026-01-05T08:00:00', value: null, unit: '', standing: null, draft: false, ...given }) as Observation;
const series = (...points: Observation[]) => labLine(points, { axis: 'raw' });

describe('the room for what a legend says', () => {
  it('is that of the longest value with its unit, whichever day it is of', () => {
    const values = series(
      point({ value: '9.1', unit: 'mg/dL' }),
      point({ value: '104.5', unit: 'mg/dL' }),
      point({ value: '98', unit: 'mg/dL' }),
    );
    expect(roomOf(values)).toBe('104.5 mg/dL');
  });

  it('holds comparator and arrow, and a number no longer than it is shown', () => {
    expect(roomOf(series(point({ value: '1000', comparator: '<', unit: 'pg/mL', standing: 'high' })))).toMatch(/^<\s1000\s\s pg\/mL$/);
    expect(roomOf(series(point({ value: '7.4', flag: 'HH', unit: 'mmol/L', standing: 'high' })))).toMatch(/^7.4\s\s\sHH\s mmol\/L$/);
    expect(roomOf(series(point({ value: '0.508326412345678', unit: 'mg/dL' })))).toBe('0.508326… mg/dL');
  });

  it('is never less than what is said before the first value', () => {
    expect(roomOf(series(point({ value: '5', unit: '%' })))).toBe(NONE_YET);
    expect(roomOf(series())).toBe(NONE_YET);
  });

  it('knows the words of text results, and how much wider some letters are', () => {
    expect(roomOf(series(point({ text: 'negative' }), point({ text: 'indeterminate, please repeat' })))).toBe(
      'indeterminate, please repeat',
    );
    expect(widest(['illicit, till', 'MMMMMMMMMM'])).toBe('MMMMMMMMMM');
  });
});
