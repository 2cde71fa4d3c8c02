import { join } from 'node:path';
import { DEMO_PASSWORD } from '#services/cli/demo/clinic';
import type { Accepted } from '#contracts/wire/command';
import { launchBrowser } from '#tests/support/browser';
import { newResult } from './lib/clinic-users.ts';
import { ratio, rounded } from './lib/figures.ts';
import { inFolder } from './lib/folder.ts';
import { HttpUser } from './lib/http-client.ts';
import { numbersIn, type Run } from './lib/options.ts';
import { startProduct } from './lib/product.ts';
import { fillRecords } from './lib/record-folder.ts';
import { RecordPage } from './lib/record-page.ts';
import { machine, print, say, table, verdict } from './lib/report.ts';
import { inTurns } from './lib/turns.ts';

type Figures = Record<string, number>;

const LISTS = ['lab-results', 'intakes', 'diagnoses', 'examinations', 'patients/history'];

const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await act();
  return performance.now() - from;
};

/** Everything that is asked of a record, by plain HTTP; milliseconds. @param calls what the patient's page asks for */
const throughApi = async (user: HttpUser, patient_id: string, calls: readonly string[]): Promise<Figures> => {
  const list = (path: string, more: string) => user.get<{ overall_count: number }>(`/api/${path}?patient_id=${patient_id}&take=10${more}`);
  const counts = new Map<string, number>();
  return {
    open: await timed(() => Promise.all(calls.map((path) => user.get(path)))),
    // the short record has fewer pages: what a page takes, list by list
    lists: await LISTS.reduce(async (before, path) => {
      const total = await before;
      const taken: number[] = [];
      for (let skip = 0; skip === 0 || (skip < 30 && skip < counts.get(path)!); skip += 10) {
        taken.push(await timed(async () => void counts.set(path, (await list(path, `&skip=${skip}`)).overall_count)));
      }
      return total + taken.reduce((sum, milliseconds) => sum + milliseconds, 0) / taken.length;
    }, Promise.resolve(0)),
    ends_of_lists: await timed(async () => {
      for (const path of LISTS) await list(path, `&skip=${Math.max(0, counts.get(path)! - 10)}`);
    }),
    filter: await timed(async () => {
      for (const path of ['intakes', 'diagnoses']) await list(path, '&active=true');
      await list('patients/history', '&removed=true');
    }),
    previous: await timed(async () => {
      for (const path of ['lab-results', 'examinations']) await user.get(`/api/${path}/previous?patient_id=${patient_id}`);
    }),
    trends: await timed(() => list('trends', '&skip=0&packed=true')),
  };
};

/** Records a result, so that nothing that was made for the record before is of use, and waits until it is seen. */
const change = async (user: HttpUser, patient_id: string): Promise<void> => {
  const { position } = await user.post<Accepted>('/api/lab-results', newResult(patient_id));
  await user.get(`/api/lab-results?patient_id=${patient_id}&take=1&after=${encodeURIComponent(position)}`);
};

/** The same by a person before a screen: milliseconds from the click until everything is drawn. */
const throughBrowser = async (screen: RecordPage, user: HttpUser, patient_id: string, other: string): Promise<Figures> => {
  await change(user, patient_id);
  await screen.begin(other);
  const first = await screen.open(patient_id);
  await screen.begin(other);
  const { charts, all, calls } = await screen.open(patient_id);
  const needed = calls.filter((path) => /\/series|\/patients\/|graph-visuals/.test(path));
  const filter = await screen.type('#lab-results input[aria-label="Filter parameters"]', 'glu');
  await screen.type('#lab-results input[aria-label="Filter parameters"]', '');
  const list = await screen.click('#lab-results header button[aria-pressed="false"]');
  let pages = 0;
  for (let n = 0; n < 3; n++) pages += await screen.click('#lab-results button[aria-label="Next page"]');
  return {
    first: first.all,
    first_charts: first.charts,
    open: all,
    charts,
    filter,
    list,
    pages,
    history: await screen.go(`/patients/${patient_id}/medical-history`),
    trends: await screen.go(`/patients/${patient_id}/trends`),
    bare: await screen.bare(needed),
    first_bare: await change(user, patient_id).then(() => screen.bare(needed)),
  };
};

