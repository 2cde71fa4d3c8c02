import type { LedgerQuery } from '../access-ledger.ts';

type Value = string | number;

/** The reads that are asked for, as a statement without order and its values. */
export const conditionsOf = (query: Omit<LedgerQuery, 'skip' | 'take'> & { up_to: number }): { sql: string; values: Value[] } => {
  const { patient_ids, until = [], organization_id, user_ids, not_by, from, to, up_to } = query;
  const conditions = ['number <= ?'];
  const values: Value[] = [up_to];
  const add = (condition: string, value: Value | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  // of a record that is asked for up to a time the index finds its reads by the first condition, and the second leaves later ones out
  const records = patient_ids && [...patient_ids, ...until.map(({ patient_id }) => patient_id)];
  add('patient_id IN (SELECT value FROM json_each(?))', records && JSON.stringify(records));
  for (const { patient_id, before } of until) {
    conditions.push('(patient_id <> ? OR at < ?)');
    values.push(patient_id, before);
  }
  add('user_id IN (SELECT value FROM json_each(?))', user_ids && JSON.stringify(user_ids));
  add('user_id <> ?', not_by);
  add('at >= ?', from);
  add('at < ?', to);
  const plain = `SELECT * FROM reads WHERE ${conditions.join(' AND ')}`;
  if (organization_id === undefined) return { sql: plain, values };
  // Two statements, each along an index that is in the order of the answer: one with OR would sort all that there is.
  return {
    sql: `SELECT * FROM (${plain} AND organization_id = ? UNION ALL ${plain} AND reader_organization_id = ? AND organization_id <> ?)`,
    values: [...values, organization_id, ...values, organization_id, organization_id],
  };
};
