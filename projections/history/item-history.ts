import type { AuditEntry } from '#contracts/history';

export type Change = AuditEntry['changes'][number];
export type Source = AuditEntry['sources'][number];

/** What an event did to an item, in words. */
export interface Told<S> {
  state: S;
  action: string;
  changes: Change[];
  sources?: Source[];
  /** The reason given. */
  comment?: string;
}

/** How the history of one type of item is told: a pure fold that says at each event what became different. */
export interface ItemHistory<S, E extends { type: string; data: object }> {
  /** Streams are named `<prefix>-<id>`. */
  readonly prefix: string;
  readonly initial: S;
  readonly tell: (state: S, event: E) => Told<S>;
  /** The item as it stands, field by field; the same words as in changes, from nothing. */
  readonly facts?: (state: S) => Change[];
  /** Whether the item as it stands is not for the patient's own eyes (ruling 24). */
  readonly isHiddenFromPatient: (state: S) => boolean;
  /** What a patient who saw the item as `known` is to know once it became `hidden`; without it, nothing more. */
  readonly unseen?: (known: S, hidden: S) => S;
}

/** A readable difference, or none where both say the same. Null is 'not there'. */
export const change = (field: string, from: string | null, to: string | null): Change[] => (from === to ? [] : [{ field, from, to }]);

/** What an item began with: nothing stood there before, not even what is usual. */
export const begun = (changes: readonly Change[]): Change[] => changes.map((one) => ({ ...one, from: null }));

export const yesNo = (value: boolean | undefined): string | null => (value === undefined ? null : value ? 'Yes' : 'No');

/** 'YYYY-MM-DDTHH:mm:ss' as MM/DD/YYYY, with the time where it is not midnight. */
export const day = (local: string | undefined): string | null => {
  const [, year, month, date, time] = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?/.exec(local ?? '') ?? [];
  return year === undefined ? null : `${month}/${date}/${year}${time === undefined || time === '00:00' ? '' : ` ${time}`}`;
};
