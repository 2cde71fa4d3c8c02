import { randomUUID } from 'node:crypto';
import { judgementOf, standing } from '#contracts/observations/lab-values';
import type { IntakeView } from '#contracts/treatments/intake-views';
import { IntakeContent } from '#contracts/treatments/intakes';
import { fieldsOf } from '#contracts/rules/equal';
import { intake } from '#services/records/intakes/intakes.decider';
import { diagnosis } from '#services/records/diagnoses/diagnoses.decider';
import { labResult } from '#services/records/lab-results/lab-results.decider';
import { compare } from '#contracts/rules/compare';
import type { DiagnosisView } from '#contracts/diagnoses/diagnoses';
import type { LabResultView } from '#contracts/lab/lab-results';
import type { LabResultDocument } from '#projections/lab-results/lab-results.projection';
import { mixesClocks, withClinicTimes, zonesOf } from '#projections/items/clinic-times';
import { labSeries } from '#projections/lab-results/lab-series';
import { clinic } from '#services/cli/demo/clinic';
import {
  bundle,
  condition,
  diagnosesOf,
  fhirImport,
  file,
  head,
  intakesOf,
  kernel,
  lab,
  order,
  person,
  resultsOf,
  startFhirClinic,
  take,
  takeCase,
  valuesOf,
  version,
  visitsOf,
  vital,
} from './fhir-clinic.ts';

startFhirClinic();

const report = (id: string, patient: string, status: string, results: string[], rest: object = {}) => ({
  resourceType: 'DiagnosticReport',
  id,
  status,
  code: { text: 'Basic metabolic panel' },
  subject: { reference: `Patient/${patient}` },
  effectiveDateTime: '2025-03-01T08:30:00Z',
  result: results.map((reference) => ({ reference })),
  ...rest,
});
const UNORDERED = 'it differs from the earlier version and nothing says which is newer: the version imported last counts';
const dosesOf = async (family: string) => (await intakesOf(family)).flatMap(({ dosages }) => dosages.map(({ dose }) => dose));

describe('results within a report', () => {
  it('stand in the record with the flag of the laboratory, and once', async () => {
    const answer = await takeCase('contained-results');
    expect(answer.resources).toMatchObject({ Observation: { read: 2, imported: 2 }, DiagnosticReport: { imported: 1 } });
    expect(answer.skipped).toEqual([]);
    const [result, ...others] = await resultsOf('Ostrander');
    expect(others).toEqual([]);
    expect(result).toMatchObject({ collected: '2025-04-02T07:40:00', draft: false });
    expect(result!.parameters.map(({ name, value, flag, max }) => [name, value, flag, max])).toEqual([
      ['Potassium', '6.9', 'HH', '5.1'],
      ['Sodium', '139', undefined, '145'],
    ]);
    const before = await head();
    expect((await takeCase('contained-results')).resources['Observation']).toMatchObject({ imported: 0, unchanged: 2 });
    expect(await head()).toBe(before);
  });

  const within = (id: string, value: number, rest: object = {}) => {
    const { subject: _, effectiveDateTime: _date, ...inner } = lab(id, 'none', String(value));
    return { ...inner, ...rest };
  };
  it('belong to the patient and the day of the report, and go with it', async () => {
    const first = report('r1', 'q1', 'final', ['#a'], { contained: [within('a', 4.1), within('b', 4.2)], ...version('1') });
    await take(person('q1', 'Quentin'), first);
    expect(await valuesOf('Quentin')).toEqual(['4.1', '4.2']);
    expect((await resultsOf('Quentin'))[0]!.collected).toBe('2025-03-01T08:30:00');
    await take(person('q1', 'Quentin'), { ...first, ...version('2'), contained: [within('a', 4.6), within('b', 4.2)] });
    expect(await valuesOf('Quentin')).toEqual(['4.2', '4.6']);
    await take(person('q1', 'Quentin'), { ...first, ...version('3'), status: 'entered-in-error' });
    expect(await valuesOf('Quentin')).toEqual([]);
  });
  it('with members of their own are each one value', async () => {
    const panel = { ...lab('p1', 'q2', '1'), valueQuantity: undefined, hasMember: [{ reference: '#a' }], contained: [within('a', 4.1)] };
    const answer = await take(person('q2', 'Quimby'), panel);
    expect(await valuesOf('Quimby')).toEqual(['4.1']);
    expect(answer.resources['Observation']).toEqual({ read: 2, imported: 1, unchanged: 0, skipped: 1 });
  });
  it('that nobody may read are named, and so is what else is within a resource', async () => {
    const modified = { modifierExtension: [{ url: 'https://a.example/not' }] };
    const answer = await take(
      person('q3', 'Quill'),
      report('r3', 'q3', 'final', ['#a'], { contained: [within('a', 4.1, modified)] }),
      report('r4', 'q3', 'final', ['#a'], { contained: [within('a', 4.2)], ...modified }),
      order('m3', 'q3', { contained: [{ resourceType: 'Condition', id: 'c' }], ...version('1') }),
      lab('o3', 'q3', '4.3', { implicitRules: 'https://a.example/rules' }),
    );
    expect(await valuesOf('Quill')).toEqual([]);
    expect(answer.skipped).toEqual(
      expect.arrayContaining([
        { reference: 'Observation in DiagnosticReport/r3#a', reason: 'a modifier extension that is not known here may change its meaning' },
        {
          reference: 'DiagnosticReport/r4',
          reason: 'a result within it is not taken: a modifier extension that is not known here may change its meaning',
        },
        { reference: 'MedicationRequest/m3', reason: 'a resource within it is not taken: Condition' },
        { reference: 'Observation/o3', reason: 'it follows rules that are not known here (implicitRules)' },
      ]),
    );
  });
});

describe('what a laboratory printed', () => {
  const judgedOf = async (family: string) =>
    Object.fromEntries(
      (await resultsOf(family)).flatMap(({ parameters }) =>
        parameters.map((entry) => [entry.name, [judgementOf({ standing: standing(entry), flag: entry.flag }), entry.range_text]]),
      ),
    );

  it('as a range in words is kept, and used where it leaves no doubt', async () => {
    expect((await takeCase('ranges-in-words')).skipped).toEqual([]);
    expect(await judgedOf('Petrakis')).toEqual({
      Triglycerides: ['high', '<150'],
      Hemoglobin: ['low', '13 to 18'],
      Platelets: ['high', '150 - 350'],
      eGFR: ['low', '>= 60'],
      FSH: [null, 'follicular 3.5-12.5; postmenopausal 25.8-134.8'],
    });
  });

  it('as a flag counts in letters, in other codes and in words', async () => {
    const flagged = (id: string, interpretation: object) =>
      lab(id, 'f1', '4.1', { code: { text: id }, interpretation: [interpretation], referenceRange: [] });
    await take(
      person('f1', 'Flagg'),
      flagged('letters', { coding: [{ code: 'LL' }] }),
      flagged('threshold', { coding: [{ code: 'HX' }] }),
      flagged('words', { text: 'Critically high' }),
      flagged('abnormal', { coding: [{ display: 'Abnormal' }] }),
      flagged('normal', { text: 'Normal' }),
      flagged('detected', { coding: [{ code: 'POS' }] }),
      flagged('sign', { text: '+' }),
    );
    expect(await judgedOf('Flagg')).toEqual({
      letters: ['low', undefined],
      threshold: ['high', undefined],
      words: ['high', undefined],
      abnormal: ['abnormal', undefined],
      normal: [null, undefined],
      detected: [null, undefined],
      sign: [null, undefined],
    });
  });
});

