import { BEGINNING } from '#infra/event-store/event-store';
import { progressOf } from './status.ts';

const wide = (commit: bigint) => String(commit).padStart(20, '0');

describe('the estimate of how much of the log was read', () => {
  it.each<[string, string, string, number]>([
    ['nothing of it', BEGINNING, '0000000000000400', 0],
    ['a part of a log of the embedded engine', '0000000000000100', '0000000000000400', 0.25],
    ['all of it', '0000000000000400', '0000000000000400', 1],
    ['an empty log', BEGINNING, BEGINNING, 1],
    ['a part of a log on a server, beyond what a number holds', wide(4_611_686_018_427_387_904n), wide(9_223_372_036_854_775_807n), 0.5],
    ['positions that are no digits', 'a-b', 'b-c', 0],
  ])('%s', (_, position, head, share) => expect(progressOf(position, head)).toBe(share));
});
