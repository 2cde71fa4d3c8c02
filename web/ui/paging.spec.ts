import { pageOf } from './paging.tsx';

it('says where a list stands', () => {
  expect(pageOf(50, 50, 137)).toEqual({ first: 51, last: 100, page: 1, pages: 3 });
  expect(pageOf(100, 50, 137)).toMatchObject({ first: 101, last: 137 });
  expect(pageOf(0, 50, 0)).toEqual({ first: 0, last: 0, page: 0, pages: 1 });
});
