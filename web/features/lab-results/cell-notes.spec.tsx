import { renderToStaticMarkup } from 'react-dom/server';
import { limitNote } from './cell-notes.tsx';
import { emptyRow } from './entry-rows.ts';

const note = (max: string, max_reading?: string): string => {
  const row = { ...emptyRow('r1'), name: 'Creatinine', unit: 'mg/dL', max, ...(max_reading === undefined ? {} : { max_reading }) };
  return renderToStaticMarkup(<>{limitNote(row, 'max', undefined, () => undefined)}</>).replace(/<[^>]*>/g, '');
};

it('ruling 28: says under a limit how it is read where that is not what was typed', () => {
  expect(note('1,10')).toBe('1.10 mg/dL');
  expect(note('.5')).toBe('0.5 mg/dL');
  expect(note('1,000', '1000')).toBe('1000 mg/dL');
  expect(note('1,000')).toBe('1.000 or 1000?');
  for (const plain of ['', '1.10', '1000']) expect(note(plain)).toBe('');
});
