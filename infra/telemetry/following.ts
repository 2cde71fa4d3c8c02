/** How those stand who follow the log: projections and reactions. */
export interface FollowingHealth {
  /** `waiting`: something does not move, what is read stays as it was. */
  status: 'healthy' | 'waiting';
  /** Why it does not move, each reason once; without personal data. */
  waiting?: string[];
}

/** What a process knows of those who follow the log in it. */
export abstract class Following {
  abstract health(): FollowingHealth;
}
