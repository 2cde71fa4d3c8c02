import type { AuditEntry } from '#contracts/items/history';
import type { Reader } from '../runner/reader.ts';
import { PARAMETER_PATH } from './lab-values.history.ts';
import { withParameterNames } from './parameter-names.ts';

it('names the parameters that a value belonged to and belongs to, and changes nothing else', async () => {
  const asked: string[] = [];
  const reader = {
    getMany: (_projection, ids) => {
      asked.push(...ids);
      return Promise.resolve(new Map([['hb', { primary_alias: 'Hemoglobin' }]]));
    },
  } as Pick<Reader, 'getMany'> as Reader;
  const moved = { field: 'HGB parameter', from: 'not in the catalogue', to: 'hb', path: PARAMETER_PATH, from_data: null, to_data: 'hb' };
  const value = { field: 'HGB value', from: '1', to: 'hb', path: 'parameters.value' };
  const [entry] = await withParameterNames(reader, [{ action: 'Changed', changes: [moved, value] } as unknown as AuditEntry]);
  expect(entry).toEqual({ action: 'Changed', changes: [{ ...moved, to: 'Hemoglobin' }, value] });
  expect(asked).toContain('hb');
});