describe('the order of versions', () => {
  it('is when they were changed last, and otherwise how they were imported: no newer value is lost', async () => {
    await takeCase('versions-1-first');
    expect([await valuesOf('Farquhar'), await dosesOf('Farquhar')]).toEqual([['13.1'], ['5']]);
    const later = await takeCase('versions-2-later-lower-number');
    expect(later.resources['Observation']).toMatchObject({ imported: 1 });
    expect(later.skipped).toEqual([]);
    expect(await valuesOf('Farquhar')).toEqual(['7.9']);
    const other = await takeCase('versions-3-same-number-other-content');
    expect(other.resources['MedicationRequest']).toMatchObject({ imported: 1 });
    expect(other.skipped).toEqual([{ reference: 'MedicationRequest/c07-w', reason: UNORDERED }]);
    expect(await dosesOf('Farquhar')).toEqual(['2.5']);
    expect((await intakesOf('Farquhar'))[0]!.comment).toBe(`Imported from County hospital: ${UNORDERED}`);
    expect((await intakesOf('Farquhar'))[0]!.asks).toEqual([
      {
        code: 'order-of-versions',
        text: 'An earlier version of its source differs, and nothing says which is newer. Is this right as it stands?',
      },
    ]);
    expect((await resultsOf('Farquhar'))[0]!.parameters[0]!.asks).toBeUndefined();
    // the first file once more: what was corrected since then stays
    await takeCase('versions-1-first');
    expect(await valuesOf('Farquhar')).toEqual(['7.9']);
  });

  const same = { meta: { versionId: '1' } };
  it.each([
    ['a result', lab('o1', 'v9', '4.1', same), lab('o1', 'v9', '4.6', same)],
    [
      'a measurement',
      vital('o2', 'v9', '8867-4', 'Heart rate', 72, '/min', same),
      vital('o2', 'v9', '8867-4', 'Heart rate', 99, '/min', same),
    ],
    ['a diagnosis', condition('c1', 'v9', { onsetDateTime: '2011', ...same }), condition('c1', 'v9', { onsetDateTime: '2015', ...same })],
    ['an order', order('m1', 'v9', { authoredOn: '2024-02-01', ...same }), order('m1', 'v9', { authoredOn: '2024-03-01', ...same })],
  ])(
    '%s that says something else under the same number is taken and named, and nothing is where it says the same',
    async (_what, first, second) => {
      const type = first.resourceType;
      const some = person('v9', 'Vickery', same);
      await take(some, first);
      const before = await head();
      expect((await take(some, { ...first, meta: { versionId: '2' } })).resources[type]).toMatchObject({ imported: 0, unchanged: 1 });
      expect(await head()).toBe(before);
      const answer = await take(some, second);
      expect(answer.resources[type]).toMatchObject({ imported: 1, unchanged: 0 });
      expect(answer.skipped).toEqual([{ reference: `${type}/${first.id}`, reason: UNORDERED }]);
      const shown = [
        ...(await resultsOf('Vickery')),
        ...(await visitsOf('Vickery')),
        ...(await diagnosesOf('Vickery')),
        ...(await intakesOf('Vickery')),
      ];
      expect(shown.filter(({ comment }) => comment?.includes(UNORDERED))).not.toEqual([]);
    },
  );
  it('a result with another day under the same number is moved, once, and named', async () => {
    await take(person('v8', 'Verity'), lab('o1', 'v8', '4.1', same));
    const answer = await take(person('v8', 'Verity'), lab('o1', 'v8', '4.1', { ...same, effectiveDateTime: '2025-04-01' }));
    expect(answer.skipped).toEqual([{ reference: 'Observation/o1', reason: UNORDERED }]);
    expect((await resultsOf('Verity')).map(({ collected }) => collected)).toEqual(['2025-04-01T00:00:00']);
  });
  it('asks beside the value, with what was said before, and no more once the source says when', async () => {
    const some = person('v4', 'Vaisey');
    const heart = (value: number, rest: object) => vital('o2', 'v4', '8867-4', 'Heart rate', value, '/min', rest);
    await take(some, lab('o1', 'v4', '4.1', same), lab('o3', 'v4', '139', same), heart(72, same));
    await take(some, lab('o1', 'v4', '4.6', same), lab('o3', 'v4', '140', version('1')), heart(99, same));
    const text = (before: string) =>
      `An earlier version of its source says ${before}, and nothing says which is newer. Is this right as it stands?`;
    const asked = async () => [
      ...(await resultsOf('Vaisey')).flatMap(({ parameters }) => parameters.map(({ value, asks }) => [value, asks?.[0]?.text])),
      ...(await visitsOf('Vaisey')).flatMap(({ measurements }) => measurements.map((one) => [one.parameter_value, one.asks?.[0]?.text])),
    ];
    const open = [
      ['4.6', text('4.1 mmol/L')],
      ['140', text('139 mmol/L')],
      ['99', text('72 /min')],
    ];
    expect(await asked()).toEqual(open);
    // a file with both: what is asked about the same version stays open
    await take(some, lab('o1', 'v4', '4.6', same), lab('o3', 'v4', '141', version('2')), heart(99, same));
    expect(await asked()).toEqual([open[0], ['141', undefined], open[2]]);
  });
  it('an order whose medication says something else is taken', async () => {
    const drug = (text: string) => ({ resourceType: 'Medication', id: 'd1', code: { text } });
    const ordered = order('m1', 'v7', {
      ...same,
      medicationCodeableConcept: undefined,
      medicationReference: { reference: 'Medication/d1' },
    });
    await take(person('v7', 'Vesper'), drug('Warfarin 5 mg'), ordered);
    await take(person('v7', 'Vesper'), drug('Warfarin 2.5 mg'), ordered);
    expect((await intakesOf('Vesper')).map(({ name }) => name)).toEqual(['Warfarin 2.5 mg']);
  });
  it('what was withdrawn does not come back with any version that was said before', async () => {
    const some = person('v6', 'Vane');
    await take(some, lab('o1', 'v6', '4.1', same), condition('c1', 'v6', same));
    await take(some, lab('o1', 'v6', '4.2', same), condition('c1', 'v6', { ...same, onsetDateTime: '2011' }));
    const error = { verificationStatus: { coding: [{ code: 'entered-in-error' }] } };
    await take(some, lab('o1', 'v6', '4.2', { ...same, status: 'entered-in-error' }), condition('c1', 'v6', { ...same, ...error }));
    await take(some, lab('o1', 'v6', '4.1', same), condition('c1', 'v6', same));
    expect([await valuesOf('Vane'), await diagnosesOf('Vane')]).toEqual([[], []]);
  });
  it('of a withdrawal is kept: a version between it and the one that it took back stays out', async () => {
    const some = person('v5', 'Vowles');
    const heart = (value: number, rest: object) => vital('o2', 'v5', '8867-4', 'Heart rate', value, '/min', rest);
    await take(some, lab('o1', 'v5', '4.1', version('1')), heart(71, version('1')));
    const error = { ...version('3'), status: 'entered-in-error' };
    await take(some, lab('o1', 'v5', '4.1', error), heart(71, error));
    await take(some, lab('o1', 'v5', '4.2', version('2')), heart(72, version('2')));
    expect([await valuesOf('Vowles'), await visitsOf('Vowles')]).toEqual([[], []]);
    await take(some, lab('o1', 'v5', '4.4', version('4')), heart(74, version('4')));
    expect([await valuesOf('Vowles'), (await visitsOf('Vowles')).length]).toEqual([['4.4'], 1]);
  });
});

