import { screen, waitFor } from '@testing-library/react';
import type { PageStatus, PageView, ReportView } from '#contracts/reports/reports';
import { until } from '../e2e/until.ts';
import { press, said } from './find.ts';
import { screensOf } from './screens.tsx';

const IMAGE = /^\/api\/files\/page/;

describe('a page of a report', () => {
  const screens = screensOf('doctor');
  let file: ReportView;
  beforeAll(async () => {
    file = await until(
      'the report of the demonstration is read',
      async () => {
        const { items } = await screens.api.get<{ items: ReportView[] }>('/api/ocr?skip=0&take=10');
        return items.find(({ status, pages }) => status === 'Finished' && pages.length > 0);
      },
      120_000,
    );
  }, 180_000);
  const pageId = () => file.pages[0]!.id;
  /** As a page is answered that waits for reading. */
  const waiting = (status: PageStatus) => (body: unknown) => ({
    ...(body as PageView),
    status,
    recognition: null,
    match: null,
    validation: null,
  });

  it.each([
    ['Generated', 'Page record has been generated.'],
    ['Empty', 'Scanned page image was added to the record.'],
    ['Processing', 'Page image is being processed by OCR service.'],
    ['Recognized', "Laboratory form's definition was identified but data was not parsed yet."],
  ] as const)('document 3: cannot be validated while it is %s', async (status, text) => {
    screens.answer(/^\/api\/ocr\/pages/, waiting(status));
    screens.answer(IMAGE, 'failed');
    screens.open(`/ocr-page/${pageId()}`);
    await screen.findByText(text);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Validate Page' }).disabled).toBe(true);
    expect(screen.queryByText(/not checked by a person/)).toBeNull();
  });

  it('says where its image could not be read, and reads it again', async () => {
    URL.createObjectURL = () => 'blob:page';
    URL.revokeObjectURL = () => undefined;
    screens.answer(IMAGE, 'failed');
    screens.open(`/ocr-page/${pageId()}`);
    await screen.findByText('The page image could not be read');
    expect(screen.queryByText('Error loading image')).toBeNull();
    screens.answerAll();
    await press('Try again');
    expect(await screen.findByAltText<HTMLImageElement>('The page as it was scanned')).toHaveProperty('src', 'blob:page');
    expect(screen.queryByText('The page image could not be read')).toBeNull();
  });

  it('says where it has no image, in the documents’ words', async () => {
    screens.answer(IMAGE, 'gone');
    screens.open(`/ocr-page/${pageId()}`);
    await said('Error loading image');
    expect((await screen.findAllByText("Sorry, but we couldn't find an image for this page")).length).toBeGreaterThan(0);
    expect(screen.queryByText('The page image could not be read')).toBeNull();
  });

  it('is looked at with the value that was asked for', async () => {
    screens.answer(IMAGE, 'gone');
    const { recognition } = await screens.api.get<PageView>(`/api/ocr/pages/${pageId()}`);
    const row = recognition!.row_data.find(({ field_value }) => field_value.name.region && field_value.value.region)!;
    screens.open(`/page-preview?page_id=${pageId()}&entry_id=${row.id}`);
    await screen.findByText(new RegExp(`^On the page: ${row.field_value.name.field_value}`));
    await waitFor(() => expect(document.querySelector('[data-active="field"]')?.getAttribute('data-mark')).toBe(`${row.id} value`));
    expect(screen.queryByRole('textbox')).toBeNull();
    await screens.reload(`/page-preview?page_id=${pageId()}`);
    await screen.findByText('Point at a value to see how it was read.');
    await screens.reload('/page-preview');
    await screen.findByText('No page was chosen');
    await screens.reload('/page-preview?page_id=00000000-0000-4000-8000-000000000000');
    await screen.findByText('The page could not be read');
  });

  it('is counted in the list while its file is read, and cannot be reviewed before', async () => {
    const [page] = file.pages;
    const pages = (['ValidationDone', 'Recognized', 'Empty', 'Generated'] as const).map((status, index) => ({
      ...page!,
      ...{ id: `${page!.id.slice(0, -1)}${index}`, page_number: index + 1, status },
    }));
    screens.answer(/^\/api\/ocr\?/, () => ({ items: [{ ...file, status: 'Processing', pages }], overall_count: 1 }));
    screens.open(`/reports?open=${file.id}`);
    await screen.findByText('Reading page 2 of 4');
    for (const words of ['Recognized', 'Empty', 'Generated']) await screen.findByText(words);
    expect(screen.queryByRole('link', { name: /^Review OCR/ })).toBeNull();
    expect(screen.getAllByRole('link', { name: /^Review Page/ })).toHaveLength(1);
  });

  it('leads to no review where no page of its file can be validated', async () => {
    const pages = file.pages.map((page) => ({ ...page, status: 'Error', error_message: 'The page is damaged' }));
    screens.answer(/^\/api\/ocr\?/, () => ({ items: [{ ...file, status: 'Finished', pages }], overall_count: 1 }));
    screens.open(`/reports?open=${file.id}`);
    await screen.findAllByText('The page is damaged');
    expect(screen.queryByRole('link', { name: /^Review/ })).toBeNull();
  });
});
