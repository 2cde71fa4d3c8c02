import type { ReadKind } from '#contracts/people/access-ledger';

/** What of the record was read, after 'Your'; null for calls with which the program itself works. In the order in which they are listed. */
const WORDS: Readonly<Record<ReadKind, string | null>> = {
  Diagnoses: 'diagnoses',
  Treatments: 'medicines',
  'Lab results': 'laboratory results',
  Examinations: 'examinations',
  Trends: 'results over time',
  Reports: 'report pages',
  Comments: 'comments',
  'What is new': 'newest entries',
  Worklist: 'entries that wait to be checked',
  History: 'history of changes',
  'Patient data': 'personal data',
  'Patient list': 'name and birth date',
  Invitations: 'invitations',
  Agreement: 'signed agreement',
  'Access log': 'name in the access log',
  Export: 'data exported as a file',
  Notifications: null,
  'Chart settings': null,
};

const wordOf = (kind: string): string | null => (Object.hasOwn(WORDS, kind) ? WORDS[kind as ReadKind] : kind);
const order = Object.keys(WORDS);

/** Whether a call shows nothing of the record but, at most, a name. A kind of another release counts as a read. */
export const isTechnical = (kind: string): boolean => wordOf(kind) === null;

/** 'Your diagnoses, medicines': what of the record was read, each once; '' where all of it was technical. */
export const readInWords = (kinds: readonly string[]): string => {
  const words = [...new Set(kinds)].toSorted((a, b) => order.indexOf(a) - order.indexOf(b)).flatMap((kind) => wordOf(kind) ?? []);
  return words.length === 0 ? '' : `Your ${words.join(', ')}`;
};
