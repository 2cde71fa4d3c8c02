import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CriticalResultView } from '#contracts/lab/critical-results';
import type { EarlierCritical, WaitingCritical, WaitingCriticalPage } from '#contracts/worklist/worklist';
import { rereadAll } from '#web/lib/live.ts';
import { patientId } from '../e2e/api.ts';
import { accepted, announced, conflict, criticalPart, idOf, MARK, marking, pageOf, resultOf, sentIn, takeOut } from './critical-data.ts';
import { rowsOf, section, textsOf } from './find.ts';
import { screensOf } from './screens.tsx';
import { press } from './user.ts';

const screens = screensOf('doctor');
let morgan = '';
beforeAll(async () => void (morgan = await patientId(screens.api, 'Morgan')));

const LIST = /^\/api\/worklist/;
const PLACE = /^\/api\/lab-results\?.*at=/;
const result = (n: number, given?: Partial<CriticalResultView>) => resultOf(morgan, n, given);
const person = (n: number) => ({
  id: n === 1 ? morgan : idOf(60 + n),
  first_name: 'Ava',
  last_name: `Morgan${n}`,
  date_of_birth: '1950-03-04T00:00:00',
});
const waiting = (n: number, given?: Partial<CriticalResultView>): WaitingCritical => ({ ...result(n, given), patient: person(n) });
const onPage = (n: number, given: Partial<WaitingCriticalPage> = {}): WaitingCriticalPage => ({
  ...pageOf(null, n),
  id: idOf(n),
  ...given,
});

const none = { items: [], overall_count: 0 };
interface Waiting {
  critical?: readonly WaitingCritical[];
  pages?: readonly WaitingCriticalPage[];
  earlier?: readonly EarlierCritical[];
  /** How many more there are than those. */
  more?: number;
  moreEarlier?: number;
}
const worklist = ({ critical = [], pages = [], earlier = [], more = 0, moreEarlier = 0 }: Waiting) => {
  const days = earlier
    .map(({ people, ...day }) => ({ ...day, people: people.filter(({ results }) => results.length > 0) }))
    .filter(({ people }) => people.length > 0);
  const listed = days.flatMap(({ people }) => people.flatMap(({ results }) => results)).length;
  return {
    critical: { items: [...critical], overall_count: critical.length + more },
    critical_pages: { items: [...pages], overall_count: pages.length },
    earlier_critical: { items: days, overall_count: listed + moreEarlier },
    ...{ comments: none, drafts: none, reports: none, invitations: none },
  };
};
const pagesPart = () => section('Critical values on report pages');
const VALUE = 'Potassium 7.4 mmol/L HH, critical (3.5–5.1)';

