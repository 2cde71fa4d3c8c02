import type { Person } from '#contracts/persons';

/** A parameter of the catalogue as matching needs it. */
export interface KnownParameter {
  parameter_id: string;
  aliases: string[];
  unit?: string;
  min?: string | null;
  max?: string | null;
}

/**
 * What reading a report looks up elsewhere: advice from read models, never an invariant. A patient found here is confirmed
 * in its own stream before anything is saved.
 */
export abstract class Directories {
  /** Approved parameters with all their names. */
  abstract parameters(): Promise<KnownParameter[]>;
  /** Ids of the clinic's patients with this last name and date of birth (any first name). */
  abstract patients(organization_id: string, person: Person): Promise<string[]>;
}
