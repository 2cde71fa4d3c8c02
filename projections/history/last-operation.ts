import type { AuditEntry } from '#contracts/history';
import type { LastOperation } from '#contracts/medical-items';

/** How many changes of a row's last operation are told beside it. */
const FEW = 3;

const isSaid = ({ field, to }: AuditEntry['changes'][number]): boolean => !(field === 'Draft' && to === 'No');
/** What the row's name says already. */
const NAMES: ReadonlySet<string> = new Set(['Diagnosis', 'Medication', 'Date collected', 'ICD release']);

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

const weightOf = ({ path = '' }: AuditEntry['changes'][number]): number => {
  const weight = WEIGHTS.indexOf(path);
  return weight < 0 ? WEIGHTS.length : weight;
};

/** The last thing that was done to an item, in short: its values before its dates, of several the first ones. */
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
  const ofValues = said.filter(({ entry_id }) => entry_id !== undefined);
  const values = ofValues.filter(({ field }) => !/ (?:range|flag)$/.test(field));
  const isNew = changes.every(({ from }) => from === null);
  const facts = isNew ? said.filter(({ field }) => !NAMES.has(field)) : said;
  const told = values.length > 0 ? values : ofValues.length > 0 ? ofValues : facts.toSorted((a, b) => weightOf(a) - weightOf(b));
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
