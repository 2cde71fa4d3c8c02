import { redirectTarget } from './redirect.ts';

it('opens the first of the named pages with all of them to step through', () => {
  expect(redirectTarget('?ids=a,b, c')).toBe('/ocr-page/a?pageIds=a,b,c');
});

it('goes home when there are none', () => {
  expect(redirectTarget('')).toBe('/');
  expect(redirectTarget('ids=,')).toBe('/');
});

it('does not let an id leave its place', () => {
  expect(redirectTarget('ids=..%2Fprofile')).toBe('/ocr-page/..%2Fprofile?pageIds=..%2Fprofile');
});
