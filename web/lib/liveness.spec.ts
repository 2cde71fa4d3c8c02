import { livenessAt, TOLERANCE } from './liveness.ts';

it('ruling 35: is live while nothing has been in trouble for 10 seconds', () => {
  expect(livenessAt([], 50_000)).toEqual({ live: true });
  expect(livenessAt([50_000 - TOLERANCE + 1], 50_000)).toEqual({ live: true });
});

it('ruling 35: says since when, by the source that is behind for longest', () => {
  const since = new Date(2026, 2, 4, 14, 2).getTime();
  expect(livenessAt([since + 60_000, since], since + 120_000)).toEqual({ live: false, since: '14:02' });
});
