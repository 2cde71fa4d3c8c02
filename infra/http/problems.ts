import { type FieldErrors, Refusal } from '../event-store/decider.ts';

/** Input that its schema does not allow: 400 with the body keyed by field path ('parameters.0.value': ['...']). */
export class InvalidInput extends Error {
  constructor(readonly fields: FieldErrors) {
    super('The input is not valid');
  }
}

/** Too many tries: 429 with the header Retry-After. */
export class TooManyAttempts extends Refusal {
  constructor(readonly retry_after_s: number) {
    super('too-many-attempts', `Too many attempts. Please try again in ${wait(retry_after_s)}`, {}, 429);
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

interface Issue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[];
}

/** A schema's issues by the dotted path of their field; what concerns the whole input stands under 'body'. */
export const fieldErrors = (issues: readonly Issue[]): FieldErrors => {
  const fields: FieldErrors = {};
  for (const { path = [], message } of issues) {
    const field = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'body';
    (fields[field] ??= []).push(message);
  }
  return fields;
};

const wait = (seconds: number): string => (seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`);
