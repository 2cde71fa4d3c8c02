import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { localSecretOf } from '#tests/support/local-secret';

const WATCH = resolve(import.meta.dirname, '../peers/record/watch.js');

/** What the patient's page took, in milliseconds from the click. */
export interface Opened {
  /** All charts stand there, drawn. */
  charts: number;
  /** Nothing moves any more: comments and whatever else came later are in it too. */
  all: number;
  /** What was asked of the server meanwhile. */
  calls: string[];
}

/** The product in a browser, before one person. */
export class RecordPage {
  constructor(
    readonly page: Page,
    private readonly url: string,
  ) {}

  async signIn(username: string, password: string): Promise<void> {
    await this.page.addInitScript({ path: WATCH });
    await this.page.goto(`${this.url}/signin#local=${await localSecretOf(this.url)}`);
    await this.page.getByLabel('Username').fill(username);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.getByRole('navigation', { name: 'Main menu' }).first().waitFor();
  }

  /** Starts the program anew, so that nothing of a record is known, and looks at somebody else's, so that its code is. */
  async begin(other: string): Promise<void> {
    await this.page.goto(`${this.url}/patients`);
    await this.page.locator('main table').waitFor();
    await this.go(`/patients/${other}`);
    await this.go('/patients');
  }

  /** @throws Error where no charts were drawn */
  async open(patient_id: string): Promise<Opened> {
    const opened = await this.act('go', `/patients/${patient_id}`);
    if (opened.charts < 0) throw new Error('the charts were not drawn');
    return opened;
  }

  async go(path: string): Promise<number> {
    return (await this.act('go', path)).all;
  }

  async click(selector: string): Promise<number> {
    return (await this.act('click', selector)).all;
  }

  async type(selector: string, text: string): Promise<number> {
    return (await this.act('type', selector, text)).all;
  }

  /** The same calls from the same page, read and parsed and nothing else. */
  bare(calls: readonly string[]): Promise<number> {
    return this.page.evaluate(`record.bare(${JSON.stringify(calls)})`) as Promise<number>;
  }

  private act(...told: [act: 'go' | 'click' | 'type', ...words: string[]]): Promise<Opened> {
    return this.page.evaluate(`record.act(...${JSON.stringify(told)})`) as Promise<Opened>;
  }
}
