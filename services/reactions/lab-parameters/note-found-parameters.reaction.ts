import { v5 } from 'uuid';
import { labParameterId } from '#catalogues/lab-parameter';
import type { EventMeta } from '#contracts/wire/envelope';
import type { FoundParameter } from '#contracts/lab/found-parameters';
import { holdsValues } from '#contracts/lab/requested-names';
import type { ReportEvent } from '#contracts/reports/reports';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import type { Streams } from '#infra/event-store/streams';
import { foundParameter } from '../../records/lab-parameters/found-parameters.decider.ts';
import { labParameter } from '../../records/lab-parameters/lab-parameters.decider.ts';
import { type Page, report, waitingRows } from '../../records/reports/reports.decider.ts';
import type { Effects, Reaction } from '../reaction.ts';

const OCR: Actor = { kind: 'system', part: 'ocr' };

/** Where a name is found on a page: the same however often the page is read or validated. */
const foundId = (page_id: string, parameter_id: string): string => v5(parameter_id, page_id);

/** What the page says beside a name; a person may have changed it. */
const printed = (page: Page, row_id: string): Pick<FoundParameter, 'value' | 'range' | 'region'> => {
  const read = page.reading?.recognition.row_data.find(({ id }) => id === row_id);
  if (read) return { value: read.field_value.value.field_value, range: read.field_value.range.field_value, region: read.region };
  const entry = page.validation?.row_data.find(({ id }) => id === row_id)?.entry;
  return { value: entry?.value ?? entry?.text ?? '', range: [entry?.min, entry?.max].filter(Boolean).join('-'), region: null };
};

/**
 * Each name on a page that the catalogue does not have is noted with its place, and asked for once. The words stay with the page; the request
 * says no more than that there is one.
 */
export const noteFoundParameters = (streams: Streams): Reaction => {
  const pagesOf = async (report_id: string) => {
    const { state } = await streams.load(report, `report-${report_id}`, OCR);
    return state.status === 'none' ? undefined : state;
  };

  const note = async (data: { report_id: string; page_id: string }, meta: EventMeta, effects: Effects): Promise<void> => {
    const state = await pagesOf(data.report_id);
    const page = state?.pages[data.page_id];
    if (!page || state?.status === 'removed') return;
    const { report_id, page_id } = data;
    let nth = 0;
    for (const { row_id, name, unit } of waitingRows(page)) {
      // what a patient had is no name: a person takes the values out of it first
      if (holdsValues(name)) continue;
      const parameter_id = labParameterId(undefined, name);
      const found_id = foundId(page_id, parameter_id);
      const found = { found_id, parameter_id, report_id, page_id, name, unit, ...printed(page, row_id) };
      const noting = { type: 'NoteFoundParameter' as const, command_id: effects.id(++nth), data: found };
      const { organization_id } = meta;
      await streams.transact(foundParameter, `found_parameter-${found_id}`, noting, OCR, organization_id ? { organization_id } : {});
      const asked = { parameter_id, status: 'AutomaticallyRequested' as const, found_id };
      const asking = { type: 'RequestLabParameter' as const, command_id: effects.id(++nth), data: asked };
      await streams.transact(labParameter, `lab_parameter-${parameter_id}`, asking, OCR, {});
    }
  };

  /** One at a time; what was not found is not to be forgotten. */
  const forgetEach = async (page_id: string, parameter_ids: Iterable<string>, effects: Effects): Promise<void> => {
    let nth = 0;
    for (const parameter_id of parameter_ids) {
      const found_id = foundId(page_id, parameter_id);
      const forgetting = { type: 'ForgetFoundParameter' as const, command_id: effects.id(++nth), data: { found_id } };
      await streams.transact(foundParameter, `found_parameter-${found_id}`, forgetting, OCR, {});
    }
  };

  /** Whatever was found there at any time. */
  const forget = async ({ report_id, page_id }: { report_id: string; page_id: string }, effects: Effects): Promise<void> => {
    const names = (await pagesOf(report_id))?.pages[page_id]?.names ?? [];
    await forgetEach(page_id, new Set(names.map((name) => labParameterId(undefined, name))), effects);
  };

  /** What another parameter turned out to be called is asked for no more; what was approved or merged itself keeps where it came from. */
  const answered = ({ page_id, rows }: Extract<ReportEvent, { type: 'RowsTakenUp' }>['data'], effects: Effects): Promise<void> => {
    const asked = rows.flatMap(({ name, parameter_id }) => {
      const id = labParameterId(undefined, name);
      return id === parameter_id ? [] : [id];
    });
    return forgetEach(page_id, new Set(asked), effects);
  };

  return {
    name: 'note-found-parameters',
    types: ['PageRead', 'PageValidated', 'RowsTakenUp', 'PageRemoved'],
    react: async (happened, meta, effects) => {
      const event = happened as ReportEvent;
      if (!('page_id' in event.data)) return;
      try {
        if (event.type === 'PageRemoved') await forget(event.data, effects);
        else if (event.type === 'RowsTakenUp') await answered(event.data, effects);
        else await note(event.data, meta, effects);
      } catch (error) {
        // the page was erased, or its report, in between
        if (!(error instanceof Refusal && error.status === 404)) throw error;
      }
    },
  };
};
