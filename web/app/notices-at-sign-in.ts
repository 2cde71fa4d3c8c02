import type { ToastIntent } from '#web/ui/toasts.tsx';

/** Flags passed in navigation data to /signin, and the documents' texts for them. */
export const signInNotices = {
  invitation_rejected: ['Invitation was rejected.', 'warning'],
  invitation_accepted: ['Invitation was accepted. Please login...', 'success'],
  invitation_processed: ['Invitation was already processed. Please login...', 'primary'],
  created: ['An email with a confirmation link was sent. Please check your inbox.', 'success'],
  show_verify_success: ['Your account has been successfully verified. Please login...', 'success'],
  show_verify_fail: ['Account verification failed.', 'danger'],
  reset_success: ['Your password has been successfully set. Please login...', 'success'],
  recover_success: ['Password recovery scheduled, please verify your email.', 'success'],
} as const satisfies Record<string, readonly [text: string, intent: ToastIntent]>;

/** What has to be done with a mail, by the flag of its notice: true whether or not an account exists (ruling 45). */
const mailHints: Readonly<Partial<Record<string, string>>> = {
  created:
    'We sent a mail to the address that you gave. Open its link to confirm the address: you can sign in after that. Is it not there? Sign in to have it sent again.',
  recover_success:
    'If an account has the address that you gave, we sent a mail there. Open its link to set a new password. Is it not there? Look among unwanted mails, or ask again.',
};

/** The hint of a history state's `mail`, undefined without one. */
export const mailHint = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'mail' in state && typeof state.mail === 'string' && Object.hasOwn(mailHints, state.mail)
    ? mailHints[state.mail]
    : undefined;

/** The history state after its notices were shown: it says no notice again after a reload, and still says what to do with a mail. */
export const afterNotices = (state: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const mail = Object.keys(mailHints).find((flag) => state[flag] === true);
  return { from: state['from'], ...(mail !== undefined && { mail }) };
};

/** The notices that a history state asks for. */
export const noticesOf = (state: unknown): (readonly [text: string, intent: ToastIntent])[] =>
  typeof state !== 'object' || state === null
    ? []
    : Object.entries(signInNotices)
        .filter(([flag]) => (state as Record<string, unknown>)[flag] === true)
        .map(([, notice]) => notice);
