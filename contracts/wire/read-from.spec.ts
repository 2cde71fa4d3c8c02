import { readFrom, withUpload } from './read-from.ts';

describe('where a result was read', () => {
  it('ruling 11: is said with the name that the upload has', () =>
    expect(withUpload(readFrom(2), 'quest.pdf')).toBe('Read from quest.pdf, page 2'));
  it('keeps no name of the upload', () => {
    expect(readFrom(2)).not.toMatch(/pdf/);
    expect(withUpload(readFrom(2), undefined)).toBe('Read from an upload that is gone, page 2');
  });
  it('leaves other reasons as they are, and takes a name as it is written', () => {
    expect(withUpload('Wrong line', 'quest.pdf')).toBe('Wrong line');
    expect(withUpload(readFrom(1), '$& $1.pdf')).toBe('Read from $& $1.pdf, page 1');
  });
});
