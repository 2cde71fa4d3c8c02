import { checkedDoubts, doubtOf } from '#contracts/items/accepted-doubts';
import { isOlderVersion, isSameContent } from '#contracts/wire/coding';
import { sharedIdErrors } from '#contracts/items/entries';
import { fieldsOf, said, saysTheSame } from '#contracts/rules/equal';
import { factsIn } from '#contracts/wire/open-questions';
import { type LabResultCommand, LabResultContent, type LabResultEvent, type ReadOnPage } from '#contracts/lab/lab-results';
import type { LabValue } from '#contracts/observations/lab-values';
import { labWarnings } from '#contracts/lab/lab-warnings';
import { Refusal } from '#infra/event-store/decider';
import {
  acceptedOf,
  type ExistingItem,
  type Item,
  itemDecider,
  type ItemParts,
  refuseErrors,
  templatesUsed,
} from '../items/item.decider.ts';

type LabResult = Item<LabResultContent>;
type Parts = ItemParts<LabResultContent, LabResultEvent>;
type Of<T extends LabResultCommand['type']> = Extract<LabResultCommand, { type: T }>;

const contentOf = fieldsOf(LabResultContent);

const refuseSharedIds = ({ parameters }: { parameters: readonly LabValue[] }): void =>
  refuseErrors('entry-ids', 'Each entry needs an id of its own', sharedIdErrors('parameters', parameters));

/**
 * What was read and is not what a person made of it, of values that the record does not have yet: the others stand in it as they were read,
 * and are corrected.
 */
const readOf = ({ read, collected, parameters }: Of<'TakeFromPage'>['data'], state: LabResult): { read?: ReadOnPage } => {
  if (!read) return {};
  const known = new Set(state.status === 'none' ? [] : state.content.parameters.map(({ entry_id }) => entry_id));
  const now = new Map(parameters.map((entry) => [entry.entry_id, entry]));
  const changed = read.parameters.filter((entry) => {
    const entered = now.get(entry.entry_id);
    return entered !== undefined && !known.has(entry.entry_id) && !saysTheSame(entry, entered);
  });
  const day = state.status === 'none' && read.collected !== collected ? said({ collected: read.collected }) : {};
  return changed.length === 0 && day.collected === undefined ? {} : { read: { ...day, parameters: changed } };
};

const takeFromPage = ({ data }: Of<'TakeFromPage'>, state: LabResult, { recorded, corrected, refusals }: Parts): LabResultEvent[] => {
  refuseSharedIds(data);
  const { lab_result_id, patient_id, file_id, page_id, comment } = data;
  const rest = { comment, ...(data.accepted?.length ? { accepted: data.accepted } : {}), ...readOf(data, state) };
  if (state.status === 'none') return recorded(lab_result_id, patient_id, { origin: 'ocr', file_id, page_id }, contentOf(data), rest);
  if (state.status === 'removed') throw refusals.removed();
  if (state.origin !== 'ocr' || state.page_id !== page_id || state.patient_id !== patient_id) throw refusals.exists();
  return corrected(lab_result_id, state, contentOf(data), rest);
};

const isOlder = (entry: LabValue, held: LabValue): boolean =>
  entry.source !== undefined && held.source !== undefined && isOlderVersion(entry.source, held.source);

/** A value that the newer version of its external record does not say any more. */
const isLeftOut = (entry: LabValue, taken: readonly LabValue[]): boolean =>
  taken.some(
    (next) =>
      next.source !== undefined &&
      entry.source?.system === next.source.system &&
      entry.source.reference === next.source.reference &&
      !isSameContent(entry.source, next.source) &&
      !isOlder(next, entry),
  );

/** Each entry in its newest version, in the order in which they came. */
const merged = (held: readonly LabValue[], taken: readonly LabValue[]): LabValue[] => {
  const newer = new Map(taken.map((entry) => [entry.entry_id, entry]));
  const known = new Set(held.map(({ entry_id }) => entry_id));
  const now = held.flatMap((entry) => {
    const next = newer.get(entry.entry_id);
    if (next === undefined) return isLeftOut(entry, taken) ? [] : [entry];
    if (isOlder(next, entry)) return [entry];
    // what was asked about the very same version stays open, or answered
    const isSame = entry.source && next.source && isSameContent(next.source, entry.source) && saysTheSame(factsIn(next), factsIn(entry));
    return [isSame ? { ...next, asks: entry.asks } : next];
  });
  return [...now, ...taken.filter(({ entry_id }) => !known.has(entry_id))];
};

/** Several external records make one result: each of its entries has a source, and a version, of its own. */
const takeExternal = ({ data }: Of<'TakeFromExternal'>, state: LabResult, { recorded, corrected, refusals }: Parts): LabResultEvent[] => {
  refuseSharedIds(data);
  const { lab_result_id, patient_id, comment } = data;
  if (state.status === 'none') return recorded(lab_result_id, patient_id, { origin: 'fhir' }, contentOf(data), { comment });
  if (state.status === 'removed') throw refusals.removed();
  if (state.origin !== 'fhir' || state.patient_id !== patient_id) throw refusals.exists();
  const held = new Map(state.content.parameters.map((entry) => [entry.entry_id, entry]));
  const isOld = data.parameters.every((entry) => {
    const before = held.get(entry.entry_id);
    return before !== undefined && isOlder(entry, before);
  });
  if (isOld) return [];
  const parameters = merged(state.content.parameters, data.parameters);
  return corrected(lab_result_id, state, { ...contentOf(data), parameters }, { comment });
};

const withdraw = (
  { data }: Of<'RemoveFromExternal'>,
  state: ExistingItem<LabResultContent>,
  { corrected, removed, refusals }: Parts,
): LabResultEvent[] => {
  if (state.status === 'removed') return [];
  if (state.origin !== 'fhir') throw refusals.exists();
  const { lab_result_id, entry_ids, comment, withdrawn_by } = data;
  const parameters = state.content.parameters.filter(({ entry_id }) => !entry_ids.includes(entry_id));
  if (parameters.length > 0) return corrected(lab_result_id, state, { ...state.content, parameters }, { comment, withdrawn_by });
  return removed(lab_result_id, state, { comment, withdrawn_by });
};

export const labResult = itemDecider<
  LabResultCommand,
  LabResultEvent,
  Of<'RecordLabResult' | 'CorrectLabResult'>['data'],
  LabResultContent
>({
  kind: 'lab-results',
  contentOf,
  typed: (data) => {
    refuseSharedIds(data);
    return contentOf(data);
  },
  // a flag that its own range contradicts is seen here too; the rest follows from earlier values, or from the day
  accepted: (data) => {
    const asked = labWarnings(data, {}).map((warning) => doubtOf(warning, data.parameters));
    return acceptedOf(checkedDoubts(data.accepted, { entries: data.parameters, asked, decided: ['flag-disagrees'] }));
  },
  withFirst: templatesUsed,
  refuseCorrection: ({ origin }) => {
    if (origin === 'ocr') throw new Refusal('read-from-page', 'This result was read from a report: change it on its page');
  },
  own: (command, state, parts) => {
    if (command.type === 'TakeFromPage') return takeFromPage(command, state, parts);
    if (command.type === 'TakeFromExternal') return takeExternal(command, state, parts);
    return command.type === 'RemoveFromExternal' && state.status !== 'none' ? withdraw(command, state, parts) : undefined;
  },
});
