import type { EventMeta } from '#contracts/wire/envelope';
import type { SealingSubject } from '#contracts/wire/event';

type OfType<E, T> = Extract<E, { type: T }>;
type EventBase = { type: string; data: object };

type Apply<E, T, Doc> = (doc: Doc, event: OfType<E, T>, meta: EventMeta) => Doc | typeof gone;

/** Answer of a fold that removes the document: id and position stay, the data goes. */
export const gone = Symbol('gone');

/**
 * Which documents go when a subject is erased: those of its key, or those that hold its id in a (declared, top-level) field. A document
 * with words about somebody that is not found here outlives them.
 */
export type ErasedWith = { readonly [subject in SealingSubject]?: 'key' | { readonly field: string } };

/**
 * A pure fold of events into documents. The runner keeps positions, skips what was seen, writes by compare-and-set and rebuilds by version;
 * a fold never sees an event twice and never reads anything but its document.
 * An event whose key was destroyed is not folded: the document it belongs to is purged when the erasure is ordered.
 */
export interface Projection<E extends EventBase, Doc extends object, Creating extends E['type']> {
  /** Kebab-case name of the slice: collection, status and notices carry it. */
  readonly name: string;
  /** A new shape is a new version: built beside the old one, then switched. */
  readonly version: number;
  /** The document that an event belongs to; several documents for one event are several projections. */
  readonly key: (event: E) => string;
  /**
   * The value by which documents are distributed, taken from the envelope and constant for a document's life. Default: the patient_id, or else the
   * stream. 'stream': for documents whose events name the record only later.
   */
  readonly partition?: 'stream';
  /** Types that begin a document. */
  readonly create: { [T in Creating]: (event: OfType<E, T>, meta: EventMeta) => Doc };
  /**
   * Every other type of the slice's events; an event of a document that does not exist (or is gone) is ignored. A type that begins a document
   * may be here too: then it changes one that there is.
   */
  readonly apply: { [T in Exclude<E['type'], Creating>]: Apply<E, T, Doc> } & { [T in Creating]?: Apply<E, T, Doc> };
  /** Field lists; the read store's declared indexes. */
  readonly indexes: readonly (readonly string[])[];
  readonly erasedWith: ErasedWith;
}

/**
 * A fold over the envelopes of every event there is, whatever slice it belongs to and also where its data was erased or nobody knows its
 * type: data is never opened. For lists of streams and the like.
 */
export interface EnvelopeProjection<Doc extends object> {
  readonly name: string;
  readonly version: number;
  readonly of: 'envelopes';
  /** The document that an event belongs to; undefined where the event does not concern this projection. */
  readonly key: (type: string, meta: EventMeta) => string | undefined;
  /** `doc` is undefined for the first event of a document. */
  readonly fold: (doc: Doc | undefined, type: string, meta: EventMeta) => Doc;
  readonly indexes: readonly (readonly string[])[];
  readonly erasedWith: ErasedWith;
}

/** What the runner runs. */
export type AnyProjection = Projection<any, any, any> | EnvelopeProjection<any>;
