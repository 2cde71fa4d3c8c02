import type { Page } from 'playwright-core';

/** Entries that lie sealed on the browser's disk. */
export const onDisk = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const request = indexedDB.open('anamnesis');
        request.onsuccess = () => {
          const count = request.result.transaction('typed').objectStore('typed').count();
          count.onsuccess = () => done(count.result);
        };
      }),
  );
