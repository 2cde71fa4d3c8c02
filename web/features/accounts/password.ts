import { Password } from '#contracts/people/accounts';
import { messages } from '#contracts/rules/messages';

export const EMPTY = { old_password: '', new_password: '', repeated: '' };
export type PasswordChange = typeof EMPTY;

const tooShortOrLong = (password: string) => {
  const [issue] = Password.safeParse(password).error?.issues ?? [];
  return issue ? { new_password: issue.message } : {};
};

/** What is wrong with the form, by field; nothing when it may be sent. */
export const passwordErrors = (form: PasswordChange): Partial<Record<keyof PasswordChange, string>> => ({
  ...(form.old_password === '' ? { old_password: messages.required } : {}),
  ...(form.new_password === '' ? { new_password: messages.required } : tooShortOrLong(form.new_password)),
  ...(form.repeated === form.new_password ? {} : { repeated: 'The two new passwords differ' }),
});