describe('errors beside the item', () => {
  it('a withdrawn report, a withdrawn medication and a cancelled result bring nothing into the record, and are named', async () => {
    const answer = await takeCase('errors-beside-the-item');
    expect([await valuesOf('Mbeki'), await intakesOf('Mbeki')]).toEqual([[], []]);
    expect(answer.skipped).toEqual(
      expect.arrayContaining([
        { reference: 'Observation/c13-k', reason: 'its report was entered in error' },
        { reference: 'DiagnosticReport/c13-rep', reason: 'entered in error' },
        { reference: 'MedicationRequest/c13-r', reason: 'its medication was entered in error' },
        { reference: 'Observation/c13-tsh', reason: 'cancelled' },
        { reference: 'DiagnosticReport/c13-rep2', reason: 'none of its results was taken' },
      ]),
    );
    expect(answer.resources).toMatchObject({
      Observation: { skipped: 2 },
      MedicationRequest: { skipped: 1 },
      DiagnosticReport: { skipped: 2 },
    });
  });
  it('reach what an earlier file brought, also where the report comes alone, and it does not come back', async () => {
    const some = person('e1', 'Eastwood');
    const drug = (status: string) => ({ resourceType: 'Medication', id: 'd9', status, code: { text: 'Warfarin 10 mg' } });
    const ordered = order('m1', 'e1', { medicationCodeableConcept: undefined, medicationReference: { reference: 'Medication/d9' } });
    const results = [lab('o1', 'e1', '7.4'), vital('o2', 'e1', '8867-4', 'Heart rate', 72, '/min'), lab('o3', 'e1', '139')];
    const both = ['Observation/o1', 'Observation/o2'];
    await take(some, ...results, drug('active'), ordered, report('r1', 'e1', 'final', both));
    expect([(await valuesOf('Eastwood')).length, (await visitsOf('Eastwood')).length, (await intakesOf('Eastwood')).length]).toEqual([
      2, 1, 1,
    ]);
    const answer = await take(some, drug('entered-in-error'), ordered, report('r1', 'e1', 'entered-in-error', both));
    expect([await valuesOf('Eastwood'), await visitsOf('Eastwood'), await intakesOf('Eastwood')]).toEqual([['139'], [], []]);
    expect(answer.resources).toMatchObject({ DiagnosticReport: { read: 1, imported: 1 }, MedicationRequest: { imported: 1 } });
    expect(answer.skipped).toEqual(
      expect.arrayContaining([
        { reference: 'Observation/o1', reason: 'its report was entered in error' },
        { reference: 'Observation/o2', reason: 'its report was entered in error' },
        { reference: 'MedicationRequest/m1', reason: 'its medication was entered in error' },
      ]),
    );
    await take(some, ...results);
    expect([await valuesOf('Eastwood'), await visitsOf('Eastwood')]).toEqual([['139'], []]);
    const before = await head();
    await take(some, report('r1', 'e1', 'entered-in-error', both));
    expect(await head()).toBe(before);
  });
  it('in another file of the same import withhold it, whichever comes first', async () => {
    const some = person('e3', 'Easton');
    const good = await file(bundle(some, lab('o1', 'e3', '7.4')));
    const bad = await file(bundle(some, report('r1', 'e3', 'entered-in-error', ['Observation/o1'])));
    await fhirImport(good, bad);
    expect(await valuesOf('Easton')).toEqual([]);
  });
  it('that are not sure leave it unchecked, in words', async () => {
    const visit = { resourceType: 'Encounter', id: 'e1', status: 'entered-in-error' };
    const answer = await take(
      person('e2', 'Ebbott'),
      visit,
      lab('o1', 'e2', '4.1', { encounter: undefined }),
      report('r2', 'e2', 'preliminary', ['Observation/o1']),
      condition('c1', 'e2', { encounter: { reference: 'Encounter/e1' } }),
      order('m1', 'e2', { encounter: { reference: 'Encounter/e1' } }),
    );
    const [[result], [disease], [drug]] = [await resultsOf('Ebbott'), await diagnosesOf('Ebbott'), await intakesOf('Ebbott')];
    expect([result!.draft, disease!.draft, drug!.draft]).toEqual([true, true, true]);
    expect(result!.comment).toContain('its report is preliminary');
    expect(disease!.comment).toContain('its visit was entered in error');
    expect(answer.skipped).toEqual(
      expect.arrayContaining([{ reference: 'MedicationRequest/m1', reason: 'its visit was entered in error' }]),
    );
    // the report becomes final: so does the result
    await take(person('e2', 'Ebbott'), lab('o1', 'e2', '4.1', { encounter: undefined }), report('r2', 'e2', 'final', ['Observation/o1']));
    expect((await resultsOf('Ebbott')).map(({ draft }) => draft)).toEqual([false]);
  });
});

describe('a withdrawal by a report', () => {
  const k = (rest: object = {}) => lab('o1', 'x', '7.4', rest);
  const r = (id: string, status: string, rest: object = {}) => report(id, 'x', status, ['Observation/o1'], rest);
  /** Imports one file after the other into the record of a patient of their own; answers what stands in it. */
  const after = async (family: string, ...files: object[][]): Promise<[string, boolean][]> => {
    for (const resources of files)
      await take(
        person('x', family, { id: family }),
        ...resources.map((one) => ({
          ...one,
          subject: { reference: `Patient/${family}` },
          id: `${family}-${(one as { id: string }).id}`,
          ...relisted(one, family),
        })),
      );
    return (await resultsOf(family)).flatMap(({ parameters, draft }) =>
      parameters.map(({ value }): [string, boolean] => [value ?? '', draft]),
    );
  };
  const relisted = (one: object, family: string) => ('result' in one ? { result: [{ reference: `Observation/${family}-o1` }] } : {});

  it.each<[string, string, object[][], [string, boolean][]]>([
    [
      'ends with a valid report in its place',
      'Rada',
      [[k(), r('r1', 'final')], [r('r1', 'entered-in-error')], [k(), r('r2', 'final')]],
      [['7.4', false]],
    ],
    [
      'ends with the report itself',
      'Radb',
      [
        [k(), r('r1', 'final')],
        [k(), r('r1', 'entered-in-error')],
        [k(), r('r1', 'final')],
      ],
      [['7.4', false]],
    ],
    ['stays while no report confirms the result', 'Radc', [[k(), r('r1', 'final')], [r('r1', 'entered-in-error')], [k()]], []],
    [
      'does not reach what another report lists, imported before',
      'Radd',
      [[k(), r('r1', 'final')], [r('r2', 'entered-in-error')]],
      [['7.4', false]],
    ],
    [
      'is not undone by its older version',
      'Rade',
      [[k(), r('r1', 'final', version('1'))], [k(), r('r1', 'entered-in-error', version('2'))], [k()]],
      [],
    ],
    [
      'that is older than the valid report changes nothing',
      'Radf',
      [[k(), r('r1', 'final', version('2'))], [r('r1', 'entered-in-error', version('1'))]],
      [['7.4', false]],
    ],
    [
      'leaves a draft where another report is preliminary',
      'Radg',
      [[k(), r('r1', 'entered-in-error'), r('r2', 'preliminary')]],
      [['7.4', true]],
    ],
    ['does not touch the draft of a preliminary report without one', 'Radh', [[k(), r('r1', 'preliminary')], [k()]], [['7.4', true]]],
    [
      'of a preliminary one that becomes final',
      'Radi',
      [
        [k(), r('r1', 'preliminary', version('1'))],
        [k(), r('r1', 'final', version('2'))],
        [k(), r('r1', 'preliminary', version('1'))],
      ],
      [['7.4', false]],
    ],
  ])('%s', async (_what, family, files, expected) => expect(await after(family, ...files)).toEqual(expected));

  it('holds in every file of an import, whichever comes first', async () => {
    for (const [family, isGoodFirst] of [
      ['Rafe', true],
      ['Rafq', false],
    ] as const) {
      const some = person(family, family);
      const good = await file(bundle(some, lab(`${family}-o1`, family, '7.4')));
      const bad = await file(bundle(some, report(`${family}-r`, family, 'entered-in-error', [`Observation/${family}-o1`])));
      await fhirImport(...(isGoodFirst ? [good, bad] : [bad, good]));
      expect(await valuesOf(family)).toEqual([]);
    }
  });
  it('reaches results that an emptied report contained', async () => {
    const some = person('re', 'Reeve');
    const whole = report('r9', 're', 'final', ['#a'], { contained: [{ ...lab('a', 're', '4.1') }, { ...lab('b', 're', '4.2') }] });
    await take(some, whole);
    await take(some, { ...whole, contained: [lab('a', 're', '4.1')] });
    expect(await valuesOf('Reeve')).toEqual(['4.1']);
    const { contained: _contained, result: _result, ...empty } = whole as Record<string, unknown>;
    await take(some, { ...empty, status: 'entered-in-error' });
    expect(await valuesOf('Reeve')).toEqual([]);
  });
});

