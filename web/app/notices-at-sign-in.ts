import type { ToastIntent } from '#web/ui/toasts.tsx';

/** Flags passed in navigation data to /signin, and the documents' texts for them. */
export const signInNotices = {
  invitation_rejected: ['Invitation was rejected.', 'warning'],
  invitation_accepted: ['Invitation was accepted. Please login...', 'success'],
  invitation_withdrawn: ['Invitation was rejected. It was taken back, or its connection was ended: please ask for a new one.', 'warning'],
  invitation_expired: ['Invitation was rejected. Its link has expired: please ask for a new one.', 'warning'],
  link_unknown: [
    'This link does not work. It is not complete, or a newer mail replaced it: please open the link of the last mail.',
    'warning',
  ],
  invitation_processed: ['Invitation was already processed. Please login...', 'primary'],
  created: ['An email with a confirmation link was sent. Please check your inbox.', 'success'],
  show_verify_success: ['Your account has been successfully verified. Please login...', 'success'],
  show_verify_fail: ['Account verification failed.', 'danger'],
  reset_success: ['Your password has been successfully set. Please login...', 'success'],
  recover_success: ['Password recovery scheduled, please verify your email.', 'success'],
} as const satisfies Record<string, readonly [text: string, intent: ToastIntent]>;

/** Answer to an account that opens the link of an invitation that was sent to another address: what its reader knows already (ruling 45). */
export const OTHER_ADDRESS =
  'This invitation was sent to another address than that of your account. Sign in with the account of that address, or sign out and open the link again to create one.';

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
  return { from: state['from'], invitation: state['invitation'], ...(mail !== undefined && { mail }) };
};

/** The notices that a history state asks for. */
export const noticesOf = (state: unknown): (readonly [text: string, intent: ToastIntent])[] =>
  typeof state !== 'object' || state === null
    ? []
    : Object.entries(signInNotices)
        .filter(([flag]) => (state as Record<string, unknown>)[flag] === true)
        .map(([, notice]) => notice);
