/** Why something was not taken: in words, without anything of the patient in it. */
export interface Skipped {
  kind: 'skipped';
  reason: string;
}

export const skip = (reason: string): Skipped => ({ kind: 'skipped', reason: reason.slice(0, 300) });
