import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Classes } from '@blueprintjs/core';
import { jest } from '@jest/globals';
import { ExternalReportView, MAX_REPORT_TEXT } from '#contracts/items/external-reports';
import type { ExaminationView } from '#contracts/examinations/examinations';
import type { LabResultView, LabValueView } from '#contracts/lab/lab-results';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { stopNotices } from '#web/lib/notices.ts';
import { rememberToken } from '#web/lib/token.ts';
import { SessionProvider } from '#web/lib/session.tsx';
import { ExternalReportsProvider } from '#web/record/external-reports/external-reports.tsx';
import { labLine, labPoint } from '#web/record/graphs/fixtures.ts';
import { PointNote } from '#web/record/graphs/point-note.tsx';
import { dialog, isClosed, section } from './find.ts';
import { opens, press } from './user.ts';

import { all, culture, idOf, LISTS, report, REPORTS, FILE, reportsOnScreen } from './external-reports.data.ts';

const { screens, answered, openRecord, patient } = reportsOnScreen();
const panel = report(2, { name: 'Metabolic panel', status: 'preliminary', conclusion: 'Repeat potassium.' });

/** What the values of lab results say besides, by their place in the first result. */
const besides = (given: (place: number) => Partial<LabValueView>) =>
  screens.answer(/\/api\/lab-results\?/, (body) => {
    const { items, ...page } = body as { items: LabResultView[] };
    return {
      ...page,
      items: items.map((item, at) => ({
        ...item,
        parameters: item.parameters.map((entry, place) => (at === 0 ? { ...entry, ...given(place) } : entry)),
      })),
    };
  });
