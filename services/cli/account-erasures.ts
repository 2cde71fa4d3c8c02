import type { ErasedAccount } from '#contracts/people/account-erasure';
import type { UserActor } from '#infra/event-store/actor';
import { AccountErasures } from '../records/accounts/account-erasures.ts';
import { eraseAccount, type ErasuresKernel } from '../records/erasures/erasures.handlers.ts';

/** Accounts are erased by the slice of erasures. */
export class OrderedErasures extends AccountErasures {
  constructor(private readonly kernel: ErasuresKernel) {
    super();
  }

  override erase(
    order: { user_id: string; reason: string; version?: number },
    actor: UserActor,
    command_id: string,
  ): Promise<ErasedAccount> {
    return eraseAccount(this.kernel, order, actor, command_id);
  }
}
