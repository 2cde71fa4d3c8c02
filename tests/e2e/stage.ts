import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { browserMissing, sharedBrowser } from '../support/browser.ts';
import { localSecretOf } from '../support/local-secret.ts';
import { type Running, startServer } from '../support/running.ts';
import { apiAs, passwordOf } from './api.ts';
import { PATIENCE, until } from './until.ts';

// Bounds, not expectations: a machine under load is slow, a fault never comes to an end.
const TEST = 300_000;

jest.setTimeout(TEST);

/** A browser as a phone has it. */
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const pages: Page[] = [];

/** The running product, and browsers in front of it: one context per person, as if each sat at a machine of their own. */
export interface Stage {
  server: Running;
  /** A fresh browser profile at a path of the product; nobody is signed in. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** A fresh browser profile at a path of the product, in which this person is signed in by a session of its own. `signIn` types into the form. */
  as(username: string, path?: string, options?: BrowserContextOptions): Promise<Page>;
  /**
   * What the browsers complained of since it was asked last: errors on the console, violations of the content security policy, requests
   * to another origin. @param expected such as a refusal that the test provoked
   */
  complaints(...expected: RegExp[]): string[];
  close(): Promise<void>;
}

const missing = browserMissing();
if (missing) console.warn(`SKIPPED: browser tests, ${missing}`);

/** `describe` where there is a browser; otherwise it is said aloud and skipped. */
export const describeInBrowser = missing ? describe.skip : describe;

const sayViolations = () =>
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`Content security policy: ${violatedDirective} ${blockedURI}`),
  );

const keepSecret = (secret: string) => {
  try {
    sessionStorage.setItem('anamnesis.local', secret);
  } catch {
    // a page of no address has no storage
  }
};

/** @param env settings of the product besides its data folder and port */
export const openStage = async (env: Record<string, string> = {}): Promise<Stage> => {
  const server = await startServer(env);
  const browser: Browser = await sharedBrowser();
  let heard: string[] = [];

  const open: Stage['open'] = async (path = '/', options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    context.setDefaultTimeout(PATIENCE);
    await context.addInitScript(sayViolations);
    // as if it had opened the address that the start printed
    const secret = await localSecretOf(server.url);
    if (secret !== undefined) await context.addInitScript(keepSecret, secret);
    context.on('console', (message) => message.type() === 'error' && heard.push(`${message.text()} (${message.location().url})`));
    context.on('weberror', (error) => heard.push(String(error.error())));
    context.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (/^https?:|^wss?:/.test(protocol) && origin !== server.url) heard.push(`A request left for ${request.url()}`);
    });
    const page = await context.newPage();
    pages.push(page);
    await page.goto(server.url + path);
    return page;
  };

  return {
    server,
    open,
    as: async (username, path = '/', options = {}) => {
      const { token } = await apiAs(server.url, username);
      const localStorage = [{ name: 'anamnesis.token', value: token }];
      const page = await open(path, { ...options, storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] } });
      await landed(page);
      return page;
    },
    complaints: (...expected) => {
      const all = heard;
      heard = [];
      return all.filter((text) => !expected.some((pattern) => pattern.test(text)));
    },
    close: async () => {
      await browser.close();
      await server.dispose();
    },
  };
};

/** Tests that build on each other: once one has failed, those after it are not tried. */
export const inOrder = (): ((name: string, body: () => Promise<void>) => void) => {
  let isBroken = false;
  return (name, body) =>
    it(name, async () => {
      if (isBroken) throw new Error('Not tried: an earlier step failed');
      isBroken = true;
      await pictured(body);
      isBroken = false;
    });
};

/** A test for itself: the browsers that it opened are closed after it. */
export const alone = (name: string, body: () => Promise<void>): void =>
  it(name, async () => {
    const before = pages.length;
    try {
      await pictured(body, before);
    } finally {
      for (const page of pages.splice(before)) await page.context().close();
    }
  });

/** Leaves a picture of every open page where a test fails. */
const pictured = async (body: () => Promise<void>, from = 0): Promise<void> => {
  try {
    await body();
  } catch (error) {
    for (const [index, page] of pages.slice(from).entries()) {
      const path = join(tmpdir(), `anamnesis-failed-${process.pid}-${index}.png`);
      const taken = await page.screenshot({ path, timeout: 5000 }).catch(() => undefined);
      if (taken && error instanceof Error) error.message += `\n${page.url()} looked like ${path}`;
    }
    throw error;
  }
};

/** Fills the sign-in form and waits until somebody is in. */
export const signIn = async (page: Page, username: string, password = passwordOf(page.url())): Promise<void> => {
  for (const [label, text] of [
    ['Username', username],
    ['Password', password],
  ] as const) {
    const field = page.getByLabel(label);
    // what the server says of itself may fill the fields between the selection and the text, which is then added
    await until('it is typed', async () => {
      await field.fill(text);
      return (await field.inputValue()) === text;
    });
  }
  await page.getByRole('button', { name: 'Sign in' }).click();
  await landed(page);
};

const landed = (page: Page): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Main menu' })
    .or(page.getByRole('button', { name: 'Main menu' }))
    .first()
    .waitFor();
