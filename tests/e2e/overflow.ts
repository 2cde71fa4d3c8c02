import type { Page } from 'playwright-core';

/**
 * What lies outside of the window at the left or right: one line for the outermost element each. What scrolls by itself may be wider than
 * its box, as long as the first cell of a row stays in sight.
 */
export const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element) =>
      /auto|scroll/.test(getComputedStyle(element).overflowX) && element.id !== 'main' && element !== document.documentElement;
    const isControl = (element: Element) => element.matches('a, button, input, select, textarea, [tabindex]');
    const said = (element: Element) => `${element.tagName}.${element.getAttribute('class')} ${element.textContent?.slice(0, 40)}`;
    const found = new Set<Element>();
    const lines: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0 || (right <= innerWidth + 1 && left >= -1)) continue;
      const above: Element[] = [];
      for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) above.push(each);
      if (above.some((each) => found.has(each) || scrolls(each)) || getComputedStyle(element).visibility === 'hidden') continue;
      // what a box cuts off is not lost, unless somebody has to use it
      if (above.some((each) => /hidden|clip/.test(getComputedStyle(each).overflowX)) && !isControl(element)) continue;
      found.add(element);
      lines.push(`${said(element)} from ${Math.round(left)} to ${Math.round(right)}`);
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (!scrolls(element) || element.clientWidth === 0 || element.scrollWidth <= element.clientWidth + 1) continue;
      const first = element.querySelector('td:first-child, th:first-child');
      if (first && getComputedStyle(first).position !== 'sticky') lines.push(`${said(element)} scrolls, and its first column with it`);
    }
    return lines;
  });
