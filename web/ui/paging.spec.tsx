import { renderToStaticMarkup } from 'react-dom/server';
import { pageOf, Paging } from './paging.tsx';

/** The names of what can be pressed, and those that cannot be now. */
const steps = (skip: number, take: number, total: number) => {
  const markup = renderToStaticMarkup(<Paging skip={skip} take={take} total={total} onChange={() => undefined} />);
  const buttons = [...markup.matchAll(/<button[^>]*>/g)].map(([button]) => button);
  const names = (some: readonly string[]) => some.map((button) => /aria-label="([^"]*)"/.exec(button)?.[1]);
  return { all: names(buttons), off: names(buttons.filter((button) => button.includes('disabled=""'))) };
};

it('says where a list stands', () => {
  expect(pageOf(50, 50, 137)).toEqual({ first: 51, last: 100, page: 1, pages: 3 });
  expect(pageOf(100, 50, 137)).toMatchObject({ first: 101, last: 137 });
  expect(pageOf(0, 50, 0)).toEqual({ first: 0, last: 0, page: 0, pages: 1 });
});

it('has a dot for each of a few pages', () =>
  expect(steps(0, 10, 25)).toEqual({ all: ['Previous page', 'Page 1', 'Page 2', 'Page 3', 'Next page'], off: ['Previous page'] }));

it('goes to the first and the last of many pages at once', () => {
  expect(steps(200, 10, 500)).toEqual({ all: ['First page', 'Previous page', 'Next page', 'Last page'], off: [] });
  expect(steps(490, 10, 500).off).toEqual(['Next page', 'Last page']);
  expect(steps(0, 10, 500).off).toEqual(['First page', 'Previous page']);
});
