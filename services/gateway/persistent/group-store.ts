import type { GroupSettings, SourceSpec } from './settings.ts';

/** A group as it lies on the disk. */
export interface GroupRecord {
  id: number;
  name: string;
  source: SourceSpec;
  settings: GroupSettings;
  /** Where the first message of a group without a checkpoint stands; 'end' was looked up when it was asked for. */
  start: number;
  /** Everything up to here is processed. */
  checkpoint?: number;
}

/** A message that nobody could process. */
export interface ParkedMessage {
  row: number;
  /** Its revision or position. */
  at: number;
}

/** What survives of groups. Each change resolves once it is on the disk. @throws the disk's error; the change may be asked for again */
export interface GroupStore {
  groups(): GroupRecord[];
  create(group: Omit<GroupRecord, 'id'>): Promise<GroupRecord>;
  update(id: number, settings: GroupSettings, start: number): Promise<void>;
  /** With its parked messages. */
  remove(id: number): Promise<void>;
  checkpoint(id: number, at: number): Promise<void>;
  /** @param row the parked message that was replayed and failed again: it goes to the end */
  park(id: number, message: { at: number; row?: number }, reason: string): Promise<void>;
  /** A replayed message was processed, or is no longer there. */
  forget(row: number): Promise<void>;
  /** Has the oldest parked messages sent again, `most` or all. */
  replay(id: number, most: number | undefined): Promise<void>;
  /** What is to be sent again, in the order of parking, after the given row. */
  replayed(id: number, after: number, most: number): ParkedMessage[];
  /** Those that nobody asked to replay. */
  parkedCount(id: number): number;
  close(): Promise<void>;
}