describe('a version that cannot be taken', () => {
  it('is a placeholder that the final one follows, and that removes nothing when it is imported again', async () => {
    const some = person('s1', 'Sable');
    const early = await file(
      bundle(some, lab('o1', 's1', '0', { status: 'registered', valueQuantity: undefined }), order('m1', 's1', { status: 'draft' })),
    );
    const final = await file(bundle(some, lab('o1', 's1', '6.9'), order('m1', 's1')));
    await fhirImport(early, final);
    expect([await valuesOf('Sable'), (await intakesOf('Sable')).length]).toEqual([['6.9'], 1]);
    const again = await fhirImport(early);
    expect(again.skipped).toEqual([
      { reference: 'MedicationRequest/m1', reason: 'the record keeps the earlier version: a draft of a prescription' },
      { reference: 'Observation/o1', reason: 'the record keeps the earlier version: registered, without a result yet' },
    ]);
    expect([await valuesOf('Sable'), (await intakesOf('Sable')).length]).toEqual([['6.9'], 1]);
  });
  it('refers to a medication that is not in the file: the order stays as it is', async () => {
    const drug = { resourceType: 'Medication', id: 'd1', code: { text: 'Warfarin 5 mg' } };
    const ordered = (rest: object) =>
      order('m2', 's2', { medicationCodeableConcept: undefined, medicationReference: { reference: 'Medication/d1' }, ...rest });
    await take(person('s2', 'Saxby'), drug, ordered(version('1')));
    const answer = await take(person('s2', 'Saxby'), ordered(version('2')));
    expect(answer.skipped).toEqual([
      { reference: 'MedicationRequest/m2', reason: 'the record keeps the earlier version: its medication is not in the file' },
    ]);
    expect((await intakesOf('Saxby')).map(({ name }) => name)).toEqual(['Warfarin 5 mg']);
  });
  it('an older medication does not come back with an old file', async () => {
    const drug = (text: string, number: string) => ({ resourceType: 'Medication', id: 'd1', code: { text }, ...version(number) });
    const ordered = order('m3', 's3', { medicationCodeableConcept: undefined, medicationReference: { reference: 'Medication/d1' } });
    const some = person('s3', 'Selwyn');
    for (const each of [drug('Warfarin 5 mg', '1'), drug('Warfarin 2.5 mg', '2'), drug('Warfarin 5 mg', '1')])
      await take(some, each, ordered);
    expect((await intakesOf('Selwyn')).map(({ name }) => name)).toEqual(['Warfarin 2.5 mg']);
  });
});

describe('several versions in one file', () => {
  const error = { status: 'entered-in-error' };
  it.each([
    ['a withdrawn one first', 'Tabor', [lab('o1', 't', '7.4', error), lab('o1', 't', '7.4')]],
    ['a withdrawn one last', 'Tadley', [lab('o1', 't', '7.4'), lab('o1', 't', '7.4', error)]],
  ])('%s: nothing says which is newer, and nothing is taken', async (_what, family, versions) => {
    await take(
      person('t', family, { id: family }),
      ...versions.map((one) => ({ ...one, id: family, subject: { reference: `Patient/${family}` } })),
    );
    expect(await valuesOf(family)).toEqual([]);
  });
  it('of a history are ordered: the newest first', async () => {
    const entry = [lab('t9', 't9', '4.9'), lab('t9', 't9', '6.9')].map((resource) => ({ resource }));
    const some = { resource: person('t9', 'Tamsin') };
    await fhirImport(await file(JSON.stringify({ resourceType: 'Bundle', type: 'history', entry: [some, ...entry] })));
    expect(await valuesOf('Tamsin')).toEqual(['4.9']);
  });
  it('of the same id within a report: one is taken, the other named', async () => {
    const both = report('r7', 't7', 'final', [], { contained: [lab('a', 't7', '4.1'), lab('a', 't7', '4.2')] });
    const answer = await take(person('t7', 'Tansy'), both);
    expect(answer.resources).toMatchObject({ Observation: { read: 1, imported: 1 }, DiagnosticReport: { read: 1, imported: 1 } });
    expect(answer.skipped).toContainEqual({ reference: 'DiagnosticReport/r7', reason: 'a resource within it is not taken: Observation' });
  });
});

