import { launchBrowser, browserMissing } from './browser.ts';

const missing = browserMissing();
if (missing) console.warn(`SKIPPED: browser tests, ${missing}`);

(missing ? describe.skip : describe)('the headless browser that comes with the packages', () => {
  it('draws a page', async () => {
    const browser = await launchBrowser();
    const page = await browser.newPage();
    await page.setContent('<h1>Ready</h1>');
    expect(await page.textContent('h1')).toBe('Ready');
    await browser.close();
  });
});
