import { type ReactNode, useState } from 'react';
import { isNpi } from '#contracts/rules/npi';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { UserForm } from './user.form.ts';

/** A save that first asks about a new NPI whose last digit is not its check digit. @param before the number of the account */
export const useNpiQuestion = (
  { npi, roles }: Pick<UserForm, 'npi' | 'roles'>,
  before: string,
  save: () => void,
): { save: () => void; question: ReactNode } => {
  const [isAsked, setIsAsked] = useState(false);
  const typed = npi.trim();
  const isDoubtful = roles.includes('Doctor') && typed !== '' && typed !== before && !isNpi(typed);
  const question = (
    <ConfirmDialog
      isOpen={isAsked}
      confirm="Save"
      cancel="Correct"
      intent="primary"
      onConfirm={() => {
        setIsAsked(false);
        save();
      }}
      onCancel={() => setIsAsked(false)}
    >
      {`The last digit of the NPI ${typed} does not fit the others: one of them may be mistyped.`}
    </ConfirmDialog>
  );
  return { save: isDoubtful ? () => setIsAsked(true) : save, question };
};
