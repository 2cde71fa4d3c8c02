import type { Locator, Page } from 'playwright-core';

/** What has the focus now. */
interface Focus {
  /** As a screen reader says it, the first line. */
  name: string;
  /** Something is drawn around it. */
  isSeen: boolean;
}

export const focus = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return { name: '', isSeen: false };
    const label =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels?.[0]?.textContent : undefined;
    const name = element.getAttribute('aria-label') ?? label ?? element.innerText.split('\n')[0] ?? '';
    // a field may draw it around what it stands in
    const around = [element, element.parentElement].filter((each) => each !== null);
    const isSeen = around.some((each) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
    return { name: name.trim(), isSeen };
  });

/** Presses Tab until something of this name has the focus. */
export const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  for (let pressed = 0; pressed < 60; pressed++) {
    if (name.test((await focus(page)).name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${name}`);
};

/** Presses Tab until this very element has the focus. */
export const tabUntil = async (page: Page, element: Locator): Promise<void> => {
  for (let pressed = 0; pressed < 90; pressed++) {
    if (await element.evaluate((wanted) => wanted === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab never came to it');
};

/** The names of what gets the focus, one press after the other. */
export const tabbed = async (page: Page, presses: number, key = 'Tab'): Promise<string[]> => {
  const names: string[] = [];
  for (let pressed = 0; pressed < presses; pressed++) {
    await page.keyboard.press(key);
    const { name, isSeen } = await focus(page);
    if (name === '') continue;
    names.push(name);
    if (!isSeen) throw new Error(`The focus on '${name}' is not to be seen`);
  }
  return names;
};
