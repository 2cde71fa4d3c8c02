import { v5 } from 'uuid';
import type { AcceptedDoubt } from '#contracts/items/accepted-doubts';
import type { EventMeta } from '#contracts/wire/envelope';
import type { LabResultCommand } from '#contracts/lab/lab-results';
import { readFrom } from '#contracts/wire/read-from';
import { type ReportEvent, rowsToSave } from '#contracts/reports/reports';
import type { Actor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import type { EventLog, Opened } from '#infra/event-store/event-log';
import type { Streams } from '#infra/event-store/streams';
import { labResult } from '../../records/lab-results/lab-results.decider.ts';
import { type Page, readOnPage, readUnseen, report, validatedRows } from '../../records/reports/reports.decider.ts';
import type { Effects, Reaction } from '../reaction.ts';

/**
 * One page is at most one result of each patient: validating again corrects it, choosing somebody else takes it away from the first.
 * `turn` counts how often it was taken away: a removed result stays removed, coming back it is a new one.
 */
export const labResultOfPage = (page_id: string, patient_id: string, turn = 0): string =>
  v5(turn === 0 ? patient_id : `${patient_id} ${turn}`, page_id);

const actorOf = (meta: EventMeta): Actor =>
  'user_id' in meta.actor ? { kind: 'system', part: 'reports', on_behalf_of: meta.actor.user_id } : { kind: 'system', part: 'ocr' };

type Content = Pick<
  Extract<LabResultCommand, { type: 'TakeFromPage' }>['data'],
  'collected' | 'draft' | 'parameters' | 'comment' | 'accepted' | 'read'
>;

const OTHER: Readonly<Record<string, string>> = {
  patient_id: 'The page names somebody else: confirmed as results of this patient',
  date_of_birth: 'Another date of birth was entered: confirmed as results of this patient',
};

/** What was accepted with a page, as the record of its patient says it: of the values that are saved, and without the name of anybody else. */
const acceptedOf = (accepted: readonly AcceptedDoubt[] | undefined, parameters: Content['parameters']): Pick<Content, 'accepted'> => {
  const ids = new Set(parameters.map(({ entry_id }) => entry_id));
  const own = (accepted ?? [])
    .filter(({ entry_id }) => entry_id === undefined || ids.has(entry_id))
    .map((doubt) => (doubt.code === 'other-person' ? { ...doubt, text: OTHER[doubt.field] ?? '' } : doubt));
  return own.length === 0 ? {} : { accepted: own };
};

/** What nobody has looked at yet: a draft. */
const unseen = (page: Page, comment: string): Content => ({
  collected: `${page.reading?.recognition.date_collected ?? ''}T00:00:00`,
  draft: true,
  parameters: readUnseen(page).saved,
  comment,
});

/** What was read or validated on a page enters the patient's record (and leaves it again when the page goes). */
export const savePages = (log: EventLog, streams: Streams): Reaction => {
  const missingIsUndefined = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return undefined;
      throw error;
    }
  };

  /** What the report says of a page by now: a later event of it may have been recorded, or done, already. */
  const pageNow = async ({ report_id, page_id }: { report_id: string; page_id: string }, actor: Actor) => {
    const { state } = await streams.load(report, `report-${report_id}`, actor);
    return state.status === 'none' || state.status === 'removed' ? undefined : state.pages[page_id];
  };

  const save = async (
    page: { report_id: string; page_id: string; patient_id: string },
    content: Content,
    command_id: string,
    meta: EventMeta,
  ): Promise<void> => {
    const actor = actorOf(meta);
    const { page_id, patient_id, report_id } = page;
    for (let turn = 0; ; turn++) {
      const lab_result_id = labResultOfPage(page_id, patient_id, turn);
      const stream = `lab_result-${lab_result_id}`;
      if (await streams.repeated(stream, command_id, actor)) return;
      const before = await missingIsUndefined(streams.load(labResult, stream, actor));
      if (before?.state.status === 'removed') continue;
      const data = { lab_result_id, patient_id, file_id: report_id, page_id, ...content };
      const scope = { organization_id: meta.organization_id, patient_id };
      await streams.transact(labResult, stream, { type: 'TakeFromPage', command_id, data } as LabResultCommand, actor, scope);
      return;
    }
  };

  /** Whether somebody took the result of the page out of this record, and nobody put it back. */
  const isRemovedByHand = async (page_id: string, patient_id: string): Promise<boolean> => {
    let isByHand = false;
    for (let turn = 0; ; turn++) {
      let last: Opened | undefined;
      for await (const opened of log.read(`lab_result-${labResultOfPage(page_id, patient_id, turn)}`)) last = opened;
      if (last === undefined) return isByHand;
      if (last.kind !== 'opened' || last.event.type !== 'LabResultRemoved') return false;
      isByHand = 'user_id' in last.meta.actor;
    }
  };

  const remove = async (page_id: string, patient_id: string, comment: string, command_id: string, meta: EventMeta): Promise<void> => {
    const actor = actorOf(meta);
    for (let turn = 0; ; turn++) {
      const lab_result_id = labResultOfPage(page_id, patient_id, turn);
      const stream = `lab_result-${lab_result_id}`;
      const before = await missingIsUndefined(streams.load(labResult, stream, actor));
      // Nothing of this page stands in this record: there is nothing to take away.
      if (!before) return;
      if (before.state.status === 'removed') continue;
      await streams.transact(labResult, stream, { type: 'RemoveLabResult', command_id, data: { lab_result_id, comment } }, actor);
      return;
    }
  };

  const read = async ({ data }: Extract<ReportEvent, { type: 'PageRead' }>, meta: EventMeta, effects: Effects): Promise<void> => {
    const { page_number, match, saved, recognition } = data;
    if (saved.length === 0 || match.patient_id === null || recognition.date_collected === null) return;
    const now = await pageNow(data, actorOf(meta));
    if (!now || now.validation) return;
    await save({ ...data, patient_id: match.patient_id }, unseen(now, readFrom(page_number)), effects.id(), meta);
  };

  /** Where a person took the page's result out of the record, nothing of the page comes back by itself. */
  const takenUp = async ({ data }: Extract<ReportEvent, { type: 'RowsTakenUp' }>, meta: EventMeta, effects: Effects): Promise<void> => {
    const now = await pageNow(data, actorOf(meta));
    if (now?.patient_id === undefined || (await isRemovedByHand(data.page_id, now.patient_id))) return;
    const comment = 'The catalogue knows the parameter now';
    const { validation } = now;
    const content = validation
      ? {
          collected: validation.collected,
          draft: false,
          parameters: rowsToSave(validatedRows(now)).saved.map(({ entry }) => entry),
          comment,
          read: readOnPage(now),
        }
      : unseen(now, comment);
    if (content.parameters.length > 0) await save({ ...data, patient_id: now.patient_id }, content, effects.id(), meta);
  };

  const validated = async ({ data }: Extract<ReportEvent, { type: 'PageValidated' }>, meta: EventMeta, effects: Effects): Promise<void> => {
    const { page_id, patient_id, previous_patient_id, collected, row_data, comment, accepted } = data;
    const now = await pageNow(data, actorOf(meta));
    if (previous_patient_id !== undefined && previous_patient_id !== now?.patient_id) {
      await remove(page_id, previous_patient_id, 'The page belongs to another patient', effects.id(1), meta);
    }
    const isLast = now?.validation !== undefined && JSON.stringify(now.validation) === JSON.stringify({ patient_id, collected, row_data });
    if (!isLast) return;
    const parameters = rowsToSave(validatedRows(now)).saved.map((row) => row.entry);
    if (parameters.length === 0) await remove(page_id, patient_id, 'Nothing of the page is kept', effects.id(2), meta);
    else {
      const content = { collected, draft: false, parameters, comment, read: readOnPage(now), ...acceptedOf(accepted, parameters) };
      await save(data, content, effects.id(), meta);
    }
  };

  return {
    name: 'save-pages',
    types: ['PageRead', 'PageValidated', 'RowsTakenUp', 'PageRemoved'],
    react: async (happened, meta, effects) => {
      const event = happened as ReportEvent;
      if (event.type === 'PageRead') await read(event, meta, effects);
      if (event.type === 'PageValidated') await validated(event, meta, effects);
      if (event.type === 'RowsTakenUp') await takenUp(event, meta, effects);
      if (event.type === 'PageRemoved' && event.data.patient_id) {
        await remove(event.data.page_id, event.data.patient_id, 'The report was removed', effects.id(), meta);
      }
    },
  };
};
