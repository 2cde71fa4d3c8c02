import type { ImportContext } from './context.ts';
import { inactivityOf, linksOf } from './patient-links.ts';
import { References } from './references.ts';

const patient = (id: string, ...link: object[]) => ({ resourceType: 'Patient', id, link }) as { resourceType: string; id: string };
const read = (...patients: ReturnType<typeof patient>[]) => {
  const references = new References();
  for (const resource of patients) references.add({ resource }, `Patient/${resource.id}`);
  return references;
};
const replacedBy = (reference: string) => ({ type: 'replaced-by', other: { reference } });
const links = (one: ReturnType<typeof patient>, ...others: ReturnType<typeof patient>[]) =>
  linksOf({ resource: one, reference: `Patient/${one.id}` }, read(one, ...others));
const context = { source: 'County hospital', organization_id: 'clinic' } as ImportContext;

describe('what a Patient is replaced by', () => {
  it.each(['Patient/a_b', `Patient/${'a'.repeat(65)}`, 'Patient/Nora Shaw', 'Practitioner/1'])(
    'is another patient, where its name is none of R4: %s',
    (reference) => expect(links(patient('1', replacedBy(reference))).replacedBy).toEqual([undefined]),
  );
  it('is named otherwise', () => expect(links(patient('1', replacedBy('Patient/a-2.b'))).replacedBy).toEqual(['Patient/a-2.b']));

  it('has the record of the file, none where the file has it and it is not taken, and the one to come otherwise', async () => {
    const told = async (...others: ReturnType<typeof patient>[]) =>
      (await inactivityOf(context, links(patient('1', replacedBy('Patient/2')), ...others), new Map(), async () => undefined))?.replaced_by;
    expect(await told(patient('2'))).toEqual([{ reference: 'Patient/2' }]);
    expect(await told()).toEqual([{ reference: 'Patient/2', patient_id: expect.any(String) }]);
    const known = new Map([['Patient/2', { patient_id: 'known', born: '' }]]);
    const taken = await inactivityOf(context, links(patient('1', replacedBy('Patient/2')), patient('2')), known, async () => undefined);
    expect(taken?.replaced_by).toEqual([{ reference: 'Patient/2', patient_id: 'known' }]);
  });
});
