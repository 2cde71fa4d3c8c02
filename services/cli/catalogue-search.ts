import type { Settings } from '#infra/config/configuration';
import type { Catalogue } from '#catalogues/catalogue-search';
import { importStarterLists, linesOfInput, makeCatalogues, searchCatalogue } from './catalogues.ts';
import { askServer, NoServer, OperationFailed } from './control.ts';
import { openKernel } from './kernel.ts';

type Answer = ReturnType<typeof searchCatalogue>;
type Ask = (query: string) => Promise<Answer>;

const MOST = 500;

/** Asks the running server, or opens the data for as long as questions come. */
const withAnswers = async (settings: Settings, catalogue: Catalogue, take: number, ask: (answer: Ask) => Promise<void>): Promise<void> => {
  const say = (text: string) => console.error(text);
  const args = (query: string) => ({ catalogue, query, take });
  try {
    await askServer(settings.data, 'catalogue search', args(''), say);
  } catch (error) {
    if (!(error instanceof NoServer)) throw error;
    const kernel = await openKernel(settings, (failed) => {
      console.error(failed.message);
      process.exit(70);
    });
    try {
      await importStarterLists(kernel);
      await makeCatalogues(kernel, say);
      return await ask(async (query) => searchCatalogue(kernel.catalogues, args(query)));
    } finally {
      await kernel.close();
    }
  }
  await ask(async (query) => (await askServer(settings.data, 'catalogue search', args(query), say)) as Answer);
};

const said = ({ items, overall_count, match }: Answer): string =>
  [
    ...(match === 'weak' && items.length > 0 ? ['No close match. Similar words:'] : []),
    ...items.map((item) =>
      'code' in item
        ? `${item.code.padEnd(9)} ${item.name}${item.billable ? '' : '  (heading)'}${item.retired ? '  (no longer valid)' : ''}`
        : [item.brand, item.generic, item.strength, item.form, item.route].filter(Boolean).join(' | '),
    ),
    `${overall_count} found`,
  ].join('\n');

/**
 * Searches a catalogue from the command line. The query '-' reads queries from standard input, and answers each line with a line of JSON as
 * soon as it came.
 */
export const searchFromTerminal = async (
  settings: Settings,
  { catalogue, query, take, json }: { catalogue: Catalogue; query: string; take: string | undefined; json: boolean },
): Promise<void> => {
  const count = Number(take ?? '10');
  if (!Number.isInteger(count) || count < 1 || count > MOST) throw new OperationFailed(`--take is a whole number from 1 to ${MOST}`);
  await withAnswers(settings, catalogue, count, async (ask) => {
    if (query !== '-') return console.log(json ? JSON.stringify(await ask(query)) : said(await ask(query)));
    for await (const line of linesOfInput()) console.log(JSON.stringify(await ask(line)));
  });
};
