import type { InvitationAccepted } from '#contracts/people/invitations';
import { toast } from './toasts.tsx';

/** Says that an invitation was sent, or that one for the same waits already. */
export const sayInvited = ({ waiting }: InvitationAccepted, said: string): void =>
  waiting ? toast.show('This invitation is already waiting', 'primary') : toast.show(said, 'success');
