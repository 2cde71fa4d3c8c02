import type { AuditAction, AuditEntry } from '#contracts/items/history';
import { type Beside, besideText } from '#contracts/wire/beside';
import type { SeenValue } from '#contracts/observations/critical';
import type { Origin } from '#contracts/wire/origin';
import { type Offset, type SourceTime, dateShown } from '#contracts/wire/clock';
import type { Precision } from '#contracts/wire/precision';

export type Change = AuditEntry['changes'][number];
export type Source = AuditEntry['sources'][number];

/** What an event did to an item, in words. */
export interface Told<S> {
  state: S;
  action: string;
  action_code: AuditAction;
  changes: Change[];
  sources?: Source[];
  /** The reason given. */
  comment?: string;
}

/** How the history of one type of item is told: a pure fold that says at each event what became different. */
export interface ItemHistory<S, E extends { type: string; data: object }> {
  readonly initial: S;
  readonly tell: (state: S, event: E) => Told<S>;
  /** The item as it stands, field by field; the same words as in changes, from nothing. */
  readonly facts?: (state: S) => Change[];
  /** Whether the item as it stands is not for the patient's own eyes (ruling 24). */
  readonly isHiddenFromPatient: (state: S) => boolean;
  /** What a patient who saw the item as `known` is to know once it became `hidden`; without it, nothing more. */
  readonly unseen?: (known: S, hidden: S) => S;
}

export type ChangeData = Required<Pick<Change, 'path' | 'from_data' | 'to_data'>>;

/** The data of a difference, as stored; what is not there is null. */
export const at = (path: string, from: unknown, to: unknown): ChangeData => ({ path, from_data: from ?? null, to_data: to ?? null });

/** A difference in words and as data, or none where both words are the same. Null is 'not there'. */
export const change = (field: string, from: string | null, to: string | null, data: ChangeData): Change[] =>
  from === to ? [] : [{ field, from, to, ...data }];

/** A difference of a text that is told as it is stored. */
export const same = (field: string, path: string, from: string | null | undefined, to: string | null | undefined): Change[] =>
  change(field, from || null, to || null, at(path, from || null, to || null));

/** A difference of what an external record says beside an item or a value. */
export const besideChange = (field: string, path: string, before: { beside?: Beside } | undefined, after: { beside?: Beside }): Change[] =>
  change(field, besideText(before?.beside) ?? null, besideText(after.beside) ?? null, at(path, before?.beside, after.beside));

/** How an item came to be. */
export const began = (origin: Origin): Pick<Told<unknown>, 'action' | 'action_code'> => {
  if (origin === 'ocr') return { action: 'Read from report', action_code: 'read-from-report' };
  return origin === 'fhir' ? { action: 'Imported', action_code: 'imported' } : { action: 'Created', action_code: 'created' };
};

/** A date as it is stored, with how much of it was said where that is less or more than the day, and with its offset. */
export const dateData = (date: string | null | undefined, precision: Precision | undefined, offset?: Offset): unknown =>
  date != null && (precision !== undefined || offset !== undefined)
    ? { date, ...(precision === undefined ? {} : { precision }), ...(offset === undefined ? {} : { offset }) }
    : date;

/** The same in words; null where there is none. */
export const dateSaid = (date: string | null | undefined, precision: Precision | undefined, offset?: Offset): string | null => {
  if (!date) return null;
  return dateShown(date, offset === undefined ? precision : 'time', offset);
};

type Collected = SourceTime & { collected: string | null };

const collectedOn = ({ collected, collected_precision, collected_offset }: Collected): string | null => {
  const isDay = collected !== null && collected_precision === undefined && collected_offset === undefined;
  return isDay ? day(collected) : dateSaid(collected, collected_precision, collected_offset);
};

const collectedData = (one: Collected | undefined): unknown => dateData(one?.collected, one?.collected_precision, one?.collected_offset);

export const collectedChange = (before: Collected | undefined, after: Collected): Change[] =>
  change(
    'Date collected',
    before ? collectedOn(before) : null,
    collectedOn(after),
    at('collected', collectedData(before), collectedData(after)),
  );

/** Changes of one value of an item. */
export const ofEntry = (entry_id: string, changes: readonly Change[]): Change[] => changes.map((one) => ({ ...one, entry_id }));

/** Changes as a patient is told them, who was never shown what was only read (ruling 24). */
export const withoutRead = (changes: readonly Change[]): Change[] =>
  changes.flatMap(({ is_read, ...one }) => (is_read ? (one.to === null ? [] : [{ ...one, from: null, from_data: null }]) : [one]));

/** What an item began with: nothing stood there before, not even what is usual. */
export const begun = (changes: readonly Change[]): Change[] => changes.map((one) => ({ ...one, from: null, from_data: null }));

/** 'Potassium 7.4 mmol/L HH'. */
export const criticalText = ({ name, comparator, value, text, unit, flag }: SeenValue): string =>
  [name, value === null ? text : `${comparator ?? ''}${value}`, unit, flag].filter(Boolean).join(' ');

export const yesNo = (value: boolean | undefined): string | null => (value === undefined ? null : value ? 'Yes' : 'No');

/** 'YYYY-MM-DDTHH:mm:ss' as MM/DD/YYYY, with the time where it is not midnight. */
export const day = (local: string | undefined): string | null => {
  const [, year, month, date, time] = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?/.exec(local ?? '') ?? [];
  return year === undefined ? null : `${month}/${date}/${year}${time === undefined || time === '00:00' ? '' : ` ${time}`}`;
};
