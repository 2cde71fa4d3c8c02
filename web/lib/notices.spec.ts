import { readBlocks } from './notices.ts';

it('reads notices from whole blocks and keeps the unfinished rest', () => {
  const { notices, rest } = readBlocks('id: 1\ndata: {"slice":"patients","position":"7"}\n\ndata: {"slice":"rep');
  expect(notices).toEqual([{ slice: 'patients', position: '7' }]);
  expect(rest).toBe('data: {"slice":"rep');
});

it('passes over comments, other line ends and what is no notice', () => {
  const { notices } = readBlocks(': still here\r\n\r\ndata: nonsense\n\ndata: {"other":1}\n\ndata: {"slice":"a","position":"b"}\r\n\r\n');
  expect(notices).toEqual([{ slice: 'a', position: 'b' }]);
});