/** Waits until the read models hold all of a record. */
const folded = async (user: HttpUser, patient_id: string, items: number): Promise<void> => {
  const counts = (path: string) => user.get<{ overall_count: number }>(`/api/${path}?patient_id=${patient_id}&take=1`);
  for (let present = 0; present < items;) {
    await new Promise((later) => setTimeout(later, 100));
    const all = await Promise.all(['lab-results', 'intakes', 'diagnoses', 'examinations', 'comments'].map(counts));
    present = all.reduce((total, { overall_count }) => total + overall_count, 0);
  }
};

/** Parts of other steps, and what they are compared with. */
const BESIDE = ['charts', 'first_charts', 'bare', 'first_bare'];

const sum = (figures: Figures, names: readonly string[]): number => names.reduce((total, name) => total + figures[name]!, 0);

/**
 * A record of many items against one of few: the calls of its page, its lists page by page, filters, and the page itself in a headless
 * Chromium. `--items` of the long record, `--few` of the short one, `--rounds` turns of each.
 */
export const run = async ({ json, args }: Run): Promise<void> => {
  const { items, few, rounds } = numbersIn(args, { items: 5000, few: 50, rounds: 7 }, { items: 200, few: 50, rounds: 1 });
  const before = machine();
  await inFolder(async (folder) => {
    const data = join(folder, 'data');
    say(`Recording ${items} and ${few} items`);
    const [long, short, other] = (await fillRecords(data, [items, few, few])) as [string, string, string];
    const product = await startProduct(data);
    const user = new HttpUser(product.url);
    const browser = await launchBrowser();
    try {
      await user.signIn('doctor', DEMO_PASSWORD);
      for (const [patient_id, count] of [
        [long, items],
        [short, few],
        [other, few],
      ] as const)
        await folded(user, patient_id, count);
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
      const screen = new RecordPage(page, product.url);
      await screen.signIn('doctor', DEMO_PASSWORD);
      await screen.begin(other);
      const opened = await screen.open(short);
      const calls = [...new Set(opened.calls.map((path) => path.replaceAll(short, 'PATIENT')))];
      const callsOf = (patient_id: string) => calls.map((path) => path.replaceAll('PATIENT', patient_id));
      const onRound = (round: number, name: string, figures: Figures) => {
        const said = Object.entries(figures).map(([what, milliseconds]) => `${what} ${Math.round(milliseconds)}`);
        say(`round ${round}, ${name}: ${said.join(', ')}`);
      };
      const api = await inTurns<'few' | 'many', Figures>(
        { few: () => throughApi(user, short, callsOf(short)), many: () => throughApi(user, long, callsOf(long)) },
        { rounds, onRound },
      );
      const seen = await inTurns<'few' | 'many', Figures>(
        { few: () => throughBrowser(screen, user, short, other), many: () => throughBrowser(screen, user, long, other) },
        { rounds, onRound },
      );
      report(json, { api, browser: seen }, { items, few, rounds, calls, machine: before });
    } finally {
      await browser.close();
      user.close();
      await product.stop();
    }
  });
};

interface Measured {
  api: Record<'few' | 'many', Figures>;
  browser: Record<'few' | 'many', Figures>;
}

const report = (json: boolean, measured: Measured, about: object): void => {
  const compare = ({ few, many }: Measured['api']): Figures => {
    const names = Object.keys(few).filter((name) => !BESIDE.includes(name));
    const each = names.map((name) => [name, ratio(many[name]!, few[name]!)] as const);
    return { all: ratio(sum(many, names), sum(few, names)), ...Object.fromEntries(each) };
  };
  const ratios = { api: compare(measured.api), browser: compare(measured.browser) };
  const { first_charts, first_bare, charts, bare } = measured.browser.many as Record<
    'first_charts' | 'first_bare' | 'charts' | 'bare',
    number
  >;
  const result = { ratio_api: ratios.api['all']!, ratio_browser: ratios.browser['all']!, ratio_chart: ratio(first_charts, first_bare) };
  const rows = Object.entries(measured).flatMap(([way, { few, many }]) =>
    Object.keys(few).map((what) => ({
      way,
      what,
      'few ms': rounded(few[what]!),
      'many ms': rounded(many[what]!),
      ratio: ratio(many[what]!, few[what]!),
    })),
  );
  const text = [
    table(rows),
    '',
    verdict('many items against few, all calls together', result.ratio_api, { atMost: 2 }),
    verdict('many items against few, all steps in the browser together', result.ratio_browser, { atMost: 2 }),
    verdict('many items: from the click to the drawn charts, against their bare calls', result.ratio_chart, { atMost: 2 }),
  ];
  print(json, { ...result, ratio_chart_again: ratio(charts, bare), ratios, ...measured, ...about }, text.join('\n'));
};
