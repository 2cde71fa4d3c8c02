import { type Expected, type FieldErrors, Refusal } from '../event-store/decider.ts';
import { expectedOf, type Issue } from './expected.ts';

/** Input that its schema does not allow: 400 with the body keyed by field path ('parameters.0.value': ['...']), and under 'expected' what they should hold. */
export class InvalidInput extends Error {
  constructor(
    readonly fields: FieldErrors,
    /** By field path, where it is known. */
    readonly expected: Readonly<Record<string, Expected>> = {},
  ) {
    super('The input is not valid');
  }
}

/** Too many tries: 429 with the header Retry-After. */
export class TooManyAttempts extends Refusal {
  constructor(readonly retry_after_s: number) {
    super('too-many-attempts', `Too many attempts. Please try again in ${wait(retry_after_s)}`, {}, 429);
  }
}

/** Nothing was done and the same can be sent again in a moment: 503 with the header Retry-After. */
export class Busy extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly retry_after_s: number,
  ) {
    super(message);
  }
}

/** Not signed in, or not any more: 401. The text is the same whatever the reason. */
export class Unauthenticated extends Error {
  constructor(
    readonly code: string = 'unauthenticated',
    message: string = 'Please sign in',
  ) {
    super(message);
  }
}

/** Signed in, but not allowed to do this: 403. */
export class Forbidden extends Error {
  constructor() {
    super("You're not authorized to do this");
  }
}

/** Signed in, but of a clinic that waits for approval, was rejected or removed: 403 (ruling 44). */
export class Waiting extends Refusal {
  constructor() {
    super('organization-waiting', 'Please wait until your organization is approved', {}, 403);
  }
}

const fieldOf = ({ path = [] }: Issue): string =>
  path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'body';

/** A schema's issues by the dotted path of their field; what concerns the whole input stands under 'body'. */
export const invalidInput = (issues: readonly Issue[]): InvalidInput => {
  const fields: FieldErrors = {};
  const expected: Record<string, Expected> = {};
  for (const issue of issues) {
    const [field, format] = [fieldOf(issue), expectedOf(issue)];
    (fields[field] ??= []).push(issue.message);
    if (format !== undefined) expected[field] ??= format;
  }
  return new InvalidInput(fields, expected);
};

const wait = (seconds: number): string => {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
};