describe('codes', () => {
  const shown = async (family: string) => {
    const series = labSeries(
      (await resultsOf(family)).map((one) => ({ ...one, date_applies: one.collected, last_edited_by: null })) as never,
      new Map(),
    );
    return series.map(({ name, unit, points }) => [name, unit, points.map(({ value, text }) => value ?? text)]);
  };
  const known = async (family: string) =>
    (await resultsOf(family))
      .toSorted((a, b) => compare(a.collected, b.collected))
      .flatMap(({ parameters }) => parameters.map(({ name, value, text, parameter_id }) => [name, value ?? text, parameter_id !== null]));
  const GLUCOSE = { code: { text: 'Glucose' }, valueQuantity: { value: 250, unit: 'mg/dL' } };
  const urine = (id: string) => ({ resourceType: 'Specimen', id, type: { text: 'Urine, random' } });

  it('of LOINC are known under every spelling of its system, and under none of them a name says nothing', async () => {
    await takeCase('spellings-of-loinc');
    expect(await known('Quiroga')).toEqual([
      ['Glucose', '95', true],
      ['Glucose', '92', true],
      ['Glucose (LOINC 5792-7)', '500', false],
      ['Glucose (Urine, random)', '250', false],
    ]);
    expect((await shown('Quiroga')).map(([name, , values]) => [name, values])).toEqual([
      ['Glucose', ['95', '92']],
      ['Glucose (LOINC 5792-7)', ['500']],
      ['Glucose (Urine, random)', ['250']],
    ]);
    const before = await head();
    expect((await takeCase('spellings-of-loinc')).resources['Observation']).toMatchObject({ imported: 0, unchanged: 4 });
    expect(await head()).toBe(before);
  });

  it('keep results of urine off the lines of serum, whoever names the specimen', async () => {
    const within = { ...lab('o4', 'c1', '1', GLUCOSE), specimen: { reference: '#s' }, contained: [urine('s')] };
    const answer = await take(
      person('c1', 'Cordell'),
      urine('s1'),
      lab('o1', 'c1', '1', { ...GLUCOSE, specimen: { reference: 'Specimen/s1' } }),
      lab('o2', 'c1', '1', { ...GLUCOSE, method: { text: 'Urine test strip' } }),
      lab('o3', 'c1', '1', GLUCOSE),
      within,
      lab('o5', 'c1', '1', {
        ...GLUCOSE,
        code: { coding: [{ system: 'http://loinc.org', code: '2345-7' }], text: 'Glucose' },
        specimen: { display: 'Urine' },
      }),
      lab('o6', 'c1', '1', GLUCOSE),
      lab('o7', 'c1', '1', { code: { text: 'Urinalysis' }, valueQuantity: undefined, component: [GLUCOSE] }),
      report('r1', 'c1', 'final', ['Observation/o3'], { code: { text: 'Urinalysis' } }),
      report('r2', 'c1', 'final', ['Observation/o8'], { specimen: [{ reference: '#s' }], contained: [urine('s')] }),
      lab('o8', 'c1', '1', GLUCOSE),
      report('r3', 'c1', 'final', ['#o'], {
        contained: [urine('s'), { ...lab('o', 'c1', '1', GLUCOSE), specimen: { reference: '#s', display: 'Accession 24-118' } }],
      }),
    );
    expect(await known('Cordell')).toEqual([
      ['Glucose (Urine, random)', '250', false],
      ['Glucose (Urine test strip)', '250', false],
      ['Glucose (Urinalysis)', '250', false],
      ['Glucose (Urine, random)', '250', false],
      ['Glucose (Urine)', '250', false],
      ['Glucose', '250', true],
      ['Glucose (Urinalysis)', '250', false],
      ['Glucose (Urine, random)', '250', false],
      ['Glucose (Urine, random)', '250', false],
    ]);
    const asked =
      "Its code 2345-7 is that of 'Glucose' in blood, its specimen is 'Urine', so it stands on a line of its own. Ask the sender which one is right.";
    expect((await resultsOf('Cordell')).flatMap(({ parameters }) => parameters.flatMap(({ asks }) => asks ?? []))).toEqual([
      { code: 'code-of-value', text: asked },
    ]);
    expect(answer.skipped).toContainEqual({ reference: 'Observation/o5', reason: asked });
  });

  it('of a result that was told apart stay so where a later file does not name what told it apart', async () => {
    const strip = lab('o1', 'c2', '1', GLUCOSE);
    await take(person('c2', 'Cundall'), strip, report('r1', 'c2', 'final', ['Observation/o1'], { code: { text: 'Urinalysis' } }));
    await take(person('c2', 'Cundall'), strip);
    expect(await known('Cundall')).toEqual([['Glucose (Urinalysis)', '250', false]]);
    await take(person('c2', 'Cundall'), { ...strip, valueQuantity: { value: 300, unit: 'mg/dL' } });
    expect(await known('Cundall')).toEqual([['Glucose (Urinalysis)', '300', false]]);
    await take(person('c2', 'Cundall'), { ...strip, effectiveDateTime: '2025-03-02' });
    expect(await known('Cundall')).toEqual([['Glucose (Urinalysis)', '250', false]]);

    const code = { coding: [{ system: 'http://loinc.org', code: '2345-7' }], text: 'Glucose' };
    const serum = lab('o2', 'c2', '1', { ...GLUCOSE, code, specimen: { reference: 'Specimen/s1' }, effectiveDateTime: '2025-03-05' });
    await take(person('c2', 'Cundall'), urine('s1'), serum);
    await take(person('c2', 'Cundall'), { ...serum, status: 'amended' });
    expect((await known('Cundall'))[1]).toEqual(['Glucose (Urine, random)', '250', false]);
    await take(person('c2', 'Cundall'), { ...serum, specimen: { display: 'Serum' }, status: 'corrected' });
    expect((await known('Cundall'))[1]).toEqual(['Glucose', '250', true]);
  });

  it('of a specimen that is not in the file are those of an unknown one', async () => {
    const glucose = lab('o1', 'c5', '1', { ...GLUCOSE, specimen: { reference: 'Specimen/none' } });
    await take(person('c5', 'Corbin'), glucose);
    expect(await known('Corbin')).toEqual([['Glucose (unknown specimen)', '250', false]]);
    await take({ ...urine('none'), type: { text: 'Random', coding: [{ code: 'UR' }] } }, glucose);
    expect(await known('Corbin')).toEqual([['Glucose (UR)', '250', false]]);
    await take(person('c5', 'Corbin'), { ...glucose, status: 'amended' });
    expect(await known('Corbin')).toEqual([['Glucose (UR)', '250', false]]);
  });

  it('of a specimen that a later file does not bring with it stand as they stood', async () => {
    const glucose = lab('o1', 'c7', '1', { ...GLUCOSE, specimen: { reference: 'Specimen/s7' } });
    await take(person('c7', 'Cowdrey'), { ...urine('s7'), type: { text: 'Serum' } }, glucose);
    await take(person('c7', 'Cowdrey'), { ...glucose, status: 'amended' });
    expect(await known('Cowdrey')).toEqual([['Glucose', '250', true]]);
  });

  it('that two analytes of one name have keep them on two lines', async () => {
    const protein = (id: string, code: string, value: number) =>
      lab(id, 'c3', '1', {
        code: { coding: [{ system: 'http://lab.example', code }], text: 'Protein X' },
        valueQuantity: { value, unit: 'g/L' },
      });
    await take(person('c3', 'Carrow'), protein('o1', 'PX-S', 70), protein('o2', 'PX-U', 0.1));
    expect(await shown('Carrow')).toEqual([
      ['Protein X (code PX-S)', 'g/L', ['70']],
      ['Protein X (code PX-U)', 'g/L', ['0.1']],
    ]);
  });

  it('of a share do not make one of a count', async () => {
    const neutrophils = { valueQuantity: { value: 5.2, unit: 'x10E3/uL' } };
    await take(
      person('c4', 'Calder'),
      lab('o1', 'c4', '1', { ...neutrophils, code: { text: 'Neutrophils' } }),
      lab('o2', 'c4', '1', { ...neutrophils, code: { coding: [{ system: 'http://loinc.org', code: '770-8' }], text: 'Neutrophils' } }),
      lab('o3', 'c4', '1', { code: { text: 'Neutrophils' }, valueQuantity: { value: 61, unit: '%' } }),
    );
    expect(await known('Calder')).toEqual([
      ['Neutrophils', '5.2', false],
      ['Neutrophils (LOINC 770-8)', '5.2', false],
      ['Neutrophils', '61', true],
    ]);
  });
});

