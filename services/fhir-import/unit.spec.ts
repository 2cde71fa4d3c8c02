import { besideOf } from './elements/elements.ts';
import { Tally } from './tally.ts';
import { readUnit } from './unit.ts';

const read = async (...resources: object[]) => {
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) };
  const tally = new Tally();
  const pieces = async function* () {
    yield await Promise.resolve(Buffer.from(JSON.stringify(bundle)));
  };
  const unit = await readUnit([{ path: '/a.json', read: pieces }], tally, new AbortController().signal);
  return { unit, report: tally.report() };
};

const observation = (id: string, more: object) => ({ resourceType: 'Observation', id, subject: { reference: 'Patient/p1' }, ...more });

describe('what a file has and no record takes', () => {
  it('is counted once for each resource, results within a report too', async () => {
    const { report } = await read(
      { resourceType: 'Patient', id: 'p1', photo: [{ url: 'x' }] },
      observation('o1', {
        identifier: [{ value: '1' }, { value: '2' }],
        component: [{ extension: [{ url: 'x' }] }, { extension: [{ url: 'x' }] }],
      }),
      observation('o1', { identifier: [{ value: '1' }], component: [{ extension: [{ url: 'x' }] }] }),
      { resourceType: 'DiagnosticReport', id: 'r1', contained: [observation('k', { identifier: [{ value: '3' }] })] },
      { resourceType: 'Encounter', id: 'e1', location: [{ location: { display: 'Ward 3' } }] },
      { resourceType: 'Claim', id: 'c1', total: '5' },
    );
    expect(report.elements).toEqual({
      Encounter: { location: 1 },
      Observation: { identifier: 2, 'component.extension': 1 },
      Patient: { photo: 1 },
    });
  });
});

describe('people and organizations of a file', () => {
  it('are there for their names, and counted and named as before', async () => {
    const { unit, report } = await read(
      observation('o1', { performer: [{ reference: 'Practitioner/d1' }, { reference: 'Organization/o1' }] }),
      { resourceType: 'Practitioner', id: 'd1', name: [{ given: ['Jane'], family: 'Roe' }] },
      { resourceType: 'Organization', id: 'o1', name: 'City Laboratory' },
    );
    expect(besideOf(unit.byType.Observation[0]!.resource, unit.references)).toEqual([
      { element: 'performer', text: 'Jane Roe; City Laboratory' },
    ]);
    expect(report.skipped.map(({ reference }) => reference)).toEqual(['Practitioner/d1', 'Organization/o1']);
    expect(report.resources['Practitioner']).toEqual({ read: 1, imported: 0, unchanged: 0, skipped: 1 });
    expect(report.elements).toBeUndefined();
  });
});
