import {
  bundle,
  condition,
  diagnosesOf,
  fhirImport,
  file,
  head,
  intakesOf,
  lab,
  order,
  person,
  startFhirClinic,
  take,
  valuesOf,
  version,
  visitsOf,
  vital,
} from './fhir-clinic.ts';

startFhirClinic();

const measuredOf = async (family: string): Promise<(string | null)[]> =>
  (await visitsOf(family)).flatMap(({ measurements }) => measurements.map(({ parameter_value }) => parameter_value)).sort();
const inError = { status: 'entered-in-error' };
const verified = (code: string) => ({ verificationStatus: { coding: [{ code }] } });

describe('what the source takes back', () => {
  it.each([
    [
      'a condition that is refuted',
      condition('c1', 'w1', version('1')),
      condition('c1', 'w1', { ...version('2'), ...verified('refuted') }),
    ],
    ['an order that is cancelled', order('m1', 'w1', version('1')), order('m1', 'w1', { ...version('2'), status: 'cancelled' })],
    ['an order that now says not to give', order('m2', 'w1', version('1')), order('m2', 'w1', { ...version('2'), doNotPerform: true })],
    ['a result that is cancelled', lab('o1', 'w1', '4.1', version('1')), lab('o1', 'w1', '4.1', { ...version('2'), status: 'cancelled' })],
    [
      'a result that has no value any more',
      lab('o2', 'w1', '4.2', version('1')),
      lab('o2', 'w1', '0', { ...version('2'), valueQuantity: undefined, dataAbsentReason: { text: 'error' } }),
    ],
  ])('%s leaves the record, is named, and its older version does not bring it back', async (_what, first, withdrawn) => {
    const shown = async () => [...(await diagnosesOf('Withers')), ...(await intakesOf('Withers')), ...(await valuesOf('Withers'))];
    await take(person('w1', 'Withers'), first);
    expect(await shown()).toHaveLength(1);
    const report = await take(person('w1', 'Withers'), withdrawn);
    expect(report.resources[first.resourceType]).toEqual({ read: 1, imported: 1, unchanged: 0, skipped: 0 });
    expect(report.skipped).toMatchObject([{ reference: `${first.resourceType}/${first.id}` }]);
    expect(await shown()).toEqual([]);
    const before = await head();
    expect((await take(person('w1', 'Withers'), withdrawn)).resources[first.resourceType]).toMatchObject({ imported: 0 });
    const again = await take(person('w1', 'Withers'), first);
    expect(again.resources[first.resourceType]).toMatchObject({ imported: 0 });
    expect(await shown()).toEqual([]);
    expect(await head()).toBe(before);
  });

  it('one value of several does not come back with the file that it was in', async () => {
    const file1 = [
      person('w2', 'Wendell'),
      lab('o1', 'w2', '4.1'),
      lab('o2', 'w2', '41'),
      vital('o3', 'w2', '8867-4', 'Heart rate', 72, '/min'),
      vital('o4', 'w2', '29463-7', 'Body weight', 705, 'kg'),
    ];
    await take(...file1);
    await take(person('w2', 'Wendell'), lab('o2', 'w2', '41', inError), vital('o4', 'w2', '29463-7', 'Body weight', 705, 'kg', inError));
    const report = await take(...file1);
    expect(report.resources['Observation']).toEqual({ read: 4, imported: 0, unchanged: 2, skipped: 2 });
    expect(await valuesOf('Wendell')).toEqual(['4.1']);
    expect(await measuredOf('Wendell')).toEqual(['72']);
  });

  it('comes back where a newer version says so again, and what is new of the same hour is taken', async () => {
    await take(
      person('w3', 'Wilton'),
      lab('o1', 'w3', '4.1', version('1')),
      condition('c1', 'w3', version('1')),
      order('m1', 'w3', version('1')),
    );
    await take(
      person('w3', 'Wilton'),
      lab('o1', 'w3', '4.1', { ...version('2'), ...inError }),
      condition('c1', 'w3', { ...version('2'), ...verified('entered-in-error') }),
      order('m1', 'w3', { ...version('2'), ...inError }),
    );
    expect([...(await valuesOf('Wilton')), ...(await diagnosesOf('Wilton')), ...(await intakesOf('Wilton'))]).toEqual([]);
    const third = [
      person('w3', 'Wilton'),
      lab('o1', 'w3', '4.3', version('3')),
      lab('o5', 'w3', '4.5', version('1')),
      condition('c1', 'w3', version('3')),
      order('m1', 'w3', version('3')),
    ];
    expect((await take(...third)).skipped).toEqual([]);
    expect(await valuesOf('Wilton')).toEqual(['4.3', '4.5']);
    expect(await diagnosesOf('Wilton')).toHaveLength(1);
    expect(await intakesOf('Wilton')).toHaveLength(1);
    const before = await head();
    const again = await take(...third);
    expect(again.resources).toMatchObject({
      Observation: { unchanged: 2 },
      Condition: { unchanged: 1 },
      MedicationRequest: { unchanged: 1 },
    });
    // the word 'entered in error' of an older version comes late
    await take(person('w3', 'Wilton'), lab('o1', 'w3', '4.1', { ...version('2'), ...inError }));
    expect(await head()).toBe(before);
  });

  it('in another file of the same command is taken back in whichever order the files come', async () => {
    const people = person('w4', 'Wyndham');
    const good = await file(bundle(people, lab('o1', 'w4', '4.1', version('1')), condition('c1', 'w4', version('1'))));
    const bad = await file(
      bundle(
        people,
        lab('o1', 'w4', '4.1', { ...version('2'), ...inError }),
        condition('c1', 'w4', { ...version('2'), ...verified('entered-in-error') }),
      ),
    );
    await fhirImport(bad, good);
    expect([...(await valuesOf('Wyndham')), ...(await diagnosesOf('Wyndham'))]).toEqual([]);
    const other = person('w5', 'Winslow');
    const first = await file(bundle(other, lab('o1b', 'w5', '4.1', version('1'))));
    const second = await file(bundle(other, lab('o1b', 'w5', '4.1', { ...version('2'), ...inError })));
    await fhirImport(first, second);
    expect(await valuesOf('Winslow')).toEqual([]);
  });

  it('as a part of a panel is not left standing', async () => {
    const part = (code: string, text: string, value: number) => ({
      code: { coding: [{ code }], text },
      valueQuantity: { value, unit: 'mm[Hg]' },
    });
    const panel = (...component: object[]) => ({ valueQuantity: undefined, code: { text: 'Blood pressure' }, component });
    const both = panel(part('8480-6', 'Systolic', 120), part('8462-4', 'Diastolic', 800));
    const one = panel(part('8480-6', 'Systolic', 120));
    const of = (rest: object, number: string) => [
      lab('o1', 'w6', '1', { ...rest, ...version(number) }),
      vital('o2', 'w6', '85354-9', 'Blood pressure', 1, '', { ...rest, ...version(number) }),
    ];
    await take(person('w6', 'Whitby'), ...of(both, '1'));
    await take(person('w6', 'Whitby'), ...of(one, '2'));
    expect(await valuesOf('Whitby')).toEqual(['120']);
    expect(await measuredOf('Whitby')).toEqual(['120']);
    await take(person('w6', 'Whitby'), ...of(both, '1'));
    expect(await valuesOf('Whitby')).toEqual(['120']);
  });
});

