/** E-mail addresses are one whatever their capitals. */
export const sameEmail = (email: string): string => email.trim().toLowerCase();
