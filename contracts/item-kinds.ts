/** What a kind of medical item is called, wherever a kind has a name; a kind that lacks a column does not compile. */
interface ItemKindRow {
  /** Prefix of its stream: `<stream>-<uuid>`. */
  readonly stream: string;
  /** The field with its id in commands and events. */
  readonly id: string;
  /** How its events begin: `<event>Recorded`, `<event>Corrected`, `<event>Removed`. */
  readonly event: string;
  /** How the codes of its refusals begin: `<code>-removed`. */
  readonly code: string;
  /** In a sentence: 'This treatment was removed'. */
  readonly noun: string;
}

/** The kinds of medical item, by the path of their calls (`/api/<kind>`), which is the name of their slice and of the address of their form too. */
export const itemKinds = {
  intakes: { stream: 'intake', id: 'intake_id', event: 'Intake', code: 'intake', noun: 'treatment' },
  diagnoses: { stream: 'diagnosis', id: 'diagnosis_id', event: 'Diagnosis', code: 'diagnosis', noun: 'diagnosis' },
  'lab-results': { stream: 'lab_result', id: 'lab_result_id', event: 'LabResult', code: 'lab-result', noun: 'lab result' },
  examinations: { stream: 'examination', id: 'examination_id', event: 'Examination', code: 'examination', noun: 'examination' },
} as const satisfies Record<string, ItemKindRow>;
export type ItemKind = keyof typeof itemKinds;
