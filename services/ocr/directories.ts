import type { Person } from '#contracts/rules/persons';
import type { Alias } from './reading-pool.ts';

/**
 * What reading a report looks up elsewhere: advice from read models, never an invariant. A patient found here is confirmed
 * in its own stream before anything is saved.
 */
export abstract class Directories {
  /** Approved parameters with all their names. */
  abstract parameters(): Promise<Alias[]>;
  /** Ids of the clinic's patients with this last name and date of birth (any first name). */
  abstract patients(organization_id: string, person: Person): Promise<string[]>;
}
