import { renderToStaticMarkup } from 'react-dom/server';
import { LastEditor } from './item-list.tsx';

describe('ruling 23: the last editor in a list', () => {
  const said = (item: Parameters<typeof LastEditor>[0]['item']) => renderToStaticMarkup(<LastEditor item={item} />);

  it("is 'OCR' where a page was read and no person edited it", () => expect(said({ origin: 'ocr', last_edited_by: null })).toBe('OCR'));
  it('is nobody where an external record brought it: nothing of it was read', () =>
    expect(said({ origin: 'fhir', last_edited_by: null })).toBe(''));
  it('is the person who edited it, of a read page too', () =>
    expect(said({ origin: 'ocr', last_edited_by: 'u', last_edited_by_name: 'Ada Quill' })).toBe('Ada Quill'));
});
