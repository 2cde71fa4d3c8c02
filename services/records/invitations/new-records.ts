import type { PersonalFacts } from '#infra/access/identity';
import type { UserActor } from '#infra/event-store/actor';

/** A person who asked to be connected with a clinic, as the owner of the account typed it. */
export interface NewRecord extends PersonalFacts {
  organization_id: string;
  first_name: string;
  last_name: string;
  email: string;
}

/** Adds patients to a clinic: a port, since records are another slice. */
export abstract class NewRecords {
  /**
   * Answers the id of the record. Harmless twice with one `command_id`.
   * @throws Refusal 409 where another patient of the clinic has the number
   */
  abstract add(person: NewRecord, actor: UserActor, command_id: string): Promise<string>;
}
