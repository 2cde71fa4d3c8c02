import { newestPosition, noteWrite } from './own-writes.ts';

it('asks for the own last command until it is long past, or for what a later notice told', () => {
  expect(newestPosition(undefined, 0)).toBeUndefined();
  noteWrite({ id: 'a', version: 1, position: 'own' }, 1000);
  expect(newestPosition(undefined, 2000)).toBe('own');
  expect(newestPosition({ position: 'told', at: 500 }, 2000)).toBe('own');
  expect(newestPosition({ position: 'told', at: 1500 }, 2000)).toBe('told');
  expect(newestPosition({ position: 'told', at: 1500 }, 40_000)).toBe('told');
  expect(newestPosition(undefined, 40_000)).toBeUndefined();
});

it('passes over answers without a position', () => {
  noteWrite(undefined, 100_000);
  noteWrite({ token: 'x' }, 100_000);
  expect(newestPosition(undefined, 100_000)).toBeUndefined();
});
