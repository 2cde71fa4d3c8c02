import { listOf, NO_NAMES, orderHint, withParams } from './patients.data.ts';

it('reads order and position from the address, and the defaults from anything odd', () => {
  expect(listOf('?order_by=FirstName&skip=100', NO_NAMES)).toEqual({ orderBy: 'FirstName', skip: 100 });
  expect(listOf('?order_by=number&skip=-3', NO_NAMES)).toEqual({ orderBy: 'LastName', skip: 0 });
  expect(listOf('?skip=1.5', NO_NAMES)).toEqual({ orderBy: 'LastName', skip: 0 });
});

it('orders by last name, typed names first where no order was chosen, and says what None means', () => {
  const typed = { ...NO_NAMES, first_name: 'Ann' };
  expect(listOf('', typed).orderBy).toBe('None');
  expect(listOf('?order_by=LastName', typed).orderBy).toBe('LastName');
  expect(listOf('?order_by=None', NO_NAMES).orderBy).toBe('None');
  const orders: [string, typeof typed][] = [
    ['None', NO_NAMES],
    ['None', typed],
    ['DateRegistered', typed],
    ['LastName', NO_NAMES],
  ];
  expect(orders.map(([order, names]) => orderHint(order, names))).toEqual([
    'newest first',
    'matching names first, then the newest',
    'oldest first',
    '',
  ]);
});

it('changes parts of the address and leaves the others', () => {
  expect(withParams('/patients', '?order_by=LastName&skip=50', { skip: undefined, edit: 'x' })).toBe('/patients?order_by=LastName&edit=x');
  expect(withParams('/patients', '?skip=50', { skip: undefined })).toBe('/patients');
});
