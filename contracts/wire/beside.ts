import { z } from 'zod';
import { shortened } from '../rules/shortened.ts';

/** Letters of one part, and parts of an item or a value. */
export const MAX_BESIDE_LENGTH = 1000;
export const MAX_BESIDE = 40;
/** Letters of all parts of one item or value. */
export const MAX_BESIDE_LETTERS = 2000;
/** Letters of all parts of all values of one item: together with the values they have to fit into one event. */
const MAX_ITEM_LETTERS = 150_000;
/** No part is cut shorter. */
const MIN_LETTERS = 40;

/** A part of an external record in words, shown beside an item or a value: who did it, on what, how. */
export const BesidePart = z.object({
  /** Element of FHIR: 'performer', 'specimen'. */
  element: z.string().min(1).max(64),
  text: z.string().min(1).max(MAX_BESIDE_LENGTH),
});
export type BesidePart = z.infer<typeof BesidePart>;

/** Parts in the order in which they are shown; missing where there are none, and in events of earlier releases. */
export const Beside = z.array(BesidePart).max(MAX_BESIDE).optional();
export type Beside = z.infer<typeof Beside>;

/** Words for elements, as they stand before the text. */
const LABELS: Readonly<Record<string, string>> = {
  abatementAge: 'Ended',
  abatementPeriod: 'Ended',
  abatementRange: 'Ended',
  abatementString: 'Ended',
  asserter: 'Stated by',
  authoredOn: 'Ordered',
  basedOn: 'Order',
  bodySite: 'Body site',
  conclusionCode: 'Conclusion coded as',
  context: 'Visit',
  courseOfTherapyType: 'Course of therapy',
  dateAsserted: 'Stated',
  detectedIssue: 'Warning',
  dispenseRequest: 'To be dispensed',
  dosage: 'Dose',
  dosageInstruction: 'Dose',
  effectivePeriod: 'Period',
  encounter: 'Visit',
  imagingStudy: 'Imaging',
  informationSource: 'Said by',
  issued: 'Reported',
  media: 'Pictures',
  medicationReference: 'Product',
  method: 'Method',
  note: 'Comment by',
  'note.text': 'Note',
  onsetAge: 'Onset',
  onsetDateTime: 'Onset',
  onsetRange: 'Onset',
  onsetString: 'Onset',
  performer: 'Performed by',
  performerType: 'To be given by',
  priorPrescription: 'Replaces',
  reasonCode: 'Reason',
  reasonReference: 'Reason',
  recordedDate: 'Recorded',
  recorder: 'Recorded by',
  reportedBoolean: 'Origin of the order',
  reportedReference: 'Told by',
  request: 'Order',
  requester: 'Ordered by',
  resultsInterpreter: 'Interpreted by',
  security: 'Confidentiality',
  specimen: 'Specimen',
  statusReason: 'Reason for the status',
};

/** 'conclusionCode' as 'Conclusion code'. */
const spelled = (element: string): string => {
  const words = element.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** 'Specimen: serum' */
export const besidePartText = ({ element, text }: BesidePart): string => `${LABELS[element] ?? spelled(element)}: ${text}`;

/** 'Specimen: serum; Method: photometry'; undefined without any part. */
export const besideText = (beside: Beside): string | undefined =>
  beside === undefined || beside.length === 0 ? undefined : beside.map(besidePartText).join('; ');

const NOTE = 'note.text';

/** 'Note: specimen hemolyzed': what people remarked on a value; undefined without a remark. */
export const noteBeside = (beside: Beside): string | undefined => besideText(beside?.filter(({ element }) => element === NOTE));

/** How many letters the parts of each of so many values of one item may have. */
export const besideLetters = (values: number): number => Math.min(MAX_BESIDE_LETTERS, Math.floor(MAX_ITEM_LETTERS / Math.max(1, values)));

/** Parts as far as they fit: what is too long is cut, and the last one says how many are left out. */
export const besideWithin = (parts: readonly BesidePart[], letters = MAX_BESIDE_LETTERS): Beside => {
  const fitting: BesidePart[] = [];
  let left = letters;
  for (const { element, text } of parts.slice(0, MAX_BESIDE)) {
    if (fitting.length > 0 && left < MIN_LETTERS) break;
    fitting.push({ element, text: shortened(text, Math.min(MAX_BESIDE_LENGTH, Math.max(left, MIN_LETTERS))) });
    left -= text.length;
  }
  const [last, more] = [fitting.at(-1), parts.length - fitting.length];
  if (last && more > 0)
    last.text = `${last.text.slice(0, MAX_BESIDE_LENGTH - MIN_LETTERS).replace(/ …$/, '')} … and ${more} more ${more === 1 ? 'part' : 'parts'}`;
  return last && fitting;
};

/** Parts of a resource as one file has them. */
export interface BesideInFile {
  parts: Beside;
  /** Elements that refer to what the file does not have, with the words that stand there in its place. */
  missing: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Whether a text is another one with more to it: 'Serum, hemolyzed', 'Influenza (refuted)'. */
const saysMore = (text: string, than: string): boolean => text.startsWith(`${than}, `) || text.startsWith(`${than} (`);

/** The text of an element that was said before, and what this file has for certain. @param unsure what stands in the place of what it does not have */
const textOfBoth = (before: string, now: string, unsure: ReadonlySet<string>): string => {
  const certain = now.split('; ').filter((text) => !unsure.has(text));
  const texts = [...new Set([...before.split('; '), ...certain])];
  return shortened(texts.filter((text) => !texts.some((other) => saysMore(other, text))).join('; '), MAX_BESIDE_LENGTH);
};

/**
 * Parts as they are now, in their order before. Where the file lacks what an element refers to, the earlier text stays.
 * @param before of the same version, in an earlier file
 * @param letters of all parts together
 */
export const withBeside = (before: Beside = [], { parts = [], missing }: BesideInFile, letters = MAX_BESIDE_LETTERS): Beside => {
  const now = new Map(parts.map(({ element, text }) => [element, text]));
  const texts = new Map<string, string>();
  for (const { element, text } of before) {
    const [next, unsure] = [now.get(element), missing.get(element)];
    const both = unsure && (next === undefined ? text : textOfBoth(text, next, unsure));
    if (both !== undefined || next !== undefined) texts.set(element, (both ?? next)!);
  }
  for (const [element, text] of now) if (!texts.has(element)) texts.set(element, text);
  return besideWithin(
    [...texts].map(([element, text]) => ({ element, text })),
    letters,
  );
};
