import { Throttle } from '#infra/http/throttle';

// Nobody is shut out of an account by these, so that waits may be long; a clinic's front desk signs up many people from one address.
const LIMITS = {
  name: { free: 5, first: 60_000, longest: 900_000 },
  address: { free: 30, first: 5000, longest: 300_000 },
} as const;

/**
 * Counts what anybody may send without an account: sign-ups and requests for mails. Codes of links are not counted: nobody guesses 256 bits, and
 * whoever sent wrong ones would keep the person from using the right one.
 */
export class PublicThrottle extends Throttle {
  constructor(clock?: () => number) {
    super(clock, LIMITS);
  }
}
