import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** WCAG 2.2 levels A and AA, and what axe calls best practices. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** What a narrower window may change of a layout whose elements stay the same. */
const OF_LAYOUT = ['target-size', 'color-contrast', 'scrollable-region-focusable'];

/**
 * What axe finds wrong on a page as it is now, or in what opened over it: one line per element, with the rule, the element's selector and
 * its HTML. The size of targets is no rule that axe runs unasked; what only a sticky bar covers is measured again once it is scrolled to.
 * @param rules 'of layout' where the same elements were looked at before, at another width
 */
export const axeFindings = async (page: Page, rules: 'all' | 'of layout' = 'all'): Promise<string[]> => {
  // past the content security policy, which lets no script of ours be added to the page
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (only) => {
      const { axe: inPage } = window as unknown as {
        axe: { run(context: Document | Element | Element[], options: object): Promise<axe.AxeResults> };
      };
      // preloading reads all styles and media once more, for rules that are not asked for
      const options = { runOnly: only, rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'], preload: false };
      // what was closed leaves an empty portal behind
      const opened = [...document.querySelectorAll('.bp6-portal:has(.bp6-overlay-open), [role=dialog], [role=alertdialog]')];
      const { violations } = await inPage.run(opened.length > 0 ? opened : document, options);
      for (const size of violations.filter(({ id }) => id === 'target-size')) {
        const small: typeof size.nodes = [];
        for (const node of size.nodes) {
          const element = document.querySelector(String(node.target[0]));
          const before = element?.closest('main')?.scrollTop;
          element?.scrollIntoView({ block: 'center' });
          const again = element && (await inPage.run(element, { runOnly: ['target-size'], preload: false }));
          if (!again || again.violations.length > 0) small.push(node);
          if (before !== undefined) element?.closest('main')?.scrollTo({ top: before });
        }
        size.nodes = small;
      }
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, html, any }) => `${id}: ${target.join(' ')} | ${html.slice(0, 160)} | ${any[0]?.message ?? ''}`),
      );
    },
    rules === 'all' ? TAGS : OF_LAYOUT,
  );
};
