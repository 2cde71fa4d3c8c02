import { searchHeader } from './search.ts';

const read = (header: string | undefined): unknown => JSON.parse(Buffer.from(header ?? '', 'base64url').toString());

it('carries names that are not plain ASCII', () => {
  expect(read(searchHeader({ last_name: ' Müller-Łódź ', first_name: '' })['X-Search'])).toEqual({ last_name: 'Müller-Łódź' });
});

it('is left out when nothing was typed', () => {
  expect(searchHeader({ last_name: '  ', first_name: '' })).toEqual({});
});
