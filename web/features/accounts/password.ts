import { messages } from '#contracts/rules/messages';

const LEAST = 8;

export const EMPTY = { old_password: '', new_password: '', repeated: '' };
export type PasswordChange = typeof EMPTY;

/** What is wrong with the form, by field; nothing when it may be sent. */
export const passwordErrors = (form: PasswordChange): Partial<Record<keyof PasswordChange, string>> => ({
  ...(form.old_password === '' ? { old_password: messages.required } : {}),
  ...(form.new_password === ''
    ? { new_password: messages.required }
    : form.new_password.length < LEAST
      ? { new_password: messages.minLength(LEAST) }
      : {}),
  ...(form.repeated === form.new_password ? {} : { repeated: 'The two new passwords differ' }),
});
