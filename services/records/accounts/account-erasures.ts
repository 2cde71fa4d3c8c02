import type { ErasedAccount } from '#contracts/people/account-erasure';
import type { UserActor } from '#infra/event-store/actor';

/** Erases accounts: a port, since erasures are another slice. */
export abstract class AccountErasures {
  /**
   * From here on nobody signs in with the account; what it held is destroyed soon after.
   * @param order.version that was looked at
   * @throws Refusal 422 a reason that tells who it was, Stale
   */
  abstract erase(
    order: { user_id: string; reason: string; version?: number },
    actor: UserActor,
    command_id: string,
  ): Promise<ErasedAccount>;
}
