import { byParts } from './parts.ts';
import { typedHere } from './typed-here.ts';

interface Content {
  name: string;
  count: number;
  unit?: string;
}

const parts = byParts<Content>({
  name: { label: 'Name', fields: ['name'], show: ({ name }) => name },
  amount: { label: 'Amount', fields: ['count', 'unit'], show: ({ count, unit }) => `${count} ${unit ?? ''}`.trim() },
});

const opened: Content = { name: 'a', count: 1, unit: 'mg' };
const mine: Content = { name: 'mine', count: 1, unit: 'mg' };
const theirs: Content = { name: 'theirs', count: 2 };

it('names the parts in which two versions differ, each in readable form', () =>
  expect(parts.differences(mine, theirs)).toEqual([
    { field: 'name', label: 'Name', mine: 'mine', theirs: 'theirs' },
    { field: 'amount', label: 'Amount', mine: '1 mg', theirs: '2' },
  ]));

it('takes all fields of a part together, also those that the other side lacks', () =>
  expect(parts.merge(mine, theirs, new Set(['amount']))).toEqual({ name: 'mine', count: 2 }));

it('tells what was typed here from what only the other person changed', () =>
  expect(typedHere(parts.differences(mine, theirs), parts.differences(mine, opened))).toEqual(new Set(['name'])));

it('counts a row as typed here where anything in it was, though the other person removed it', () => {
  const difference = (field: string) => ({ field, label: '', mine: 'a', theirs: 'b' });
  expect(typedHere(['a.row', 'b.row', 'c.value'].map(difference), ['a.value', 'c.row'].map(difference))).toEqual(
    new Set(['a.row', 'c.value']),
  );
});