/** Replaces the stream of notices until the test ends; the harness has none. */
let restoreFetch = () => {};
afterEach(() => restoreFetch());
const noticesOf = () => {
  // the screen that opens next has a stream of its own
  stopNotices();
  const before = globalThis.fetch;
  restoreFetch = () => void (globalThis.fetch = before);
  let stream: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) });
  globalThis.fetch = ((path: string, init?: RequestInit) =>
    path.startsWith('/api/notices') ? Promise.resolve(new Response(body)) : before(path, init)) as typeof fetch;
  return (slice: string) => stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ slice, position: '1:0' })}\n\n`));
};

describe('what an external record says beside a value', () => {
  it('stands with it in the lists, whole as a title and when it is pressed', async () => {
    answered();
    besides((place) => (place === 0 ? { beside: culture.beside } : {}));
    const lab = await openRecord();
    const line = await lab.findByRole('button', { name: 'Specimen: urine; Performed by: Dr. Ann Lee' });
    expect(line.title).toBe('Specimen: urine; Performed by: Dr. Ann Lee');
    expect(line.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(line);
    expect(line.getAttribute('aria-expanded')).toBe('true');
    // the row, which opens its history, was not meant
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(line.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stands behind the mark of a value that its source corrected', async () => {
    answered();
    besides((place) => (place === 0 ? { reported_status: 'amended', beside: [{ element: 'note.text', text: 'was 1500' }] } : {}));
    const lab = await openRecord();
    await lab.findByRole('button', { name: 'Amended by its source; Note: was 1500' });
  });

  it('stands with measurements once for all that say it, with names where only some do', async () => {
    answered(culture);
    screens.answer(/\/api\/examinations\?/, (body) => {
      const { items, ...page } = body as { items: ExaminationView[] };
      const [first, ...others] = items;
      const measurements = first!.measurements.slice(0, 2).map((entry, place) => ({
        ...entry,
        parameter_name: ['Pulse', 'Weight'][place]!,
        beside: [{ element: 'performer', text: place === 0 ? 'Nurse Ito' : 'Dr. Ann Lee' }],
        ...(place === 0 ? { reports: [culture.id] } : {}),
      }));
      return { ...page, items: [{ ...first!, measurements }, ...others] };
    });
    await openRecord();
    const examinations = await section('Examinations');
    await examinations.findByRole('button', { name: 'Pulse: Performed by: Nurse Ito · Weight: Performed by: Dr. Ann Lee' });
    await examinations.findByRole('button', { name: /^Pulse: Report: Urine culture: Growth of E\. coli/ });
  });

  it.each([
    ['diagnoses', 'Diagnoses', 'recorder', 'Recorded by: Dr. Ann Lee'],
    ['intakes', 'Treatments', 'requester', 'Ordered by: Dr. Ann Lee'],
  ])('stands with %s', async (kind, title, element, words) => {
    answered();
    screens.answer(new RegExp(`/api/${kind}\\?`), (body) => {
      const { items, ...page } = body as { items: object[] };
      return { ...page, items: items.map((item, at) => (at === 0 ? { ...item, beside: [{ element, text: 'Dr. Ann Lee' }] } : item)) };
    });
    await openRecord();
    expect(await (await section(title)).findAllByRole('button', { name: words })).toHaveLength(1);
  });
});

describe('reports of external records', () => {
  it('are opened from a value that they list, and closed to where the reader was', async () => {
    answered(culture, panel);
    besides((place) => (place === 0 ? { reports: [culture.id] } : place === 1 ? { reports: [panel.id] } : {}));
    const lab = await openRecord();
    await lab.findByRole('button', { name: /^Report \(preliminary\): Metabolic panel: Repeat potassium\.$/ });
    const name = /^Report: Urine culture: Growth of E\. coli, more than 100,000 CFU\/mL\.$/;
    const opened = await opens(name, 'Report of an external record', lab);
    const conclusion = opened.getByText(/Growth of E\. coli/);
    expect(conclusion.textContent).toBe(culture.conclusion);
    expect(opened.element.textContent).toMatch(/Urine culture03\/04\/2026 08:30.*from Riverside Hospital.*lists 2 results/);
    expect(
      within(opened.element)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Specimen: urine', 'Performed by: Dr. Ann Lee']);
    expect(opened.queryByText('preliminary')).toBeNull();
    await userEvent.keyboard('{Escape}');
    await isClosed('dialog');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(name));
  });

  it('show a conclusion that is only coded as one, and the codes of another behind its words', async () => {
    const beside = [
      { element: 'performer', text: 'Dr. Roe' },
      { element: 'conclusionCode', text: 'Malignant neoplasm of breast' },
    ];
    answered(report(1, { name: 'Pathology', beside }), report(2, { name: 'Blood count', conclusion: 'See.', beside }), report(3));
    await openRecord();
    const list = await opens(all.name, 'Reports of external records');
    const rows = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringMatching(/^Pathology.*Malignant neoplasm of breast$/),
      expect.stringMatching(/^Blood count.*See\. Coded as: Malignant neoplasm of breast$/),
      expect.stringMatching(/no conclusion$/),
    ]);
    const opened = await opens(/^Pathology/, 'Report of an external record', list);
    expect(opened.element.textContent).toMatch(/Performed by: Dr\. RoeConclusion *Malignant neoplasm of breast/);
    expect(opened.queryByText('No conclusion was sent.')).toBeNull();
  });

  it('stand once with a result all of whose values they list', async () => {
    answered(culture);
    besides(() => ({ reports: [culture.id] }));
    const lab = await openRecord();
    expect(lab.element.querySelector('tbody')!.querySelectorAll('tr').length).toBeGreaterThan(2);
    const links = await lab.findAllByRole('button', { name: /^Report: Urine culture/ });
    expect(links).toHaveLength(1);
    expect(links[0]!.closest('tr')!.querySelector('time')).not.toBeNull();
  });

  it('stand with an examination once for all its values, no more of them than have room', async () => {
    const all3 = [1, 2, 3].map((number) => report(number, { conclusion: 'Stable.' }));
    answered(...all3);
    screens.answer(/\/api\/examinations\?/, (body) => {
      const { items, ...page } = body as { items: ExaminationView[] };
      const listed = ({ measurements, ...item }: ExaminationView) => ({
        ...item,
        measurements: measurements.map((entry) => ({ ...entry, reports: all3.map(({ id }) => id) })),
      });
      return { ...page, items: items.map((item, at) => (at === 0 ? listed(item) : item)) };
    });
    await openRecord();
    const examinations = await section('Examinations');
    expect(await examinations.findAllByRole('button', { name: /^Report: Report \d: Stable\.$/ })).toHaveLength(2);
    examinations.getByRole('button', { name: 'and 1 more: all reports' });
  });

  it.each([
    ['lab-results', 'Lab results'],
    ['examinations', 'Examinations'],
  ])('come to the values of %s with a notice of reports alone', async (kind, title) => {
    answered(culture);
    const notify = noticesOf();
    await openRecord();
    const shown = await section(title);
    await waitFor(() => expect(shown.element.querySelector('tbody tr')).not.toBeNull());
    screens.answer(new RegExp(`/api/${kind}\\?`), (body) => {
      const { items, ...page } = body as { items: object[] };
      const listedIn = (entries: object[] = []) => entries.map((entry) => ({ ...entry, reports: [culture.id] }));
      const listed = (item: object) => {
        const { parameters, measurements } = item as { parameters?: object[]; measurements?: object[] };
        return {
          ...item,
          ...(parameters && { parameters: listedIn(parameters) }),
          ...(measurements && { measurements: listedIn(measurements) }),
        };
      };
      return { ...page, items: items.map(listed) };
    });
    notify('external-reports');
    await shown.findAllByRole('button', { name: /^Report: Urine culture/ });
  });

  it('stand with the latest results on a phone', async () => {
    answered(culture);
    screens.answer(/lab-results\/series\?/, (body) => {
      const { packed, ...page } = body as { packed: { points: object } };
      return { ...page, packed: { ...packed, points: { ...packed.points, reports: { of: [[culture.id]] } } } };
    });
    const media = jest.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('max-width'),
          media: query,
          addEventListener: () => {},
          removeEventListener: () => {},
        }) as unknown as MediaQueryList,
    );
    try {
      screens.open(`/patients/${patient()}?${LISTS}`);
      const latest = await screen.findByRole('region', { name: 'Latest results' });
      expect((await within(latest).findAllByRole('button', { name: /^Report: Urine culture/ })).length).toBeGreaterThan(0);
    } finally {
      media.mockRestore();
    }
  });

  it('mark the newest of them where it is not final', async () => {
    answered(panel, culture);
    const lab = await openRecord();
    const line = await lab.findByText('Metabolic panel');
    expect(line.parentElement!.textContent).toBe('Newest: Metabolic panel, preliminary 03/04/2026 08:30: Repeat potassium.');
    expect(line.parentElement!.title).toBe('Metabolic panel: Repeat potassium.');
  });

  it('say of a value that a report lists it which cannot be shown', async () => {
    answered(culture);
    besides((place) => (place === 0 ? { reports: [idOf(77)] } : {}));
    const lab = await openRecord();
    await lab.findByText('Listed in a report that cannot be shown here');
  });

  it('are all in one list, the only place of those without results', async () => {
    const ct = report(3, {
      name: 'CT of the chest',
      status: 'amended',
      date: '2026-02-01T00:00:00',
      date_precision: 'month',
      conclusion: 'Nodule of 6 mm.',
      organization_name: 'Aare Practice',
      remark: 'Two of three images were left out.',
    });
    answered(culture, panel, ct);
    const lab = await openRecord();
    await lab.findByText('1 not final or in doubt');
    const list = await opens(all.name, 'Reports of external records');
    expect(
      within(list.element)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Urine culture03/04/2026 08:30 Growth of E. coli, more than 100,000 CFU/mL.',
      'Metabolic panel03/04/2026 08:30 preliminaryRepeat potassium.',
      'CT of the chest02/2026 amended[Aare Practice]Nodule of 6 mm.',
    ]);
    await press(/^CT of the chest/, list);
    const opened = await dialog('Report of an external record', 'dialog');
    expect(opened.element.textContent).toMatch(
      /02\/2026 amended.*\[Aare Practice\].*lists no results.*Two of three images were left out\./,
    );
    // before the dialog has the focus, Escape would close the list below it
    await waitFor(() => expect(document.activeElement?.textContent).not.toMatch(/^CT of the chest/));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^CT of the chest/));
  });

  it('give the focus back also where the list below has taken it to its edge', () => {
    const Opened = () => {
      useReturnFocus();
      return null;
    };
    const row = document.body.appendChild(document.createElement('button'));
    const edge = document.body.appendChild(document.createElement('div'));
    edge.tabIndex = 0;
    edge.className = Classes.OVERLAY_START_FOCUS_TRAP;
    row.focus();
    const { unmount } = render(<Opened />);
    edge.focus();
    unmount();
    expect(document.activeElement).toBe(row);
    row.remove();
    edge.remove();
  });

  it('are told by nothing where there are none', async () => {
    answered();
    const lab = await openRecord();
    await (await section('Examinations')).findByText(/values$/);
    expect(lab.queryByText(/external records/i)).toBeNull();
  });

  it('say that they could not be read, and values stay', async () => {
    besides((place) => (place === 0 ? { reports: [culture.id] } : {}));
    screens.answer(REPORTS, 'failed');
    const lab = await openRecord();
    await lab.findByText(/^Reports of external records could not be read\./);
    await lab.findByText('Listed in a report that could not be read');
    expect(lab.element.querySelectorAll('tbody tr').length).toBeGreaterThan(1);
    answered(culture);
    await press('Try again', lab);
    await lab.findByRole('button', all);
    await lab.findByRole('button', { name: /^Report: Urine culture/ });
    expect(lab.queryByText(/could not be read/)).toBeNull();
  });

  it('are counted by hundreds and shown by some', async () => {
    answered(...Array.from({ length: 300 }, (_, number) => report(number, { conclusion: `Conclusion ${number}` })));
    await openRecord();
    const list = await opens('Reports of external records (300)', 'Reports of external records');
    expect(list.getAllByRole('listitem')).toHaveLength(100);
    await press('Show more (200)', list);
    await press('Show more (100)', list);
    expect(list.getAllByRole('listitem')).toHaveLength(300);
    expect(list.queryByRole('button', { name: /^Show more/ })).toBeNull();
  });

  it('are shown whole, however long, and cut only in lists', async () => {
    const long = report(1, { name: 'N'.repeat(400), conclusion: 'x'.repeat(MAX_REPORT_TEXT) });
    answered(long);
    besides((place) => (place === 0 ? { reports: [long.id] } : {}));
    const lab = await openRecord();
    const [link] = await lab.findAllByRole('button', { name: /^Report: N/ });
    expect(link!.textContent!.length).toBeLessThan(200);
    await userEvent.click(link!);
    const opened = await dialog('Report of an external record', 'dialog');
    expect(opened.getByText('x'.repeat(MAX_REPORT_TEXT))).toBeTruthy();
    expect(opened.getByText(long.name)).toBeTruthy();
  });

  it('are printed behind the laboratory results, with what is not on paper', async () => {
    answered(report(1, { ...culture, forms: [{ content_type: 'application/pdf', file_id: FILE }] }), panel);
    const lab = await openRecord();
    await lab.findByRole('button', all);
    fireEvent(window, new Event('beforeprint'));
    const sheets = await waitFor(() => document.querySelector('[data-printed]')!);
    const titles = [...sheets.querySelectorAll('h2')].map(({ textContent }) => textContent);
    expect(titles[titles.indexOf('Lab results') + 1]).toBe('Reports of external records');
    const text = sheets.textContent;
    expect(text).toContain(culture.conclusion);
    expect(text).toMatch(/Metabolic panel.*preliminary.*Repeat potassium\./);
    expect(text).toMatch(/PDF not printed/);
    expect(text).toMatch(/Drafts, not checked \(1\).*Metabolic panel/);
    fireEvent(window, new Event('afterprint'));
  });

  it('are a doubt on paper where they could not be read, and named where their section is hidden', async () => {
    screens.answer(REPORTS, 'failed');
    await openRecord();
    await screen.findByText(/^Reports of external records could not be read\./);
    const paper = async () => {
      fireEvent(window, new Event('beforeprint'));
      const text = (await waitFor(() => document.querySelector('[data-printed]')!)).textContent;
      fireEvent(window, new Event('afterprint'));
      return text;
    };
    expect(await paper()).toContain('The reports of external records could not be read when this was printed.');
    screens.again(REPORTS, 'never');
    await screens.reload(`/patients/${patient()}?${LISTS}`);
    await section('Diagnoses');
    expect(await paper()).toContain('The reports of external records were still being read when this was printed.');
    screens.answerAll();
    answered(culture);
    await screens.reload(`/patients/${patient()}?${LISTS}&hide=lab-results`);
    await screen.findByText('Lab results, Reports of external records hidden');
    await section('Diagnoses');
    expect(await paper()).toContain('Sections that are not printed: Lab results, Reports of external records.');
  });
});

describe('the note of a point', () => {
  const live = (items: ExternalReportView[]) => ({ data: { items }, isLoading: false, isPrevious: false, refresh: async () => {} });
  const note = (pinned: boolean, given: object = {}) => {
    rememberToken(screens.api.token);
    const point = labPoint('2024-02-03T08:00:00', {
      beside: 'Specimen: serum; Performed by: Dr. Ann Lee',
      reports: [culture.id, panel.id],
      ...given,
    });
    return render(
      <SessionProvider>
        <ExternalReportsProvider live={live([culture, panel])} timeZone="America/Chicago">
          <PointNote series={labLine([point])} point={point} pinned={pinned} onHistory={() => undefined} onPage={undefined} />
        </ExternalReportsProvider>
      </SessionProvider>,
    ).container;
  };
  const WORDS = [
    'Report: Urine culture: Growth of E. coli, more than 100,000 CFU/mL.',
    'Report (preliminary): Metabolic panel: Repeat potassium.',
  ];

  it('has all that an external record says beside it, and its reports in words', () => {
    const shown = note(false);
    expect(shown.textContent).toContain('Specimen: serum; Performed by: Dr. Ann Lee');
    for (const words of WORDS) within(shown).getByText(words);
    expect(within(shown).queryByRole('button')).toBeNull();
  });

  it('opens them once it stays, and can be scrolled by keys', () => {
    const shown = note(true);
    expect(
      within(shown)
        .getAllByRole('button', { name: /^Report/ })
        .map(({ textContent }) => textContent),
    ).toEqual(WORDS);
    expect(within(shown).getByText(/^Specimen: serum/).tabIndex).toBe(0);
  });

  it('says nothing of either where there is nothing', () => {
    const shown = note(true, { beside: undefined, reports: undefined });
    expect(shown.textContent).not.toMatch(/Specimen|Report/);
  });
});