describe('units', () => {
  const UCUM = { system: 'http://unitsofmeasure.org' };
  const asksOf = async (family: string) =>
    (await resultsOf(family)).flatMap(({ parameters }) =>
      parameters.flatMap(({ value, asks = [] }) => asks.map(({ text }) => [value, text])),
    );

  it('in words are those of their code, and both are shown and asked where they contradict each other', async () => {
    const answer = await takeCase('unit-and-its-code');
    const entries = (await resultsOf('Tran')).flatMap(({ parameters }) => parameters);
    expect(entries.map(({ name, value, unit, min, max, range_text }) => [name, value, unit, min, max, range_text])).toEqual([
      ['Hemoglobin', '13.2', 'grams per deciliter', null, null, undefined],
      ['Glucose', '95', 'mg/dL', null, null, undefined],
      ['Hemoglobin', '13.5', 'g/dL', null, null, undefined],
      ['Glucose', '5.4', 'mg/dL or mmol/L', null, null, '3.9 - 5.6 mmol/L'],
    ]);
    const asked = 'Its source writes one unit and gives the code of another: mg/dL or mmol/L. Ask the sender which one is right.';
    expect(await asksOf('Tran')).toEqual([['5.4', asked]]);
    expect(answer.skipped).toEqual([{ reference: 'Observation/c18-4', reason: asked }]);
    const series = labSeries(
      (await resultsOf('Tran')).map((one) => ({ ...one, date_applies: one.collected, last_edited_by: null })) as never,
      new Map(),
    );
    expect(series.map(({ unit, points }) => [unit, points.map(({ value }) => value)])).toEqual([
      ['mg/dL', ['95']],
      ['mg/dL or mmol/L', ['5.4']],
      ['g/dL', ['13.2', '13.5']],
    ]);
    const before = await head();
    await takeCase('unit-and-its-code');
    expect(await head()).toBe(before);
  });

  it('that somebody found right as they stand are not asked again with the next note', async () => {
    const glucose = (value: number, rest: object = {}) =>
      lab('o1', 'u1', '1', { valueQuantity: { value, unit: 'mg/dL', code: 'mmol/L', ...UCUM }, ...rest });
    await take(person('u1', 'Upton'), glucose(5.4, version('1')));
    expect((await asksOf('Upton')).map(([value]) => value)).toEqual(['5.4']);
    const [result] = await resultsOf('Upton');
    const data = { lab_result_id: result!.id, version: result!.version, comment: 'Asked the hospital' };
    const command = { type: 'AcceptExternal' as const, command_id: randomUUID(), data };
    await kernel().streams.transact(labResult, `lab_result-${result!.id}`, command, { kind: 'system', part: 'test' }, {});
    expect(await asksOf('Upton')).toEqual([]);
    await take(person('u1', 'Upton'), glucose(5.4, { ...version('2'), note: [{ text: 'fasting' }] }));
    expect(await asksOf('Upton')).toEqual([]);
    await take(person('u1', 'Upton'), glucose(5.4, { ...version('3'), effectiveDateTime: '2025-03-02T08:30:00Z' }));
    expect((await resultsOf('Upton')).map(({ collected }) => collected)).toEqual(['2025-03-02T08:30:00']);
    expect(await asksOf('Upton')).toEqual([]);
    await take(person('u1', 'Upton'), glucose(5.6, version('4')));
    expect((await asksOf('Upton')).map(([value]) => value)).toEqual(['5.6']);
  });

  it('of a dose, contradicting each other, are both shown, computed with never and asked', async () => {
    const doseQuantity = { value: 5, unit: 'mg', code: 'ug', ...UCUM };
    const answer = await take(
      person('u2', 'Ulrich'),
      order('m1', 'u2', { dosageInstruction: [{ text: 'once a day', doseAndRate: [{ doseQuantity }] }] }),
    );
    const [ordered] = await intakesOf('Ulrich');
    expect(ordered).toMatchObject({ dosages: [{ dose: '5', unit: 'mg or ug' }], asks: [{ code: 'unit-and-code' }] });
    expect(answer.skipped).toEqual([{ reference: 'MedicationRequest/m1', reason: ordered!.asks![0]!.text }]);
  });

  it('of a weight are not guessed, and make no Bmi', async () => {
    const weight = vital('o1', 'u3', '29463-7', 'Weight', 154, 'kg', {
      valueQuantity: { value: 154, unit: 'kg', code: '[lb_av]', ...UCUM },
    });
    await take(person('u3', 'Underhill'), weight, vital('o2', 'u3', '8302-2', 'Height', 170, 'cm'));
    const measured = (await visitsOf('Underhill')).flatMap(({ measurements }) => measurements);
    expect(measured.map(({ parameter_value, unit, asks = [] }) => [parameter_value, unit, asks.length])).toEqual([
      ['154', 'kg or lb', 1],
      ['170', 'cm', 0],
    ]);
  });
});

