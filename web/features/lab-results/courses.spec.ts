import type { Observation } from '#contracts/observations/observations';
import { labLine, labPoint } from '#web/record/graphs/fixtures.ts';
import { valueId } from '#web/record/graphs/value-series.ts';
import { coursesOf, sharedPoints } from './courses.ts';

const point = (result: string, given: Partial<Observation> = {}) =>
  labPoint('2026-01-01T00:00:00', { lab_result_id: result, value: '1', ...given });
const series = (...points: Observation[]) => labLine(points);

it('gives every value of a parameter the course of all of them, and its own place in it', () => {
  const courses = coursesOf([series(point('1'), point('2'))]);
  expect([...courses.keys()]).toEqual([valueId('1', 'a'), valueId('2', 'a')]);
  const { series: all, at } = courses.get(valueId('2', 'a'))!;
  expect([all.columns.times.length, all.idAt(at)]).toEqual([2, valueId('2', 'a')]);
});

it('ruling 24: has no course of one checked number and a draft', () =>
  expect(coursesOf([series(point('1'), point('2', { draft: true }))]).size).toBe(0));

it('counts the values that share the point of another one', () => {
  const other = { lab_result_id: '9', origin: 'ocr' as const, draft: true };
  const all = [series(point('1'), point('2', { also: [other] })), series(point('3', { also: [other, { ...other, lab_result_id: '8' }] }))];
  expect(sharedPoints(all)).toBe(3);
});
