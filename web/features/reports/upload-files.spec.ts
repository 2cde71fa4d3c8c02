import { setClock } from '#web/lib/dates.ts';
import { fileSize } from '#web/lib/numbers.ts';
import { fileDate, withChosen } from './upload-files.ts';

const file = (name: string, { size = 1000, type = 'application/pdf', at = 1 } = {}): File =>
  ({ name, size, type, lastModified: at }) as File;
const names = (files: readonly File[]) => files.map(({ name }) => name);

describe('files chosen for an upload', () => {
  it('are those that can be read, by type or by ending; the others are named with the reason', () => {
    const { files, refused } = withChosen(
      [],
      [
        file('a.pdf'),
        file('b.PNG', { type: '' }),
        file('note.txt', { type: 'text/plain' }),
        file('empty.pdf', { size: 0 }),
        file('huge.pdf', { size: 6e7 }),
      ],
    );
    expect(names(files)).toEqual(['a.pdf', 'b.PNG']);
    expect(refused).toEqual([
      'note.txt: only PDF, JPG and PNG files can be read',
      'empty.pdf: the file is empty',
      'huge.pdf: the file is too large; 50 MB is the most',
    ]);
  });

  it('are sent once where they were chosen twice, but not where they only have the same name', () => {
    const { files } = withChosen([file('a.pdf')], [file('a.pdf'), file('a.pdf', { at: 2 })]);
    expect(names(files)).toEqual(['a.pdf', 'a.pdf']);
  });

  it('are at most 20, and 200 MB together', () => {
    const many = Array.from({ length: 21 }, (_, n) => file(`${n}.pdf`));
    expect(withChosen([], many)).toMatchObject({ files: { length: 20 }, refused: ['20.pdf: 20 files are the most at once'] });
    const large = Array.from({ length: 5 }, (_, n) => file(`${n}.pdf`, { size: 5e7 }));
    expect(withChosen([], large)).toMatchObject({ files: { length: 4 }, refused: ['4.pdf: 200 MB are the most at once'] });
  });

  it('are shown by size and DD/MM/Y HH:mm', () => {
    expect([fileSize(1), fileSize(999_001), fileSize(54_592_481)]).toEqual(['1 kB', '1000 kB', '54.6 MB']);
    expect(fileDate(new Date(2025, 1, 3, 4, 5).getTime())).toBe('03/02/2025 04:05');
    setClock('Pacific/Kiritimati');
    expect(fileDate(Date.UTC(2025, 1, 3, 12, 5))).toBe('04/02/2025 02:05');
    setClock(undefined);
  });
});
