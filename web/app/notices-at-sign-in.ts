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

/** The notices that a history state asks for. */
export const noticesOf = (state: unknown): (readonly [text: string, intent: ToastIntent])[] =>
  typeof state !== 'object' || state === null
    ? []
    : Object.entries(signInNotices)
        .filter(([flag]) => (state as Record<string, unknown>)[flag] === true)
        .map(([, notice]) => notice);
