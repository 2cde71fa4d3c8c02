import type { AcceptedInvitation } from '#contracts/people/accounts';
import type { UserActor } from '#infra/event-store/actor';

/** Invitations of a patient's account: a port, since invitations are another slice and are looked up in a read model. */
export abstract class OwnInvitations {
  /** True where an invitation waits or connects a clinic. While the read model is built, only connections count. */
  abstract has(user_id: string): Promise<boolean>;

  /**
   * Accepts those of clinics that were addressed to the account and whose link was opened (ruling 41). A record of another name or birth date
   * than the account's is left to be asked about, and everything while the read model is built.
   * @param after token of the sign-in
   */
  abstract acceptOpened(actor: UserActor, after: string): Promise<AcceptedInvitation[]>;
}
