import type { ReadKind } from '#contracts/people/access-ledger';

/** Names of what was read, as a patient's screens call it, in the order in which they are listed. */
const WORDS: Readonly<Record<ReadKind, string>> = {
  Diagnoses: 'diagnoses',
  Treatments: 'treatments',
  'Lab results': 'lab results',
  Examinations: 'examinations',
  Trends: 'trends',
  Reports: 'reports',
  Comments: 'comments',
  'What is new': 'new entries',
  Worklist: 'unchecked entries',
  History: 'history of data entry',
  'Patient data': 'personal data',
  'Patient list': 'name and birth date',
  Invitations: 'invitations',
  Agreement: 'signed agreement',
  'Access log': 'name in the access log',
  Export: 'exported data',
  Notifications: 'notifications that name you',
  'Chart settings': 'chart settings',
};

const order = Object.keys(WORDS);
/** Place in the list; a kind of another release comes last. */
const placeOf = (kind: string): number => (order.includes(kind) ? order.indexOf(kind) : order.length);
const wordOf = (kind: string): string => (Object.hasOwn(WORDS, kind) ? WORDS[kind as ReadKind] : kind);

/** 'Diagnoses, lab results': what of the record was read, each once. @param kinds at least one */
export const readInWords = (kinds: readonly string[]): string => {
  const words = [...new Set(kinds)]
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(wordOf)
    .join(', ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};
