/** Digits as 111-11-1111 while they are typed; typing at a masked number starts anew. */
export const typedNumber = (before: string, after: string): string => {
  if (after === before) return before;
  if (after.includes('*')) return before.includes('*') && after.startsWith(before) ? typedNumber('', after.slice(before.length)) : '';
  const digits = after.replace(/\D/g, '').slice(0, 9);
  const groups = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter((group) => group !== '');
  const endsGroup = digits.length === 3 || digits.length === 5;
  return groups.join('-') + (endsGroup && after.endsWith('-') && after.length > before.length ? '-' : '');
};