describe('an older version that comes after a newer one', () => {
  it('changes nothing, also where date or state of it are others', async () => {
    await take(
      person('v1', 'Vance'),
      lab('o1', 'v1', '5.9', { ...version('2'), effectiveDateTime: '2025-03-02' }),
      lab('o2', 'v1', '139', version('2')),
      lab('o3', 'v1', '7', { meta: { versionId: 'b2', lastUpdated: '2025-05-02T00:00:00Z' } }),
    );
    const before = await head();
    const older = await take(
      person('v1', 'Vance'),
      lab('o1', 'v1', '4.1', { ...version('1'), effectiveDateTime: '2025-03-01' }),
      lab('o2', 'v1', '138', { ...version('1'), status: 'preliminary' }),
      lab('o3', 'v1', '6', { meta: { versionId: 'a1', lastUpdated: '2025-05-01T00:00:00Z' } }),
    );
    expect(older.resources['Observation']).toEqual({ read: 3, imported: 0, unchanged: 3, skipped: 0 });
    expect(await valuesOf('Vance')).toEqual(['139', '5.9', '7']);
    expect(await head()).toBe(before);
  });
  it('and a newer one that says the same is unchanged', async () => {
    await take(person('v2', 'Verney'), condition('c1', 'v2', version('1')), order('m1', 'v2', version('1')));
    const newer = [person('v2', 'Verney'), condition('c1', 'v2', version('2')), order('m1', 'v2', version('2'))];
    expect((await take(...newer)).resources).toMatchObject({ Condition: { unchanged: 1 }, MedicationRequest: { unchanged: 1 } });
  });
});

it('ruling 25: what the source now says of another patient leaves the first one', async () => {
  const two = [person('x1', 'Xavier'), person('x2', 'Xenos')];
  await take(...two, lab('o1', 'x1', '4.1', version('1')), condition('c1', 'x1', version('1')), order('m1', 'x1', version('1')));
  await take(...two, lab('o1', 'x2', '4.1', version('2')), condition('c1', 'x2', version('2')), order('m1', 'x2', version('2')));
  expect([...(await valuesOf('Xavier')), ...(await diagnosesOf('Xavier')), ...(await intakesOf('Xavier'))]).toEqual([]);
  expect([await valuesOf('Xenos'), (await diagnosesOf('Xenos')).length, (await intakesOf('Xenos')).length]).toEqual([['4.1'], 1, 1]);
  // the older version, once more, does not put it back
  await take(...two, lab('o1', 'x1', '4.1', version('1')), condition('c1', 'x1', version('1')), order('m1', 'x1', version('1')));
  expect([...(await valuesOf('Xavier')), ...(await diagnosesOf('Xavier')), ...(await intakesOf('Xavier'))]).toEqual([]);
});
