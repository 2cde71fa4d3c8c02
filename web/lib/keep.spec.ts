import { dropTyped, forgetTyped, hasTyped, keepFor, keepTyped, typedAt } from './keep.ts';

const place = { form: 'patient', item: 'add' };

beforeEach(() => {
  forgetTyped();
  keepFor('nora');
});

it('gives back what the same user typed, with the version it was typed on', () => {
  keepTyped(place, { last_name: 'Morgan' }, 3, 1000);
  keepFor('nora');
  expect(typedAt(place, 2000)).toEqual({ content: { last_name: 'Morgan' }, version: 3, at: 1000 });
});

it('drops it when another user signs in, even if the first comes back', () => {
  keepTyped(place, 'text');
  keepFor('tom');
  expect(typedAt(place)).toBeUndefined();
  keepFor('nora');
  expect(typedAt(place)).toBeUndefined();
});

it('keeps items and patients apart', () => {
  keepTyped({ form: 'lab-result', patient: 'a', item: 'add' }, 'of a');
  expect(typedAt({ form: 'lab-result', patient: 'b', item: 'add' })).toBeUndefined();
});

it('loses it after 24 hours, at sign-out, and once the server said yes', () => {
  const day = 24 * 60 * 60 * 1000;
  keepTyped(place, 'text', undefined, 0);
  expect(typedAt(place, day)).toBeDefined();
  expect(typedAt(place, day + 1)).toBeUndefined();
  keepTyped(place, 'text');
  dropTyped(place);
  expect(hasTyped()).toBe(false);
  keepTyped(place, 'text');
  forgetTyped();
  expect(hasTyped()).toBe(false);
});
