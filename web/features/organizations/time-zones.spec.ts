import { clockIn, zonesLike } from './time-zones.ts';

const ids = (text: string) => zonesLike(text).map(({ id }) => id);

it('zones are found by the words of their names, and all of them where nothing is typed', () => {
  expect(ids('chicago')).toEqual(['America/Chicago']);
  expect(ids('New york')).toEqual(['America/New_York']);
  expect(ids('europe/ber')).toEqual(['Europe/Berlin']);
  expect(ids('utc')).toEqual(['UTC']);
  expect(ids('icago')).toEqual([]);
  expect(ids('  ').length).toBeGreaterThan(300);
});

it('says what time it is in a zone, and nothing for what is none', () => {
  const noon = new Date('2026-01-15T12:05:00Z');
  expect([clockIn('America/Chicago', noon), clockIn('UTC', noon), clockIn('Nowhere', noon), clockIn('', noon)]).toEqual([
    '06:05',
    '12:05',
    '',
    '',
  ]);
});
