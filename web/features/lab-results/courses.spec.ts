import type { Observation, ObservationSeries } from '#contracts/observations';
import { packSeries, unpackSeries } from '#contracts/packed';
import { courseKey, coursesOf, sharedPoints } from './courses.ts';

const point = (result: string, given: Partial<Observation> = {}) =>
  ({ lab_result_id: result, entry_id: 'a', date_applies: '2026-01-01T00:00:00', value: '1', draft: false, ...given }) as Observation;
const series = (...points: Observation[]) =>
  ({
    id: 'x',
    organization_id: 'o',
    name: 'X',
    unit: '',
    axis: 'limit',
    normalization_type: 'Arithmetic',
    points,
  }) as unknown as ObservationSeries;

it('gives every value of a parameter the course of all of them, and its own place in it', () => {
  const courses = coursesOf([series(point('1'), point('2'))]);
  expect([...courses.keys()]).toEqual([courseKey('1', 'a'), courseKey('2', 'a')]);
  expect(courses.get(courseKey('2', 'a'))?.series.points.map(({ id }) => id)).toContain(courseKey('2', 'a'));
});

it('ruling 24: has no course of one checked number and a draft', () =>
  expect(coursesOf([series(point('1'), point('2', { draft: true }))]).size).toBe(0));

it('counts the values that share the point of another one, packed or not', () => {
  const other = { lab_result_id: '9', origin: 'ocr' as const, draft: true };
  const all = [series(point('1'), point('2', { also: [other] })), series(point('3', { also: [other, { ...other, lab_result_id: '8' }] }))];
  expect([sharedPoints(all), sharedPoints(unpackSeries<ObservationSeries>(packSeries(all)))]).toEqual([3, 3]);
});
