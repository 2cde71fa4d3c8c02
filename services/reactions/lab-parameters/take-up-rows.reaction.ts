import { labParameterId } from '#catalogues/lab-parameter';
import type { FoundParameterEvent } from '#contracts/lab/found-parameters';
import type { LabMergeEvent } from '#contracts/lab/lab-merges';
import type { LabParameterEvent } from '#contracts/lab/lab-parameters';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import type { Streams } from '#infra/event-store/streams';
import { report, waitingRows } from '../../records/reports/reports.decider.ts';
import type { Reaction } from '../reaction.ts';
import type { CatalogueNames } from './catalogue-names.ts';

const CATALOGUE: Actor = { kind: 'system', part: 'catalogue' };

type Happened = LabParameterEvent | LabMergeEvent | FoundParameterEvent;

/** The parameters that rows of these names were found as. */
const foundAs = (event: Happened): string[] => {
  switch (event.type) {
    case 'LabParameterAdded':
    case 'LabParameterConfigured':
    case 'LabParameterApproved':
      return event.data.aliases.map((alias) => labParameterId(undefined, alias));
    case 'LabParametersMerged':
      return event.data.merged_ids;
    default:
      return [];
  }
};

/**
 * Rows that wait for the catalogue become results when it knows their name (ruling 26): each is looked at on its page as the page is now, so
 * that a page which was removed, erased or given to somebody else since says for itself what is to be done.
 */
export const takeUpRows = (streams: Streams, names: CatalogueNames): Reaction => ({
  name: 'take-up-rows',
  types: ['LabParameterAdded', 'LabParameterConfigured', 'LabParameterApproved', 'LabParametersMerged', 'ParameterFound'],
  react: async (happened, meta, effects) => {
    const event = happened as Happened;
    const pages = event.type === 'ParameterFound' ? [event.data] : await names.pagesOf(foundAs(event), meta.position);
    if (pages.length === 0) return;
    const meaning = await names.meaning(meta.position);
    for (const [nth, { report_id, page_id }] of pages.entries()) {
      try {
        const { state } = await streams.load(report, `report-${report_id}`, CATALOGUE);
        const page = state.status === 'none' || state.status === 'removed' ? undefined : state.pages[page_id];
        const rows = (page ? waitingRows(page) : []).flatMap(({ row_id, name, unit, words }) => {
          const parameter_id = meaning(name, unit, words);
          return parameter_id === undefined ? [] : [{ row_id, name, parameter_id }];
        });
        if (rows.length === 0) continue;
        const command = { type: 'TakeUpRows' as const, command_id: effects.id(nth), data: { report_id, page_id, rows } };
        await streams.transact(report, `report-${report_id}`, command, CATALOGUE);
      } catch (error) {
        if (!(error instanceof Refusal && error.status === 404)) throw error;
      }
    }
  },
});
