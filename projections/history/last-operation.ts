import type { AuditEntry } from '#contracts/items/history';
import type { LastOperation } from '#contracts/items/medical-items';

/** How many changes of a row's last operation are told beside it. */
const FEW = 3;

const isSaid = ({ field, to }: AuditEntry['changes'][number]): boolean => !(field === 'Draft' && to === 'No');
/** What the row of a new item says already. */
const NAMES: ReadonlySet<string> = new Set(['Diagnosis', 'Medication', 'Date collected', 'ICD release', 'Draft']);

/** Paths of what is told first, by what it means for the patient; the others follow in their order. */
const WEIGHTS: readonly string[] = [
  'disease',
  'medication',
  'dosages.dose',
  'quantity',
  'frequency',
  'as_needed',
  'dosage_text',
  'dosage_changes',
  'time_from',
  'time_to',
];

const isBeside = ({ field }: AuditEntry['changes'][number]): boolean => / (?:range|range in words|flag|mark)$/.test(field);

/** Values before their ranges and flags, and these before what is said of the whole item. */
const weightOf = (change: AuditEntry['changes'][number]): number => {
  if (change.entry_id !== undefined) return isBeside(change) ? -1 : -2;
  const weight = WEIGHTS.indexOf(change.path ?? '');
  return weight < 0 ? WEIGHTS.length : weight;
};

/** The last thing that was done to an item, in short: its values before its dates, of several the first ones, and how many more there are. */
export const lastOperation = ({
  action,
  action_code,
  event_type,
  created_by,
  created_by_id,
  created_at,
  comment,
  changes,
}: AuditEntry): LastOperation => {
  const said = changes.filter(isSaid);
  const isNew = changes.every(({ from }) => from === null);
  // range and flag of a new value belong to it
  const values = new Set(said.filter((one) => one.from === null && !isBeside(one)).map(({ entry_id }) => entry_id));
  const isOfNew = (one: AuditEntry['changes'][number]) => one.entry_id !== undefined && isBeside(one) && values.has(one.entry_id);
  const facts = said.filter((one) => !isOfNew(one) && !(isNew && NAMES.has(one.field)));
  const told = facts.toSorted((a, b) => weightOf(a) - weightOf(b));
  return {
    action,
    ...(action_code === undefined ? {} : { action_code }),
    event_type,
    by: created_by,
    by_id: created_by_id,
    at: created_at,
    ...(comment === undefined ? {} : { reason: comment }),
    changes: told.slice(0, FEW).map((one) => ({ ...one, field: one.field.replace(/ value$/, '') })),
    more: Math.max(0, told.length - FEW),
  };
};