describe('ruling 62: what waits for me', () => {
  it('begins with critical results', async () => {
    const { critical, earlier_critical, critical_pages } = worklist({ critical: [waiting(1)] });
    screens.answer(LIST, (body) => ({ ...(body as object), critical, earlier_critical, critical_pages })).open('/worklist');
    const shown = await criticalPart();
    const titles = textsOf(document.querySelectorAll('main section > h2')).map((title) => title.replace(/[\d,]+$/, '').trim());
    expect(titles.slice(0, 2)).toEqual(['Critical results', 'Comments of patients']);
    shown.getByRole('heading', { name: 'Critical results 1' });
    expect(rowsOf(shown.element)).toEqual([
      expect.stringMatching(
        /^Ava Morgan1 .*1950.*Potassium 7\.4 mmol\/L HH, critical \(3\.5–5\.1\) collected 11\/27\/2026received 11\/2[678]\/2026 \d\d:00Seen$/,
      ),
    ]);
  });

  it.each([
    ['a result to the list', {}, () => `/patients/${morgan}\\?lab_view=list`],
    ['what was read to its page', { draft: true, origin: 'ocr', file_id: idOf(50), page_id: idOf(51) }, () => `/${idOf(51)}`],
    ['a draft to its form', { draft: true }, () => `/patients/${morgan}/lab-results/${idOf(1)}`],
    // what came from an external record has no form
    ['an imported draft to the list', { draft: true, origin: 'fhir' }, () => `/patients/${morgan}\\?lab_view=list`],
  ] as const)('leads from %s', async (_name, given, address) => {
    screens.answer(LIST, () => worklist({ critical: [waiting(1, given)] })).open('/worklist');
    await userEvent.click((await criticalPart()).element.querySelector('tbody tr')!);
    await waitFor(() => expect(location.pathname + location.search).toMatch(new RegExp(`${address()}$`)));
  });

  it('keeps a marked row, the focus and all others in their places: a second click or Enter marks nobody else', async () => {
    const critical = [waiting(1), waiting(2), waiting(3)];
    const sent = marking(screens, (version) => {
      takeOut(critical, version);
      critical.unshift(waiting(9));
    });
    screens.answer(LIST, () => worklist({ critical })).open('/worklist');
    const shown = await criticalPart();
    const rows = () => [...shown.element.querySelectorAll<HTMLElement>('tbody tr')];
    const place = () => within(rows()[0]!).getByRole('button');
    const button = place();
    button.focus();
    await userEvent.keyboard('{Enter}');
    await shown.findByText('1 new: show');
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard('{Enter} ');
    await userEvent.dblClick(place());
    expect([sent.map(({ version }) => version), location.pathname]).toEqual([[1], '/worklist']);
    expect(textsOf(rows())).toEqual([
      expect.stringMatching(/^Ava Morgan1 .*seen by you, \d\d:\d\d$/),
      expect.stringMatching(/^Ava Morgan2 .*Seen$/),
      expect.stringMatching(/^Ava Morgan3 .*Seen$/),
    ]);
    expect(announced()).toMatch(/^Marked as seen: Ava Morgan1, Potassium, 11\/27\/2026$/);
    takeOut(critical, 2);
    await rereadAll();
    await shown.findByText('seen or changed meanwhile');
    expect(rows()).toHaveLength(3);
    await press('1 new: show', shown);
    expect(textsOf(rows()).map((text) => text.slice(0, 11))).toEqual(['Ava Morgan9', 'Ava Morgan3']);
  });

  it('lists what is behind marked rows where it is asked for', async () => {
    const all = Array.from({ length: 12 }, (_, n) => waiting(n + 1));
    const sent = marking(screens, (version) => takeOut(all, version));
    screens
      .answer(LIST, () => {
        const critical = all.slice(0, 10);
        return worklist({ critical, more: all.length - critical.length });
      })
      .open('/worklist');
    const shown = await criticalPart();
    await press(/^Seen: Ava Morgan10,/, shown);
    await shown.findByText(/^seen by you/);
    expect([sent.length, rowsOf(shown.element).length]).toEqual([1, 10]);
    shown.getByText(/^2 earlier are not shown/);
  });

  it('keeps the last row, with the words that nothing waits below it', async () => {
    const critical = [waiting(1)];
    marking(screens, (version) => takeOut(critical, version));
    screens.answer(LIST, () => worklist({ critical })).open('/worklist');
    const shown = await criticalPart();
    await press(/^Seen: /, shown);
    const empty = await screen.findByText('Nothing waits for you');
    const button = shown.getByRole('button', { name: /^seen by you/ });
    expect(button.compareDocumentPosition(empty)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('has pages with critical rows, which are marked like results', async () => {
    const pages = [onPage(2, { patient: person(1) }), onPage(3, { is_validated: true })];
    const sent: unknown[] = [];
    screens.answer(MARK, (_body, request) => {
      sent.push(JSON.parse(request?.body as string));
      pages.shift();
      return accepted;
    });
    screens.answer(LIST, () => worklist({ pages })).open('/worklist');
    const shown = await pagesPart();
    shown.getByText('Patient (as printed)');
    expect(rowsOf(shown.element)).toEqual([
      expect.stringMatching(
        /^Ava Morgan1 .*Potassium 7\.9 mmol\/L HH, critical read, not checkedlabs\.pdf, page 211\/(29|30)\/2026 \d\d:00Seen$/,
      ),
      expect.stringMatching(
        /^no matching patientPotassium 7\.9 mmol\/L HH, critical awaits the cataloguelabs\.pdf, page 311\/(29|30)\/2026 \d\d:00Seen$/,
      ),
    ]);
    await press('Seen: Ava Morgan1, Potassium 7.9 HH, labs.pdf, page 2', shown);
    await shown.findByText(/^seen by you/);
    expect(sent).toEqual([{ page_id: idOf(2), page_version: 2 }]);
    expect(rowsOf(shown.element)).toHaveLength(2);
    await userEvent.click(shown.element.querySelectorAll('tbody tr')[1]!);
    await waitFor(() => expect(location.pathname).toMatch(new RegExp(`/${idOf(3)}$`)));
  });

  it('opens the row that was pressed last, whichever place is known first', async () => {
    const other = { ...waiting(2), patient: { ...person(1), id: idOf(70) } };
    const first = new RegExp(`${PLACE.source}${idOf(1)}`);
    screens.answer(LIST, () => worklist({ critical: [waiting(1), other] })).answer(first, 'never');
    screens.answer(PLACE, () => ({ skip: 10, overall_count: 11, items: [] })).open('/worklist');
    const rows = (await criticalPart()).element.querySelectorAll('tbody tr');
    await userEvent.click(rows[0]!);
    await userEvent.click(rows[1]!);
    const address = `/patients/${idOf(70)}?lab_view=list&lab_skip=10`;
    await waitFor(() => expect(location.pathname + location.search).toBe(address));
    const known = new Promise<void>((done) => {
      screens.again(first, () => {
        setTimeout(done, 50);
        return { skip: 0, overall_count: 1, items: [] };
      });
    });
    await known;
    expect(location.pathname).toBe(`/patients/${idOf(70)}`);
  });
});

describe('ruling 62: what imports brought long after it was collected', () => {
  it('has a line for each day, marks its results one after the other while they are there, and says which were changed', async () => {
    const [first, second] = [[result(1), result(2, { collected: '2025-01-05T08:00:00' })], [result(3)]];
    const day = {
      imported_on: '2026-11-27',
      people: [
        { patient: person(1), results: first },
        { patient: person(2), results: second },
      ],
    };
    const sent: number[] = [];
    let isChanged = true;
    let underway = 0;
    let most = 0;
    const plain = globalThis.fetch;
    globalThis.fetch = async (...args) => {
      if (!MARK.test(args[0] as string)) return plain(...args);
      most = Math.max(most, (underway += 1));
      return plain(...args).finally(() => (underway -= 1));
    };
    screens.answer(MARK, (_body, request) => {
      const { version } = sentIn(request);
      sent.push(version);
      if (version === 2 && isChanged) return conflict();
      for (const left of [first, second]) takeOut(left, version);
      return accepted;
    });
    screens.answer(LIST, () => worklist({ earlier: [day], moreEarlier: 1200 })).open('/worklist');
    const shown = await criticalPart();
    await screen.findByText('1,203 waiting');
    expect(shown.element.textContent).toContain(
      'Imported 11/27/2026: 3 critical results of 2 patients, collected more than 14 days before',
    );
    shown.getByText(/^1,200 more critical results of imports, listed once these are seen/);
    expect(shown.queryByRole('button', { name: /^Seen/ })).toBeNull();
    await press('Imported 11/27/2026: 3 critical results', shown);
    expect(rowsOf(shown.element)).toEqual([expect.stringMatching(/^Ava Morgan1 .*Seen$/), expect.stringMatching(/^Ava Morgan2 .*Seen$/)]);
    expect(textsOf(shown.element.querySelectorAll('td li'))).toEqual([
      `${VALUE}, 11/27/2026`,
      `${VALUE}, 01/05/2025`,
      `${VALUE}, 11/27/2026`,
    ]);
    await userEvent.dblClick(shown.getByRole('button', { name: 'Seen: all critical results imported 11/27/2026' }));
    await shown.findByText('1 result changed in the meantime and was not marked.');
    expect([sent, most]).toEqual([[1, 2, 3], 1]);
    // all stay in their places
    await waitFor(() => expect(rowsOf(shown.element)[1]).toMatch(/^Ava Morgan2 .*seen by you, \d\d:\d\d$/));
    isChanged = false;
    await press('Seen: critical results of Ava Morgan1 imported 11/27/2026', shown);
    await waitFor(() => expect(shown.getAllByText(/^seen by you/)).toHaveLength(3));
    expect(sent).toEqual([1, 2, 3, 2]);
    globalThis.fetch = plain;
  });

  it('shows how far it is, stops where the server fails, and keeps what was not marked', async () => {
    const results = [result(1), result(2), result(3)];
    const day = { imported_on: '2026-11-27', people: [{ patient: person(1), results }] };
    screens.answer(MARK, (_body, request) => {
      const { version } = sentIn(request);
      if (version === 1) screens.again(MARK, 'never');
      takeOut(results, version);
      return accepted;
    });
    screens.answer(LIST, () => worklist({ earlier: [day] })).open('/worklist');
    const shown = await criticalPart();
    await press('Imported 11/27/2026: 3 critical results', shown);
    await press('Seen: all critical results imported 11/27/2026', shown);
    await shown.findByText('2 of 3');
    screens.again(MARK, 'failed');
    await shown.findByText('Marked 1 of 3, then it failed: Something failed');
    await screen.findByText('2 waiting');
    expect(results.map(({ version }) => version)).toEqual([2, 3]);
  });

  it('marks nothing that came while it was looked at', async () => {
    const results = [result(1)];
    const day = { imported_on: '2026-11-27', people: [{ patient: person(1), results }] };
    const sent = marking(screens, (version) => takeOut(results, version));
    screens.answer(LIST, () => worklist({ earlier: [day] })).open('/worklist');
    const shown = await criticalPart();
    await press('Imported 11/27/2026: 1 critical result', shown);
    results.unshift(result(2));
    await rereadAll();
    await shown.findByText('1 new: show');
    await press('Seen: all critical results imported 11/27/2026', shown);
    await waitFor(() => expect(shown.getAllByText(/^seen by you/)).toHaveLength(2));
    expect(sent.map(({ version }) => version)).toEqual([1]);
  });

  it('is not there where nothing critical waits', async () => {
    screens.answer(LIST, () => worklist({})).open('/worklist');
    await screen.findByText('Nothing waits for you');
    expect(screen.queryByRole('region', { name: 'Critical results' })).toBeNull();
  });
});
