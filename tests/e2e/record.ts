import type { BrowserContextOptions, Page } from 'playwright-core';
import type { GraphVisuals } from '#contracts/items/graph-visuals';
import { type Api, apiAs, patientId } from './api.ts';
import { section } from './sections.ts';
import { openStage, type Stage } from './stage.ts';

/** The sections of a record that have a chart, in the order of the screen. */
export const SECTIONS = ['Diagnoses', 'Treatments', 'Lab results', 'Examinations'] as const;

/** What the tests of one file work on: a product of their own and the demonstration's first patient. There once they run. */
export interface RecordOnStage {
  stage: Stage;
  /** A doctor of the clinic. */
  api: Api;
  /** The id of that patient. */
  morgan: string;
  /** That record as the doctor comes to it. @param search such as '?from=2024-01-01&to=2026-11-21' */
  open(search?: string, options?: BrowserContextOptions): Promise<Page>;
  /** What the doctor's settings of its charts are on the server. */
  saved(): Promise<GraphVisuals>;
}

/**
 * Sets the stage before the tests of a `describe` and clears it after them.
 * @param prepare the server at an address, before anybody is signed in
 */
export const recordOnStage = (prepare?: (url: string) => Promise<void>): RecordOnStage => {
  const on = {
    open: async (search = '', options = {}) => {
      const page = await on.stage.as('doctor', `/patients/${on.morgan}${search}`, options);
      await section(page, 'Lab results').waitFor();
      return page;
    },
    saved: () => on.api.get(`/api/graph-visuals/${on.morgan}`),
  } as RecordOnStage;
  beforeAll(async () => {
    on.stage = await openStage();
    await prepare?.(on.stage.server.url);
    on.api = await apiAs(on.stage.server.url, 'doctor');
    on.morgan = await patientId(on.api, 'Morgan');
  });
  afterAll(() => on.stage?.close());
  return on;
};
