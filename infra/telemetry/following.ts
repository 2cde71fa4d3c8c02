/** How those stand who follow the log: projections and reactions. */
export interface FollowingHealth {
  /** `waiting`: something does not move, what is read stays as it was. `degraded`: all moves but for what is parked. */
  status: 'healthy' | 'degraded' | 'waiting';
  /** Why it does not move, each reason once; without personal data. */
  waiting?: string[];
  /** How much could not be done and waits for an operator. */
  parked: number;
  /** How much of that is due to events that are not what was recorded. */
  forged: number;
  /** Said only where something is wrong with it: whether who reads records can be written now, and how many reads since the start were not kept. */
  access_ledger?: { writable: boolean; lost: number };
}

/** What a process knows of those who follow the log in it. */
export abstract class Following {
  abstract health(): Promise<FollowingHealth>;
}
