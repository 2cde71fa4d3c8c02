import { Grouping } from './grouping.ts';

it('lets a single writer never wait', () => {
  const grouping = new Grouping();
  for (let n = 0; n < 20; n++) grouping.committed(1, 0, 2);
  expect(grouping.wanted).toBe(1);
});

it('brings groups of a few together where many write, and forgets them when they have left', () => {
  const grouping = new Grouping();
  grouping.committed(11, 11, 2);
  expect(grouping.wanted).toBe(14);
  grouping.committed(16, 16, 2);
  expect(grouping.wanted).toBe(20);
  for (let n = 0; n < 8; n++) grouping.committed(1, 0, 2);
  expect(grouping.wanted).toBe(1);
});

it('waits no longer than a commit takes, and never long', () => {
  const grouping = new Grouping();
  grouping.committed(10, 0, 1.5);
  expect(grouping.patience).toBe(1.5);
  grouping.committed(10, 0, 900);
  expect(grouping.patience).toBe(5);
});
