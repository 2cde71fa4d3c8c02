import { type ChangedSince, ItemText } from '#contracts/items/comments';
import { itemKinds, kindsBy } from '#contracts/items/item-kinds';
import { measurementText } from '#contracts/examinations/measurement-text';
import { labValueText } from '#contracts/observations/value-text';
import { fieldsOf, saysTheSame } from '#contracts/rules/equal';
import type { Measurement } from '#contracts/examinations/examinations';
import type { LabValue } from '#contracts/observations/lab-values';
import type { EventLog, Opened } from '#infra/event-store/event-log';
import { type MedicalItemDocument, medicalItems } from '../records/medical-items.projection.ts';
import { clinicDay } from '../items/clinic-day.ts';
import { organizationNames } from '../organizations/organizations.names.ts';
import { foldInMemory } from '../runner/fold.ts';
import type { Reader } from '../runner/reader.ts';
import type { CommentDocument } from './comments.projection.ts';

const KINDS = kindsBy('type');
/** How many changed values of a result are named. */
const MAX_VALUES = 3;

/** An item in the words of the History of Data Entry. */
export const itemText: (item: MedicalItemDocument) => ItemText = fieldsOf(ItemText);

type Written = Pick<CommentDocument, 'id' | 'organization_id' | 'item_id' | 'item_version' | 'created_at'>;

/** Events that were recorded when the comment was written: by the item's version, and by time where an earlier release stored none. */
const before = (events: readonly Opened[], { item_version, created_at }: Written): Opened[] =>
  events.filter(({ meta }) => (item_version === undefined ? meta.recorded_at <= created_at : meta.revision <= item_version));

/** Tells whether the item's text may differ now: it was changed, or another of its dosages is due. */
const isChanged = (item: MedicalItemDocument, { item_version, created_at }: Written): boolean =>
  item.nested_items.length > 1 ||
  (item_version === undefined ? (item.removed?.at ?? item.recorded_at) > created_at : item.version > item_version);

/** A treatment of several dosages is named with the one of that local day. */
const textOn = (item: MedicalItemDocument, day: string): ItemText => {
  const text = itemText(item);
  const [first] = item.nested_items;
  const dosage = item.nested_items.findLast(({ date_applies }) => date_applies !== null && date_applies.slice(0, 10) <= day) ?? first;
  return dosage ? { ...text, name: `${text.name}, ${dosage.name}` } : text;
};

/** Values of a result or an examination by their ids, 'Potassium 7.4 mmol/L'; of other items none. */
const valuesOf = (events: readonly Opened[]): Map<string, string> => {
  const opened = events.findLast((one) => one.kind === 'opened' && ('parameters' in one.event.data || 'measurements' in one.event.data));
  if (opened?.kind !== 'opened') return new Map();
  const { parameters = [], measurements = [] } = opened.event.data as { parameters?: LabValue[]; measurements?: Measurement[] };
  return new Map([
    ...parameters.map((entry) => [entry.entry_id, `${entry.name} ${labValueText(entry) ?? 'no value'}`] as const),
    ...measurements.map((entry) => [entry.entry_id, `${entry.parameter_name} ${measurementText(entry) ?? 'no value'}`] as const),
  ]);
};

const listed = (values: readonly string[]): string =>
  [values.slice(0, MAX_VALUES).join(', '), ...(values.length > MAX_VALUES ? [`${values.length - MAX_VALUES} more`] : [])].join(' and ');

/** Names the values that differ, where some do: the name of a result has its parameters alone. */
const withValues = (then: ItemText, now: ItemText, events: { then: readonly Opened[]; now: readonly Opened[] }): ChangedSince => {
  const [was, is] = [valuesOf(events.then), valuesOf(events.now)];
  const differing = [...was.keys()].filter((id) => was.get(id) !== is.get(id));
  if (differing.length === 0) return { then, now };
  const left = differing.flatMap((id) => is.get(id) ?? []);
  return {
    then: { ...then, name: listed(differing.map((id) => was.get(id)!)) },
    now: left.length === 0 ? now : { ...now, name: listed(left) },
  };
};

/**
 * The items of comments as they were when these were written, by the comment's id; none where the item is as it was, and none of an event that
 * is erased or is not what was recorded.
 * @param reader names the clinics' time zones
 * @param items as the reader sees them now, by id; those that the reader may not see are left out
 * @param isStaff others are not told of a draft, or of what was removed (ruling 24, decision 0045)
 */
export const changedSince = async (
  { log, reader }: { log: EventLog; reader: Reader },
  comments: readonly Written[],
  items: ReadonlyMap<string, MedicalItemDocument>,
  isStaff: boolean,
): Promise<Map<string, ChangedSince>> => {
  const streams = new Map<string, Promise<Opened[]>>();
  const read = async (stream: string): Promise<Opened[]> => {
    const events: Opened[] = [];
    for await (const opened of log.read(stream)) events.push(opened);
    return events;
  };
  const changed = comments.flatMap((comment) => {
    const item = items.get(comment.item_id ?? '');
    return !item || !isChanged(item, comment) || (!isStaff && (item.draft || item.is_removed)) ? [] : [{ comment, item }];
  });
  const clinics = await organizationNames(
    reader,
    changed.map(({ comment }) => comment.organization_id),
  );
  const changes = await Promise.all(
    changed.map(async ({ comment, item }) => {
      const stream = `${itemKinds[KINDS[item.type]].stream}-${item.id}`;
      const reading = streams.get(stream) ?? read(stream);
      streams.set(stream, reading);
      // what the list of items does not show yet is not told here either
      const events = (await reading).filter(({ meta }) => meta.revision <= item.version);
      const known = before(events, comment);
      if (known.some(({ kind }) => kind !== 'opened')) return [];
      const was = (await foldInMemory<MedicalItemDocument>(medicalItems, known)).get(item.id)?.data;
      if (!was || (!isStaff && was.draft)) return [];
      const zone = clinics.get(comment.organization_id)?.time_zone;
      const then = textOn(was, clinicDay(zone, new Date(comment.created_at)));
      if (item.is_removed) return [[comment.id, { then, now: null }] as const];
      const texts = withValues(then, textOn(item, clinicDay(zone, new Date())), { then: known, now: events });
      return saysTheSame(texts.then, texts.now) ? [] : [[comment.id, texts] as const];
    }),
  );
  return new Map(changes.flat());
};
