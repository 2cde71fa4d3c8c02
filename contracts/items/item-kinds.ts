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
  /** Its `type` in the rows of the History of Data Entry. */
  readonly type: string;
  /** Its type in the addresses of the calls about histories and comments: `/api/audit/<audit>/<id>`. */
  readonly audit: string;
  /** The field of a comment that links it to an item. */
  readonly link: string;
  /** The field with its number among what is new in a record. */
  readonly counted: string;
  /** What the parameters of its list in the record's address begin with: 'intakes_view'. */
  readonly list: string;
  /** Drawn as bars from a beginning to an end, or as lines of values, each at one time. */
  readonly chart: 'bars' | 'lines';
  /** In a sentence: 'This treatment was removed'. */
  readonly noun: string;
  /** What one form enters, in sentences and on its buttons: 'Remove lab results'. */
  readonly entry: string;
  /** The same as a headline. */
  readonly title: string;
  /** Headline of the section. */
  readonly titles: string;
}

/**
 * The kinds of medical item, in the order of the record's sections, by the path of their calls (`/api/<kind>`): it is the name of their slice
 * and of their chart, and stands in the address of their form.
 */
export const itemKinds = {
  diagnoses: {
    stream: 'diagnosis',
    id: 'diagnosis_id',
    event: 'Diagnosis',
    code: 'diagnosis',
    type: 'Diagnosis',
    audit: 'diagnose',
    link: 'diagnose_id',
    counted: 'diagnoses',
    list: 'diagnoses',
    chart: 'bars',
    noun: 'diagnosis',
    entry: 'diagnosis',
    title: 'Diagnosis',
    titles: 'Diagnoses',
  },
  intakes: {
    stream: 'intake',
    id: 'intake_id',
    event: 'Intake',
    code: 'intake',
    type: 'MedicationDosage',
    audit: 'intake',
    link: 'intake_id',
    counted: 'intakes',
    list: 'intakes',
    chart: 'bars',
    noun: 'treatment',
    entry: 'treatment',
    title: 'Treatment',
    titles: 'Treatments',
  },
  'lab-results': {
    stream: 'lab_result',
    id: 'lab_result_id',
    event: 'LabResult',
    code: 'lab-result',
    type: 'LabResult',
    audit: 'labresult',
    link: 'lab_result_id',
    counted: 'lab_results',
    list: 'lab',
    chart: 'lines',
    noun: 'lab result',
    entry: 'lab results',
    title: 'Lab results',
    titles: 'Lab results',
  },
  examinations: {
    stream: 'examination',
    id: 'examination_id',
    event: 'Examination',
    code: 'examination',
    type: 'Examination',
    audit: 'examination',
    link: 'examination_id',
    counted: 'examinations',
    list: 'examinations',
    chart: 'lines',
    noun: 'examination',
    entry: 'examination',
    title: 'Examination',
    titles: 'Examinations',
  },
} as const satisfies Record<string, ItemKindRow>;

type Kinds = typeof itemKinds;
export type ItemKind = keyof Kinds;
/** The union of the names in one column. */
export type KindName<C extends keyof ItemKindRow> = Kinds[ItemKind][C];

/** All kinds, in the order of the record's sections. */
export const ITEM_KINDS = Object.keys(itemKinds) as ItemKind[];

/** The names of one column, in the order of the record's sections. */
export const kindNames = <C extends keyof ItemKindRow>(column: C): KindName<C>[] => ITEM_KINDS.map((kind) => itemKinds[kind][column]);

/** The kinds by another of their names: `kindsBy('type').LabResult` is 'lab-results'. */
export const kindsBy = <C extends keyof ItemKindRow>(column: C): Readonly<Record<KindName<C>, ItemKind>> =>
  Object.fromEntries(ITEM_KINDS.map((kind) => [itemKinds[kind][column], kind])) as never;

export const isItemKind = (name: string): name is ItemKind => Object.hasOwn(itemKinds, name);

/** The noun with a capital letter: 'Lab result'. */
export const nounTitle = (kind: ItemKind): string => {
  const { noun } = itemKinds[kind];
  return noun.charAt(0).toUpperCase() + noun.slice(1);
};
