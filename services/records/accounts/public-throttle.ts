import { Throttle } from '#infra/http/throttle';

// Nobody is shut out of an account by these, so that waits may be long; a clinic's front desk signs up many people from one address.
const LIMITS = {
  name: { free: 5, first: 60_000, longest: 900_000 },
  address: { free: 30, first: 5000, longest: 300_000 },
} as const;

/** Counts what anybody may send without an account: sign-ups, requests for mails, and codes. */
export class PublicThrottle extends Throttle {
  constructor(clock?: () => number) {
    super(clock, LIMITS);
  }

  /** A guess at the code of an account. One that cannot be read is nobody's: it counts for who sends it, and keeps nobody else waiting. */
  code(user_id: string | undefined, address: string): () => void {
    return this.guess(user_id === undefined ? undefined : `code ${user_id}`, address);
  }
}
