import { redirectTarget } from './redirect.ts';

it('opens the first of the named pages with all of them to step through', () => {
  expect(redirectTarget('?ids=a,b, c')).toBe('/ocr-page/a?pageIds=a,b,c');
});

it('goes home when there are none', () => {
  expect(redirectTarget('')).toBe('/');
  expect(redirectTarget('ids=,')).toBe('/');
});

it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '\t//evil.example', '%2F%2Fevil.example'])(
  'stays on this site whatever stands for an id: %s',
  (id) => {
    const target = redirectTarget(new URLSearchParams({ ids: id }).toString());
    expect(new URL(target, 'https://clinic.example')).toMatchObject({
      host: 'clinic.example',
      pathname: `/ocr-page/${encodeURIComponent(id.trim())}`,
    });
  },
);

it('does not let an id leave its place', () => {
  expect(redirectTarget('ids=..%2Fprofile')).toBe('/ocr-page/..%2Fprofile?pageIds=..%2Fprofile');
});
