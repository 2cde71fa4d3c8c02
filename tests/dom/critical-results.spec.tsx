import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CriticalPageView, CriticalResultView } from '#contracts/lab/critical-results';
import type { LabResultView } from '#contracts/lab/lab-results';
import { rereadAll } from '#web/lib/live.ts';
import { patientId } from '../e2e/api.ts';
import { announced, conflict, criticalPart, idOf, marking, MARK, pageOf, potassium, resultOf, takeOut } from './critical-data.ts';
import { isGone, type Part, section, textsOf } from './find.ts';
import { screensOf } from './screens.tsx';
import { press } from './user.ts';

const screens = screensOf('doctor');
const asAssistant = screens.for('assistant');
const asPatient = screens.for('patient');
let morgan = '';
beforeAll(async () => void (morgan = await patientId(screens.api, 'Morgan')));

const READ = /^\/api\/critical-results\?/;
/** In which page of the list a result stands. */
const PLACE = /^\/api\/lab-results\?.*at=/;
const result = (n: number, given?: Partial<CriticalResultView>) => resultOf(morgan, n, given);
const page = (items: CriticalResultView[], pages: CriticalPageView[] = [], overall_count = items.length) => ({
  ...{ items, overall_count, pages },
  unseen: items.filter(({ state }) => state !== 'seen').length,
});

const before: (typeof fetch)[] = [];
afterEach(() => {
  for (const one of before.splice(0)) globalThis.fetch = one;
});
/** How often critical results are read. */
const reads = () => {
  const plain = globalThis.fetch;
  before.push(plain);
  const made: string[] = [];
  globalThis.fetch = async (...args) => {
    if (READ.test(args[0] as string)) made.push(args[0] as string);
    return plain(...args);
  };
  return made;
};

const path = (rest = '') => `/patients/${morgan}${rest}?hide=diagnoses,intakes,examinations`;
const lines = ({ element }: Part) => textsOf(element.children);
const WAITING = 'Critical, not seen: Potassium 7.4 mmol/L HH, critical (3.5–5.1), 11/27/2026';
const MARKED = /^Critical: Potassium 7\.4 mmol\/L HH, critical \(3\.5–5\.1\), 11\/27\/2026seen by you, \d\d:\d\d$/;

