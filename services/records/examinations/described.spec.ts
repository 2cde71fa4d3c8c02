import type { Measurement } from '#contracts/examinations/examinations';
import { officeParameterId } from '#catalogues/office-parameter';
import { describedExternal, type Lookup } from './described.ts';

const WEIGHT = officeParameterId('29463-7', '');
const lookup: Lookup = (id) =>
  Promise.resolve(
    id === WEIGHT
      ? { name: 'Body weight', status: 'approved', description: 'kg', normalization_type: 'Weight', options_config: [] }
      : undefined,
  ) as never;
const entry = (rest: Partial<Measurement> = {}): Measurement => ({
  entry_id: 'a',
  parameter_id: null,
  parameter_name: 'Weight',
  parameter_value: '70',
  unit: 'kg',
  coding: [{ system: 'http://loinc.org', code: '29463-7' }],
  ...rest,
});
const described = async (rest?: Partial<Measurement>) => (await describedExternal([entry(rest)], lookup))[0];

describe('a measurement of an external record', () => {
  it('is of the parameter that its LOINC code names, however the system is spelled', async () => {
    expect(await described()).toMatchObject({ parameter_id: WEIGHT, normalization_type: 'Weight' });
    const spelled = [{ system: 'urn:oid:2.16.840.1.113883.6.1', code: '29463-7' }];
    expect(await described({ coding: spelled })).toMatchObject({ parameter_id: WEIGHT });
    expect(await described({ coding: [{ system: 'http://lab.example', code: '29463-7' }] })).toMatchObject({ parameter_id: null });
  });
  it('that contradicts its code is none', async () => {
    const asks = [{ code: 'code-of-value' as const, text: 'Ask the sender which one is right.' }];
    expect(await described({ asks })).toEqual(entry({ asks }));
  });
});