describe('ruling 4: times with their offsets', () => {
  const at = (id: string, patient: string, value: string, effectiveDateTime: string, rest: object = {}) =>
    lab(id, patient, value, { effectiveDateTime, ...rest });
  const timesOf = async (family: string) =>
    (await resultsOf(family))
      .map(
        ({ collected, collected_offset = '', parameters }) =>
          `${collected}${collected_offset} ${parameters
            .map(({ value }) => value)
            .sort()
            .join(' ')}`,
      )
      .sort();
  const linesOf = async (family: string) => {
    const results = (await resultsOf(family)) as unknown as LabResultDocument[];
    const zones = await zonesOf(kernel().reader, clinic.organization_id, results);
    return labSeries(withClinicTimes(results, zones, mixesClocks(results, zones)), new Map());
  };

  it('are in the order of the moments: the last value is the later one', async () => {
    await takeCase('offsets-of-times');
    expect(await timesOf('Villareal')).toEqual(['2025-03-10T23:30:00-05:00 54', '2025-03-11T03:00:00+00:00 212']);
    const [line] = await linesOf('Villareal');
    expect(line!.points.map(({ value }) => value)).toEqual(['212', '54']);
    expect(line!.last).toMatchObject({ value: '54', flag: 'LL', date_applies: '2025-03-10T23:30:00', shown_offset: '-05:00' });
    const before = await head();
    await takeCase('offsets-of-times');
    expect(await head()).toBe(before);
  });

  it('are two points in the hour that exists twice', async () => {
    const twice = [at('o1', 'clock1', '61', '2024-11-03T01:30:00-05:00'), at('o2', 'clock1', '188', '2024-11-03T01:30:00-06:00')];
    await take(person('clock1', 'Vance'), ...twice);
    expect(await timesOf('Vance')).toEqual(['2024-11-03T01:30:00-05:00 61', '2024-11-03T01:30:00-06:00 188']);
    const [line] = await linesOf('Vance');
    expect(line!.points.map(({ value, clinic_time }) => [value, clinic_time])).toEqual([
      ['61', '2024-11-03T01:15:00'],
      ['188', '2024-11-03T01:45:00'],
    ]);
    expect(line).not.toHaveProperty('differing_days');
  });

  it('are one result where they are one moment, on the clock that was named first', async () => {
    const [first, second] = [at('o1', 'clock2', '4.1', '2025-03-10T23:30:00-05:00'), at('o2', 'clock2', '4.2', '2025-03-11T04:30:00Z')];
    await take(person('clock2', 'Vega'), first, second);
    expect(await timesOf('Vega')).toEqual(['2025-03-10T23:30:00-05:00 4.1 4.2']);
    const before = await head();
    await take(person('clock2', 'Vega'), second);
    await take(person('clock2', 'Vega'), second, first);
    expect(await head()).toBe(before);
    // its sender corrects the time
    await take(person('clock2', 'Vega'), { ...second, effectiveDateTime: '2025-03-11T04:30:00+01:00' });
    expect(await timesOf('Vega')).toEqual(['2025-03-10T23:30:00-05:00 4.1', '2025-03-11T04:30:00+01:00 4.2']);
    await take(person('clock2', 'Vega'), { ...first, effectiveDateTime: '2025-03-10T23:30:00+01:00' });
    expect(await timesOf('Vega')).toEqual(['2025-03-10T23:30:00+01:00 4.1', '2025-03-11T04:30:00+01:00 4.2']);
  });

  it('keep the clock that was named first, also where the same moment comes on another one', async () => {
    const weight = (id: string, value: number, effectiveDateTime: string, rest: object = {}) =>
      vital(id, 'clock7', '29463-7', 'Weight', value, 'kg', { effectiveDateTime, ...rest });
    const visits = async () =>
      (await visitsOf('Vinter')).map(({ collected, collected_offset = '', measurements }) => [
        `${collected}${collected_offset}`,
        measurements.map(({ parameter_value }) => parameter_value).sort(),
      ]);
    await take(person('clock7', 'Vinter'), weight('o1', 80, '2025-03-10T23:30:00-05:00', version('1')));
    await take(person('clock7', 'Vinter'), weight('o1', 81, '2025-03-11T04:30:00Z', version('2')));
    expect(await visits()).toEqual([['2025-03-10T23:30:00-05:00', ['81']]]);
    await take(
      person('clock7', 'Vinter'),
      weight('o1', 81, '2025-03-11T04:30:00Z', version('2')),
      vital('o2', 'clock7', '8867-4', 'Heart rate', 72, '/min', { effectiveDateTime: '2025-03-11T04:30:00Z' }),
    );
    expect(await visits()).toEqual([['2025-03-10T23:30:00-05:00', ['72', '81']]]);
  });

  describe('of results that an earlier release took without', () => {
    /** The result as that release recorded it: at the local time alone. */
    const asEarlier = async (family: string, id: string, ...observations: object[]) => {
      await take(person(id, family), ...observations);
      const found = await resultsOf(family);
      const lab_result_id = randomUUID();
      const [{ patient_id, collected }] = found as [LabResultView];
      const actor = { kind: 'system', part: 'test' } as const;
      for (const one of found) {
        const data = {
          lab_result_id: one.id,
          comment: 'x',
          entry_ids: one.parameters.map(({ entry_id }) => entry_id),
          withdrawn_by: one.parameters[0]!.source!,
        };
        const command = { type: 'RemoveFromExternal' as const, command_id: randomUUID(), data };
        await kernel().streams.transact(labResult, `lab_result-${one.id}`, command, actor, {});
      }
      const parameters = found.flatMap((one) => one.parameters);
      const data = { lab_result_id, patient_id, collected, draft: false, parameters, comment: 'x' };
      const command = { type: 'TakeFromExternal' as const, command_id: randomUUID(), data };
      await kernel().streams.transact(labResult, `lab_result-${lab_result_id}`, command, actor, {
        patient_id,
        organization_id: clinic.organization_id,
      });
      return lab_result_id;
    };

    it('come with the next import, and the result stays what it is', async () => {
      const observations = [at('o1', 'clock3', '4.1', '2025-03-10T23:30:00-05:00'), at('o2', 'clock3', '4.2', '2025-03-10T23:30:00-05:00')];
      const id = await asEarlier('Vidal', 'clock3', ...observations);
      expect(await timesOf('Vidal')).toEqual(['2025-03-10T23:30:00 4.1 4.2']);
      await take(person('clock3', 'Vidal'), ...observations);
      expect(await timesOf('Vidal')).toEqual(['2025-03-10T23:30:00-05:00 4.1 4.2']);
      expect((await resultsOf('Vidal')).map((one) => one.id)).toEqual([id]);
      const before = await head();
      await take(person('clock3', 'Vidal'), ...observations);
      expect(await head()).toBe(before);
    });

    it('tell apart the two hours that it took for one', async () => {
      const observations = [at('o1', 'clock4', '61', '2024-11-03T01:30:00-05:00'), at('o2', 'clock4', '188', '2024-11-03T01:30:00-06:00')];
      await asEarlier('Vickers', 'clock4', ...observations);
      expect(await timesOf('Vickers')).toEqual(['2024-11-03T01:30:00 188 61']);
      await take(person('clock4', 'Vickers'), observations[1]!);
      expect(await timesOf('Vickers')).toEqual(['2024-11-03T01:30:00 61', '2024-11-03T01:30:00-06:00 188']);
      await take(person('clock4', 'Vickers'), ...observations);
      expect(await timesOf('Vickers')).toEqual(['2024-11-03T01:30:00-05:00 61', '2024-11-03T01:30:00-06:00 188']);
      const before = await head();
      await take(person('clock4', 'Vickers'), ...observations);
      expect(await head()).toBe(before);
    });

    it('lose nothing where only a part of them comes again', async () => {
      const [first, second] = [
        at('o1', 'clock8', '4.1', '2025-03-10T23:30:00-05:00'),
        at('o2', 'clock8', '4.2', '2025-03-10T23:30:00-05:00'),
      ];
      const id = await asEarlier('Vail', 'clock8', first);
      await take(person('clock8', 'Vail'), second);
      expect(await timesOf('Vail')).toEqual(['2025-03-10T23:30:00 4.1', '2025-03-10T23:30:00-05:00 4.2']);
      await take(person('clock8', 'Vail'), first, second);
      expect(await timesOf('Vail')).toEqual(['2025-03-10T23:30:00-05:00 4.1', '2025-03-10T23:30:00-05:00 4.2']);
      expect((await resultsOf('Vail')).map((one) => one.id)).toContain(id);
    });

    it('do not bring back what was taken back', async () => {
      const observation = at('o1', 'clock9', '4.1', '2025-03-10T23:30:00-05:00', version('1'));
      await take(person('clock9', 'Valle'), observation);
      const [{ id, patient_id, parameters }] = (await resultsOf('Valle')) as [LabResultView];
      // as an earlier release had it: without an offset, then taken back
      const actor = { kind: 'system', part: 'test' } as const;
      const earlier = { lab_result_id: id, patient_id, collected: '2025-03-10T23:30:00', draft: false, parameters, comment: 'x' };
      const command = { type: 'TakeFromExternal' as const, command_id: randomUUID(), data: earlier };
      await kernel().streams.transact(labResult, `lab_result-${id}`, command, actor, {
        patient_id,
        organization_id: clinic.organization_id,
      });
      expect(await timesOf('Valle')).toEqual(['2025-03-10T23:30:00 4.1']);
      await take(person('clock9', 'Valle'), { ...observation, ...version('2'), status: 'entered-in-error' });
      expect(await timesOf('Valle')).toEqual([]);
      const answer = await take(person('clock9', 'Valle'), observation);
      expect([await timesOf('Valle'), answer.resources['Observation']]).toMatchObject([[], { imported: 0, skipped: 1 }]);
    });
  });

  it('of a part of a date: it sorts by its first moment, and what may be later is said', async () => {
    await take(
      person('clock5', 'Voss'),
      at('o1', 'clock5', '6.5', '2018'),
      at('o2', 'clock5', '7.1', '2018-03'),
      at('o3', 'clock5', '5.5', '2016-05-03'),
    );
    const [line] = await linesOf('Voss');
    expect(line!.points.map(({ value }) => value)).toEqual(['5.5', '6.5', '7.1']);
    expect(line).toMatchObject({ last: { value: '7.1', precision: 'month' }, or_last: [{ value: '6.5', precision: 'year' }] });
  });

  it('stand with measurements, diagnoses and treatments too', async () => {
    const period = { start: '2025-03-10T23:30:00-05:00', end: '2025-03-20T08:00:00Z' };
    await take(
      person('clock6', 'Vogel'),
      vital('o1', 'clock6', '29463-7', 'Weight', 80, 'kg', { effectiveDateTime: '2025-03-10T23:30:00-05:00' }),
      condition('c1', 'clock6', { onsetDateTime: period.start, abatementDateTime: period.end }),
      order('m1', 'clock6', { dosageInstruction: [{ timing: { repeat: { boundsPeriod: period } } }] }),
    );
    expect(await visitsOf('Vogel')).toMatchObject([{ collected: '2025-03-10T23:30:00', collected_offset: '-05:00' }]);
    const span = { time_from: '2025-03-10T23:30:00', time_from_offset: '-05:00', time_to: '2025-03-20T08:00:00', time_to_offset: '+00:00' };
    expect(await diagnosesOf('Vogel')).toMatchObject([span]);
    expect(await intakesOf('Vogel')).toMatchObject([span]);
  });

  it('are no moment where one is missing: the clinic’s time zone counts for it alone', async () => {
    const [without, sent] = [at('o1', 'clock10', '4.1', '2025-03-10T08:00:00'), at('o2', 'clock10', '4.2', '2025-03-10T08:00:00-05:00')];
    const apart = ['2025-03-10T08:00:00 4.1', '2025-03-10T08:00:00-05:00 4.2'];
    await take(person('clock10', 'Varga'), without, sent);
    expect(await timesOf('Varga')).toEqual(apart.toSorted());
    const before = await head();
    await take(person('clock10', 'Varga'), sent, without);
    expect(await head()).toBe(before);
    await take(person('clock11', 'Vargas'), at('o1', 'clock11', '4.2', '2025-03-10T08:00:00-05:00'));
    await take(person('clock11', 'Vargas'), at('o2', 'clock11', '4.1', '2025-03-10T08:00:00'));
    expect(await timesOf('Vargas')).toEqual(apart.toSorted());
  });

  it('come and go with the versions of a value', async () => {
    const dated = async (effectiveDateTime: string, name: string) => {
      await take(
        person('clock12', 'Vuk'),
        at('o1', 'clock12', '4.1', effectiveDateTime, version(name)),
        at('o2', 'clock12', '4.2', '2025-03-10'),
      );
      const before = await head();
      await take(
        person('clock12', 'Vuk'),
        at('o2', 'clock12', '4.2', '2025-03-10'),
        at('o1', 'clock12', '4.1', effectiveDateTime, version(name)),
      );
      expect(await head()).toBe(before);
      return timesOf('Vuk');
    };
    expect(await dated('2025-03-10', '1')).toEqual(['2025-03-10T00:00:00 4.1 4.2']);
    expect(await dated('2025-03-10T00:00:00Z', '2')).toEqual(['2025-03-10T00:00:00 4.2', '2025-03-10T00:00:00+00:00 4.1']);
    expect(await dated('2025-03-10', '3')).toEqual(['2025-03-10T00:00:00 4.1 4.2']);
    expect(await dated('2025-03', '4')).toEqual(['2025-03-01T00:00:00 4.1', '2025-03-10T00:00:00 4.2']);
  });

  it('of one year and of its first month are two results', async () => {
    const [year, other] = [at('o1', 'clock13', '6.5', '2018', version('1')), at('o2', 'clock13', '7.1', '2018', version('1'))];
    await take(person('clock13', 'Vidmar'), year, other);
    await take(person('clock13', 'Vidmar'), year, { ...other, effectiveDateTime: '2018-01', ...version('2') });
    const found = (await resultsOf('Vidmar')).map(({ collected_precision, parameters }) => [
      collected_precision,
      parameters.map(({ value }) => value),
    ]);
    expect(found.sort()).toEqual([
      ['month', ['7.1']],
      ['year', ['6.5']],
    ]);
  });

  it('come to a treatment without taking what only a whole file says', async () => {
    const medication = {
      resourceType: 'Medication',
      id: 'med1',
      code: { coding: [{ system: 'http://www.nlm.nih.gov/research/umls/rxnorm', code: '860975' }], text: 'Metformin 500 MG Oral Tablet' },
    };
    const ordered = order('m1', 'clock14', {
      authoredOn: '2025-03-10T23:30:00-05:00',
      medicationCodeableConcept: undefined,
      medicationReference: { reference: 'Medication/med1', display: 'Metformin' },
    });
    await take(person('clock14', 'Vance-Ott'), medication, ordered);
    const [{ id, patient_id, source, medication: product, ...before }] = (await intakesOf('Vance-Ott')) as [IntakeView];
    const { time_from_offset: _, ...content } = fieldsOf(IntakeContent)({ ...before, medication: product });
    const command = {
      type: 'TakeFromExternal' as const,
      command_id: randomUUID(),
      data: { intake_id: id, patient_id, source: source!, comment: 'x', ...content },
    };
    await kernel().streams.transact(intake, `intake-${id}`, command, { kind: 'system', part: 'test' }, {});
    await take(person('clock14', 'Vance-Ott'), ordered);
    expect(await intakesOf('Vance-Ott')).toMatchObject([{ medication: product }]);
    await take(person('clock14', 'Vance-Ott'), medication, ordered);
    expect(await intakesOf('Vance-Ott')).toMatchObject([{ medication: product, time_from_offset: '-05:00' }]);
  });

  it('come with the next import to a diagnosis that an earlier release took without', async () => {
    const onset = condition('c1', 'clock0', { onsetDateTime: '2025-03-10T23:30:00-05:00' });
    await take(person('clock0', 'Vasek'), onset);
    const [{ id, patient_id, disease, time_from, time_to, draft, source, coding }] = (await diagnosesOf('Vasek')) as [DiagnosisView];
    const earlier = { diagnosis_id: id, patient_id, disease, time_from, time_to, draft, source: source!, coding, comment: 'x' };
    const data = { ...earlier, time_from_precision: 'time' as const };
    const command = { type: 'TakeFromExternal' as const, command_id: randomUUID(), data };
    await kernel().streams.transact(diagnosis, `diagnosis-${id}`, command, { kind: 'system', part: 'test' }, {});
    expect((await diagnosesOf('Vasek'))[0]).not.toHaveProperty('time_from_offset');
    await take(person('clock0', 'Vasek'), onset);
    expect(await diagnosesOf('Vasek')).toMatchObject([{ id, time_from, time_from_offset: '-05:00' }]);
    const before = await head();
    await take(person('clock0', 'Vasek'), onset);
    expect(await head()).toBe(before);
  });
});
