/**
 * One text by which an entry is found: its words in order, each with further words that mean the same, 'renal|kidney'.
 * `weight` 1 for what it is called, less for what only belongs to it.
 */
export interface EntryText {
  weight: number;
  words: string[];
  /** Shown beside the entry where it is what answered. */
  shown?: string;
}

/** What is indexed of one code or product, independent of what kind of catalogue it is. */
export interface Entry {
  id: string;
  /** As it is answered, but for what depends on the question. */
  item: object;
  /** How usual it is, 0 to 1: the order in which a search sees what matches. */
  prior: number;
  texts: EntryText[];
  /** Words that may be typed along and say nothing of how well a text fits: form, route, strength. */
  extra: string[];
  /** A heading of others, which comes after them. */
  isHeading: boolean;
  isRetired: boolean;
}