describe('ruling 62: the head of a record', () => {
  it.each(['', '/trends'])("has a line for each result until a doctor presses 'Seen' (%s)", async (screenPath) => {
    const left = [result(4)];
    const sent = marking(screens, (version) => takeOut(left, version));
    screens.answer(READ, () => page(left)).open(path(screenPath));
    const shown = await criticalPart();
    expect(lines(shown)).toEqual([`${WAITING}Seen`]);
    expect(announced()).toBe('1 critical result not seen');
    await userEvent.dblClick(shown.getByRole('button', { name: 'Seen: Potassium, 11/27/2026' }));
    await shown.findByText(/^seen by you/);
    expect(lines(shown)).toEqual([expect.stringMatching(MARKED)]);
    expect(sent).toEqual([{ version: 4, key: expect.stringMatching(/^[\da-f-]{36}$/) as string }]);
    await waitFor(() => expect(announced()).toBe('Marked as seen: Potassium, 11/27/2026'));
    // until the screen is left
    const made = reads();
    await screens.reload();
    await waitFor(() => expect([made.length > 0, announced()]).toEqual([true, '']));
    expect(screen.queryByRole('region', { name: 'Critical results' })).toBeNull();
  });

  it('says what people remarked on a value', async () => {
    const beside = [
      { element: 'note.text', text: 'Specimen hemolyzed' },
      { element: 'performer', text: 'Dr. Roe' },
    ];
    screens.answer(READ, () => page([result(4, { parameters: [{ ...potassium, beside }] })])).open(path());
    const shown = await criticalPart();
    expect(lines(shown)).toEqual([`${WAITING.replace('), ', '), Note: Specimen hemolyzed, ')}Seen`]);
  });

  it('keeps a marked line, the focus and all others in their places: a second click or Enter marks nothing else', async () => {
    const left = [1, 2, 3, 4].map((n) => result(n));
    const sent = marking(screens, (version) => {
      takeOut(left, version);
      left.unshift(result(9, { collected: '2026-11-28T08:00:00' }));
    });
    screens.answer(READ, () => page(left)).open(path());
    const shown = await criticalPart();
    const place = () => within(shown.element.children[0] as HTMLElement).getByRole('button');
    const button = place();
    button.focus();
    await userEvent.keyboard('{Enter}');
    await shown.findByText('1 new: show');
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard('{Enter} ');
    await userEvent.click(place());
    expect(sent.map(({ version }) => version)).toEqual([1]);
    const inPlace = [expect.stringMatching(MARKED), `${WAITING}Seen`, `${WAITING}Seen`, 'Show 1 more not seen', '1 new: show'];
    expect(lines(shown)).toEqual(inPlace);
    expect(announced()).toBe('4 critical results not seen Marked as seen: Potassium, 11/27/2026');
    await press('1 new: show', shown);
    expect(lines(shown)[0]).toBe(WAITING.replace('11/27', '11/28') + 'Seen');
    await press('Show 1 more not seen', shown);
    expect(lines(shown)).toHaveLength(5);
    await userEvent.click(within(shown.element.children[4] as HTMLElement).getByRole('button'));
    await waitFor(() => expect(sent.map(({ version }) => version)).toEqual([1, 4]));
  });

  it('mutes a line that another doctor marked', async () => {
    let left = [result(1), result(2, { collected: '2026-11-28T08:00:00' })];
    screens.answer(READ, () => page(left)).open(path());
    const shown = await criticalPart();
    left = left.slice(1);
    await rereadAll();
    await shown.findByText('seen or changed meanwhile');
    expect(lines(shown)[0]).toContain('seen or changed meanwhile');
    expect(shown.getByRole('button', { name: /^Seen: / }).getAttribute('aria-label')).toContain('11/28/2026');
  });

  it('says what is not checked, how it came, and how much more there is', async () => {
    const ocr = { draft: true, origin: 'ocr', file_id: idOf(50), page_id: idOf(51) } as const;
    const unchecked = [
      result(5, { ...ocr, state: 'seen' }),
      result(6, { draft: true, state: 'seen' }),
      result(7, { draft: true, origin: 'fhir', state: 'seen' }),
      result(8, { draft: true, state: 'seen' }),
    ];
    const earlier = [result(9, { state: 'earlier', origin: 'fhir' }), result(10, { state: 'earlier', origin: 'fhir' })];
    screens.answer(READ, () => page([result(1), ...unchecked, ...earlier], [], 12)).open(path());
    const shown = await criticalPart();
    expect(lines(shown).slice(1)).toEqual([
      'unchecked: Potassium 7.4 HH, read 11/27/2026',
      'unchecked: Potassium 7.4 HH, typed 11/27/2026',
      'unchecked: Potassium 7.4 HH, imported 11/27/2026',
      'Show 1 more unchecked',
      'Critical, not seen: 2 imported results, collected more than 14 days before their import',
      '5 older critical results could not be listed here',
    ]);
    await press('Show 1 more unchecked', shown);
    const links = shown.getAllByRole('link', { name: /^unchecked: / }).map((link) => link.getAttribute('href'));
    // what came from an external record has no form
    expect(links).toEqual([
      `/reports/${idOf(50)}/page/${idOf(51)}`,
      `/patients/${morgan}/lab-results/${idOf(6)}`,
      `/patients/${morgan}?lab_view=list`,
      `/patients/${morgan}/lab-results/${idOf(8)}`,
    ]);
    const words = 'unchecked: Potassium 7.4 HH, read 11/27/2026 and 3 more';
    await (await section('Lab results')).findByText(words);
    fireEvent(window, new Event('beforeprint'));
    const paper = await waitFor(() => document.querySelector('[data-printed]')!.textContent);
    expect(paper).toContain(`Also in this record: ${words}; critical, not seen: Potassium 7.4 HH, 11/27/2026 and 2 more.`);
    fireEvent(window, new Event('afterprint'));
  });

  it('marks earlier imported results while their values are there', async () => {
    const left = [9, 10].map((n) => result(n, { state: 'earlier', origin: 'fhir', collected: `2020-01-0${n % 8}T08:00:00` }));
    const sent = marking(screens, (version) => takeOut(left, version));
    screens.answer(READ, () => page(left)).open(path());
    const shown = await criticalPart();
    expect(shown.queryByRole('button', { name: /^Seen/ })).toBeNull();
    await press('2 imported results', shown);
    expect(textsOf(shown.element.querySelectorAll('li'))).toEqual([
      'Potassium 7.4 mmol/L HH, critical (3.5–5.1), 01/01/2020',
      'Potassium 7.4 mmol/L HH, critical (3.5–5.1), 01/02/2020',
    ]);
    await press('Seen: earlier critical results', shown);
    await shown.findByText(/^seen by you/);
    expect(sent.map(({ version }) => version)).toEqual([9, 10]);
    expect(shown.element.querySelectorAll('li')).toHaveLength(2);
  });

  it('lists the first 200 and says how many more there are', async () => {
    const items = Array.from({ length: 200 }, (_, n) => result(n + 1));
    screens.answer(READ, () => ({ ...page(items, [], 1400), unseen: 1300 })).open(path());
    const shown = await criticalPart();
    expect(lines(shown).slice(3)).toEqual([
      'Show 197 more not seen',
      '1,200 older critical results, 1,100 of them not seen, could not be listed here',
    ]);
  });

  it('names what stands on pages and is in no record, until it is there', async () => {
    const pages = [pageOf(morgan, 2), pageOf(morgan, 3, { is_validated: true }), pageOf(morgan, 4), pageOf(morgan, 5)];
    const by = { by: idOf(1), by_name: 'Helen Hart', at: '2026-11-27T12:13:00.000Z' };
    const sent = marking(screens, (version) => {
      const one = pages.find((each) => each.version === version)!;
      Object.assign(one, { waits: false, values: one.values.map((value) => ({ ...value, seen: by })) });
    });
    screens
      .answer(READ, () =>
        page(
          [],
          pages.map((one) => ({ ...one })),
        ),
      )
      .open(path());
    const shown = await criticalPart();
    expect(lines(shown)).toEqual([
      'unchecked: Potassium 7.9 HH, read 11/29/2026 not in the record, labs.pdf, page 2Seen',
      'awaits the catalogue: Potassium 7.9 HH not in the record, labs.pdf, page 3Seen',
      'unchecked: Potassium 7.9 HH, read 11/29/2026 not in the record, labs.pdf, page 4Seen',
      'Show 1 more on report pages',
    ]);
    expect(shown.getAllByRole('link')[0]!.getAttribute('href')).toBe(`/reports/${idOf(900)}/page/${idOf(2)}`);
    await press('Seen: Potassium 7.9 HH, labs.pdf, page 2', shown);
    await shown.findByText(/^seen by you/);
    expect(sent.map(({ version }) => version)).toEqual([2]);
    expect(lines(shown)[0]).toMatch(/^unchecked: .*page 2, seen by Helen Hart, 11\/2[678]\/2026 \d\d:13seen by you, \d\d:\d\d$/);
    await (await section('Lab results')).findByText('unchecked: Potassium 7.9 HH, read 11/29/2026 and 3 more');
    await screens.reload();
    const anew = await criticalPart();
    expect(anew.queryByRole('button', { name: /page 2$/ })).toBeNull();
  });

  it('sends the version that is on the screen, and says what was corrected', async () => {
    let left = [result(1)];
    const sent = marking(screens);
    screens.answer(READ, () => page(left)).open(path());
    const shown = await criticalPart();
    const corrected_from = { value: '6.9', unit: 'mmol/L', at: '2026-11-28T08:00:00.000Z' };
    left = [{ ...left[0]!, version: 2, parameters: [{ ...potassium, corrected_from }] }];
    await rereadAll();
    const before = await shown.findByText('6.9');
    expect(before.closest('s')).not.toBeNull();
    expect(lines(shown)[0]).toContain('(3.5–5.1), corrected from 6.9, 11/27/2026');
    await press(/^Seen: /, shown);
    await shown.findByText(/^seen by you/);
    expect(sent.map(({ version }) => version)).toEqual([2]);
  });

  it('keeps the line and says why where it could not be marked', async () => {
    screens.answer(READ, () => page([result(1)])).answer(MARK, conflict);
    screens.open(path());
    const shown = await criticalPart();
    await press(/^Seen: /, shown);
    await shown.findByText('This result changed in the meantime. Look again.');
    await shown.findByText('Seen');
    screens.again(MARK, 'failed');
    await press(/^Seen: /, shown);
    await shown.findByText('Not marked: Something failed');
    expect(announced()).toContain('Not marked: Something failed');
    expect(lines(shown)).toHaveLength(1);
  });

  it('names on the button only what nobody has seen', async () => {
    const seen = { by: null, at: '2026-11-27T12:13:00.000Z' };
    const parameters = [{ ...potassium, entry_id: 's', name: 'Sodium', seen }, potassium];
    screens.answer(READ, () => page([result(1, { parameters })])).open(path());
    (await criticalPart()).getByRole('button', { name: 'Seen: Potassium, 11/27/2026' });
  });

  it('leaves another screen alone where the place of a result is known late', async () => {
    screens.answer(READ, () => page([result(7, { draft: true, origin: 'fhir' })])).answer(PLACE, 'never');
    screens.open(path());
    const shown = await criticalPart();
    await userEvent.click(shown.getByRole('link', { name: /^unchecked: / }));
    await userEvent.click(screen.getByRole('link', { name: 'Trends' }));
    await waitFor(() => expect(location.pathname).toBe(`/patients/${morgan}/trends`));
    const answered = new Promise<void>((done) => {
      screens.again(PLACE, (body) => {
        setTimeout(done, 50);
        return body;
      });
    });
    await answered;
    expect(location.pathname).toBe(`/patients/${morgan}/trends`);
  });

  it('has no button for assistants', async () => {
    screens.answer(READ, () => page([result(1), result(2, { state: 'earlier' })], [pageOf(morgan, 3)]));
    asAssistant.open(path());
    const shown = await criticalPart();
    expect(lines(shown)).toHaveLength(3);
    await press('1 imported result', shown);
    expect(shown.queryByRole('button', { name: /^Seen/ })).toBeNull();
  });

  it('is not read for patients', async () => {
    const made = reads();
    screens.answer(READ, () => page([result(1)]));
    asPatient.open(`/patients/${morgan}`);
    await section('Lab results');
    expect([made.length, screen.queryByText(/not seen|unchecked:/)]).toEqual([0, null]);
  });

  it('is not read for a record of another clinic', async () => {
    const made = reads();
    screens.answer(READ, () => page([result(1)]));
    screens.answer(new RegExp(`^/api/patients/${morgan}`), (body) => ({ ...(body as object), read_only: true })).open(path());
    await screen.findByText('read only');
    await section('Lab results');
    expect([made.length, screen.queryByText(/not seen|unchecked:/)]).toEqual([0, null]);
  });

  it("shows the own clinic's in the view of all clinics, in head and section", async () => {
    screens.answer(READ, () => page([result(1, { draft: true })])).open(path());
    history.replaceState({ aggregated: true }, '');
    dispatchEvent(new PopStateEvent('popstate'));
    await screen.findByText('All connected clinics, read only');
    await (await criticalPart()).findByText('Critical, not seen:');
    await (await section('Lab results')).findByText('unchecked: Potassium 7.4 HH, typed 11/27/2026');
  });

  it('says that it could not be read', async () => {
    screens.answer(READ, 'failed').open(path());
    const said = await screen.findByText(/^Critical results could not be read\./);
    screens.again(READ, () => page([]));
    await press('Try again', within(said.closest('output')!));
    await isGone(/^Critical results could not be read\./);
  });
});

it("says next to a value in the list who has seen it, and nothing where that isn't known", async () => {
  const seen = { by: idOf(1), by_name: 'Helen Hart', at: '2026-11-27T12:13:00.000Z' };
  screens.answer(/^\/api\/lab-results\?/, (body) => {
    const { items, ...rest } = body as { items: LabResultView[] };
    const [first, ...others] = items;
    const parameters = first!.parameters.map((entry, index) => (index === 0 ? { ...entry, flag: 'HH', seen } : entry));
    return { items: [{ ...first!, parameters }, ...others], ...rest };
  });
  screens.open(`${path()}&lab_view=list`);
  const said = await (await section('Lab results')).findAllByText(/^seen /);
  expect(textsOf(said)).toEqual([expect.stringMatching(/^seen by Helen Hart, 11\/2[678]\/2026 \d\d:13$/)]);
  expect(said[0]!.closest('tr')!.textContent).toContain('HH');
});
