/** Why something was not taken: in words, without anything of the patient in it. */
export interface Skipped {
  kind: 'skipped';
  reason: string;
  /** It takes back what an earlier version said. Otherwise it cannot be taken as it is, which says nothing of the earlier one. */
  withdraws: boolean;
  /** Something is missing in the file: an earlier version stays in the record, even where it is older. */
  isIncomplete?: true;
  /** What it says of the patient nevertheless, for the record alone. */
  says?: string;
}

export const skip = (reason: string): Skipped => ({ kind: 'skipped', reason: reason.slice(0, 300), withdraws: false });

export const withdraw = (reason: string): Skipped => ({ ...skip(reason), withdraws: true });
