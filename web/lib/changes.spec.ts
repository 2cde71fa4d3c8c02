import { changedAt, newestPosition, noteChange, noteWrite, wasJustRead } from './changes.ts';

it('asks for the own last command until it is long past, or for what a later notice told', () => {
  expect(newestPosition(undefined, 0)).toBeUndefined();
  noteWrite({ id: 'a', version: 1, position: 'own' }, 1000);
  expect(newestPosition(undefined, 2000)).toBe('own');
  expect(newestPosition({ position: 'told', at: 500 }, 2000)).toBe('own');
  expect(newestPosition({ position: 'told', at: 1500 }, 2000)).toBe('told');
  expect(newestPosition({ position: 'told', at: 1500 }, 40_000)).toBe('told');
  expect(newestPosition(undefined, 40_000)).toBeUndefined();
});

it('knows when a slice last changed, by a notice, by lost notices or by an own command', () => {
  noteChange('patients', 200_000);
  expect(changedAt(['lab-results', 'patients'])).toBe(200_000);
  noteChange(undefined, 210_000);
  expect(changedAt(['lab-results'])).toBe(210_000);
  noteWrite({ position: 'p' }, 220_000);
  expect(changedAt(['lab-results'])).toBe(220_000);
});

it('passes over answers without a position', () => {
  noteWrite(undefined, 300_000);
  noteWrite({ token: 'x' }, 300_000);
  expect(newestPosition(undefined, 300_000)).toBeUndefined();
});

it('asks again for what was read a moment ago where it changed since, by a notice or by an own command', () => {
  expect(wasJustRead(400_000, ['lab-results'], 404_999)).toBe(true);
  expect(wasJustRead(400_000, ['lab-results'], 405_001)).toBe(false);
  noteChange('patients', 400_001);
  expect(wasJustRead(400_000, ['lab-results'], 400_002)).toBe(true);
  expect(wasJustRead(400_000, ['lab-results', 'patients'], 400_002)).toBe(false);
  noteWrite({ position: 'p' }, 400_003);
  expect(wasJustRead(400_002, ['lab-results'], 400_004)).toBe(false);
  expect(wasJustRead(400_003, ['lab-results'], 400_004)).toBe(false);
});
