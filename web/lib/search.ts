/** Debounce of patient name inputs and of other searches, in milliseconds. */
export const NAME_DEBOUNCE = 300;
export const SEARCH_DEBOUNCE = 600;

const base64url = (text: string): string => {
  const bytes = new TextEncoder().encode(text);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
};

/** Personal search text as a header, so that no log of addresses holds it. Empty terms are left out; none gives no header. */
export const searchHeader = (terms: Record<string, string>): Record<string, string> => {
  const typed = Object.entries(terms)
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '');
  return typed.length === 0 ? {} : { 'X-Search': base64url(JSON.stringify(Object.fromEntries(typed))) };
};
