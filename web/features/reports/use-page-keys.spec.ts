import { stepOf } from './use-page-keys.ts';

const key = (name: string, change: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key: name,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...change,
});

describe('keys within the rows, as in a spreadsheet', () => {
  it('Enter and the arrows go down and up in the same column', () => {
    expect([stepOf(key('Enter')), stepOf(key('ArrowDown')), stepOf(key('ArrowUp')), stepOf(key('Enter', { shiftKey: true }))]).toEqual([
      1, 1, -1, -1,
    ]);
  });

  it('every other key, and Enter with Ctrl, stays with the input or the screen', () => {
    for (const other of [key('a'), key('Tab'), key('Enter', { ctrlKey: true }), key('ArrowDown', { altKey: true })]) {
      expect(stepOf(other)).toBeUndefined();
    }
  });
});
