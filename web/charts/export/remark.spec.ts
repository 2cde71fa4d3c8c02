import { Problem } from '#web/lib/problem.ts';
import { remarkOn, withSentence } from './remark.ts';

const gone = new Problem(500, '', { message: 'It broke' });
const read = { isLoading: false };

describe('what paper says of a section', () => {
  it('is nothing where its data say all', () => expect(remarkOn('lab results', read, 3)).toBeUndefined());

  it('is that there are none, where it was read and there are none', () =>
    expect(remarkOn('lab results', read, 0)).toEqual({ says: 'There are no lab results in this record.', isDoubt: false }));

  it('is never that there are none, where a filter hides them', () =>
    expect(remarkOn('treatments', read, 0, ['3 ended, hidden'])).toEqual({
      says: 'No treatments are shown: 3 ended, hidden.',
      isDoubt: true,
    }));

  it('is that it could not be read, or was still being read', () => {
    expect(remarkOn('lab results', { isLoading: false, error: gone }, undefined)).toEqual({
      says: 'The lab results could not be read when this was printed. There may be some in the record.',
      isDoubt: true,
    });
    expect(remarkOn('lab results', { isLoading: true }, undefined)?.says).toMatch(/^The lab results were still being read/);
    // while it is tried again it has failed already
    expect(remarkOn('lab results', { isLoading: true, error: gone }, undefined)?.says).toMatch(/^The lab results could not be read/);
  });

  it('has a sentence of what the data do not have, and doubts for it', () => {
    const remark = { says: 'There are no lab results in this record.', isDoubt: false };
    expect(withSentence(remark, undefined)).toBe(remark);
    expect(withSentence(remark, 'But.')).toEqual({ says: 'There are no lab results in this record. But.', isDoubt: true });
    expect(withSentence(undefined, 'But.')).toEqual({ says: 'But.', isDoubt: true });
  });

  it('is that it is old, where it could not be read again', () => {
    const old = 'The lab results could not be read again when this was printed: what changed since may be missing.';
    expect(remarkOn('lab results', { isLoading: false, error: gone }, 3)).toEqual({ says: old, isDoubt: true });
    expect(remarkOn('lab results', { isLoading: false, error: gone }, 0)).toEqual({
      says: `There are no lab results in this record. ${old}`,
      isDoubt: true,
    });
  });
});
