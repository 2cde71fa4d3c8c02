import { listOf, withParams } from './patients.data.ts';

it('reads order and position from the address, and the defaults from anything odd', () => {
  expect(listOf('?order_by=LastName&skip=100')).toEqual({ orderBy: 'LastName', skip: 100 });
  expect(listOf('?order_by=number&skip=-3')).toEqual({ orderBy: 'None', skip: 0 });
  expect(listOf('?skip=1.5')).toEqual({ orderBy: 'None', skip: 0 });
});

it('changes parts of the address and leaves the others', () => {
  expect(withParams('/patients', '?order_by=LastName&skip=50', { skip: undefined, edit: 'x' })).toBe('/patients?order_by=LastName&edit=x');
  expect(withParams('/patients', '?skip=50', { skip: undefined })).toBe('/patients');
});
