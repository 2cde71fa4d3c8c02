import type { Offset } from '#contracts/wire/clock';
import type { Precision } from '#contracts/wire/precision';
import type { ExternalSource } from '#contracts/wire/coding';

/** Where a resource stands by now: in an item of its own, or as entries of a lab result or an examination. */
export interface Placed {
  place: 'laboratory' | 'examination' | 'diagnosis' | 'intake' | 'report';
  item_id: string;
  patient_id: string;
  entry_ids: string[];
  collected: string | null;
  /** How much of `collected` was said, if it is less than the day. */
  precision?: Precision | undefined;
  /** Of the clock of `collected`; earlier releases kept none. */
  offset?: Offset | undefined;
  draft: boolean;
  /** The version that was taken. */
  source: ExternalSource;
  /** Further items that it stands in: an import was broken off between taking it into one and out of another. */
  also?: Placed[];
}

export interface Parameter {
  id: string;
  name: string;
  /** LOINC code, where known. */
  code?: string | undefined;
  /** Usual unit, '' where it has none. */
  unit?: string | undefined;
  aliases: readonly string[];
}

/** Lookups for an import, answered from read models: advice on where things belong, never on what may be done. */
export abstract class ImportDirectories {
  /** Approved laboratory parameters. */
  abstract labParameters(): Promise<Parameter[]>;
  /** Approved office parameters. */
  abstract measurementParameters(): Promise<Parameter[]>;
  /** By `Type/id`: what came from that source into this patient's record so far, what this import wrote included. */
  abstract placed(patient_id: string, source: string): Promise<Map<string, Placed>>;
  /** The record of the clinic that holds this number: nine digits. */
  abstract numberOwner(organization_id: string, digits: string): Promise<string | undefined>;
}
