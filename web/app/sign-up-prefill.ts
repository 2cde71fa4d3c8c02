import type { Prefill } from '#web/features/sign-up/sign-up.ts';

const LONGEST = 200;

/** What an address fills in (`clinicName`, `firstName`, `lastName`, `email`): text to be checked by who signs up, and nothing else. */
export const signUpPrefill = (search: string): { clinic_name: string; person: Prefill } => {
  const query = new URLSearchParams(search);
  const text = (name: string): string => (query.get(name) ?? '').trim().slice(0, LONGEST);
  return { clinic_name: text('clinicName'), person: { first_name: text('firstName'), last_name: text('lastName'), email: text('email') } };
};
