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

/** Instructions for a mail, by the flag of its notice: true whether or not an account exists (ruling 45). */
const mailHints: Readonly<Partial<Record<string, string>>> = {
  created:
    'We sent a mail to your address. Open its link to confirm the address: you can sign in after that. If it has not arrived, look in your spam folder, or sign in to have it sent again.',
  recover_success:
    'If an account has your address, we sent a mail there. Open its link to set a new password. If it has not arrived, look in your spam folder, or ask again.',
};

/** The hint of a history state's `mail`, undefined without one. */
export const mailHint = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'mail' in state && typeof state.mail === 'string' && Object.hasOwn(mailHints, state.mail)
    ? mailHints[state.mail]
    : undefined;

/** The history state after its notices were shown: no notice comes again after a reload, the hint on a mail does. */
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
