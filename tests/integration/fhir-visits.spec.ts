import { randomUUID } from 'node:crypto';
import { parse } from 'lossless-json';
import { v5 } from 'uuid';
import type { LabValue } from '#contracts/observations/lab-values';
import { clinic } from '#services/cli/demo/clinic';
import { importedId } from '#services/fhir-import/context';
import { digestOf } from '#services/fhir-import/resources/digest';
import type { RawResource } from '#services/fhir-import/resources/fhir-file';
import { labResult } from '#services/records/lab-results/lab-results.decider';
import { officeParameterId } from '#catalogues/office-parameter';
import { head, kernel, lab, patientNamed, person, resultsOf, startFhirClinic, take, visitsOf, vital } from './fhir-clinic.ts';

startFhirClinic();

const [LOINC, SNOMED] = ['http://loinc.org', 'http://snomed.info/sct'];
const quantity = (value: number, unit: string) => ({ valueQuantity: { value, unit } });
/** Without a category. */
const bare = (...[id, patient, code, text, value, unit, rest]: Parameters<typeof vital>) =>
  vital(id, patient, code, text, value, unit, { category: undefined, ...rest });
const measured = async (family: string) =>
  (await visitsOf(family)).map(({ measurements }) =>
    measurements.map(({ parameter_name, parameter_value, text, unit }) => [parameter_name, parameter_value ?? text, unit]),
  );
const isKnown = async (family: string, ...codes: string[]) =>
  expect((await visitsOf(family)).flatMap(({ measurements }) => measurements.map(({ parameter_id }) => parameter_id))).toEqual(
    codes.map((code) => officeParameterId(code, '')),
  );

describe('vital signs without a category', () => {
  it('are one examination, each on the line of its parameter, and no lab result', async () => {
    const panel = {
      ...bare('o1', 'w1', '85354-9', 'Blood pressure', 0, ''),
      valueQuantity: undefined,
      component: [
        { code: { coding: [{ system: LOINC, code: '8480-6' }], text: 'Systolic' }, ...quantity(148, 'mm[Hg]') },
        { code: { coding: [{ system: LOINC, code: '8462-4' }], text: 'Diastolic' }, ...quantity(92, 'mm[Hg]') },
      ],
    };
    const signs = [
      panel,
      bare('o2', 'w1', '29463-7', 'Weight', 81, 'kg', { category: [{ text: 'Ward' }] }),
      bare('o3', 'w1', '8302-2', 'Height', 180, 'cm'),
      bare('o4', 'w1', '39156-5', 'BMI', 25, 'kg/m2'),
      bare('o5', 'w1', '8867-4', 'Heart rate', 72, '/min', { category: [{ coding: [{ code: 'laboratory' }] }] }),
    ];
    const report = await take(person('w1', 'Wakefield'), ...signs);
    expect(report.resources).toMatchObject({ Observation: { read: 5, imported: 5 } });
    expect(report.skipped).toEqual([]);
    expect(await resultsOf('Wakefield')).toEqual([]);
    expect(await measured('Wakefield')).toEqual([
      [
        ['Systolic', '148', 'mm[Hg]'],
        ['Diastolic', '92', 'mm[Hg]'],
        ['Weight', '81', 'kg'],
        ['Height', '180', 'cm'],
        ['BMI', '25', 'kg/m2'],
        ['Heart rate', '72', '/min'],
      ],
    ]);
    await isKnown('Wakefield', '8480-6', '8462-4', '29463-7', '8302-2', '39156-5', '8867-4');
    const types = (await visitsOf('Wakefield'))[0]!.measurements.map(({ normalization_type }) => normalization_type);
    expect(types.slice(2, 5)).toEqual(['Weight', 'Height', 'Bmi']);
    const before = await head();
    await take(person('w1', 'Wakefield'), ...signs);
    expect(await head()).toBe(before);
  });

  it('under codes of SNOMED CT are on the same lines', async () => {
    const sign = (id: string, code: string, text: string, value: number, unit: string) =>
      bare(id, 'w2', code, text, value, unit, { code: { coding: [{ system: SNOMED, code }], text } });
    await take(
      person('w2', 'Waldron'),
      sign('o1', '271649006', 'Systolic', 148, 'mm[Hg]'),
      sign('o2', '27113001', 'Weight', 81, 'kg'),
      sign('o3', '431314004', 'SpO2', 97, '%'),
    );
    expect(await resultsOf('Waldron')).toEqual([]);
    await isKnown('Waldron', '8480-6', '29463-7', '59408-5');
    expect((await visitsOf('Waldron'))[0]!.measurements[1]).toMatchObject({ normalization_type: 'Weight', parameter_name: 'Weight' });
  });
});

it('statements of a patient are measurements in words, both of two that contradict each other', async () => {
  const smoking = (id: string, code: string, display: string) => ({
    ...lab(id, 'w3', '1', { category: undefined, valueQuantity: undefined }),
    code: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'ASSERTION', display: 'Assertion' }] },
    valueCodeableConcept: { coding: [{ system: SNOMED, code, display }] },
  });
  await take(
    person('w3', 'Walpole'),
    smoking('o1', '266919005', 'Never smoked tobacco'),
    smoking('o2', '428041000124106', 'Occasional tobacco smoker'),
  );
  expect(await resultsOf('Walpole')).toEqual([]);
  expect(await measured('Walpole')).toEqual([
    [
      ['Smoking status', 'Never smoked tobacco', ''],
      ['Smoking status', 'Occasional tobacco smoker', ''],
    ],
  ]);
});

describe('vital signs that an earlier release took for lab results', () => {
  const SOURCE = 'County hospital';
  /** A lab result as that release recorded it. */
  const asEarlier = async (family: string, ...observations: ReturnType<typeof lab>[]): Promise<void> =>
    asEarlierIn(randomUUID(), {}, family, ...observations);
  /** @param changes of every value */
  const asEarlierIn = async (
    lab_result_id: string,
    changes: Partial<LabValue>,
    family: string,
    ...observations: ReturnType<typeof lab>[]
  ): Promise<void> => {
    const parameters = observations.map((one): LabValue => {
      const reference = `Observation/${one.id}`;
      const digest = digestOf(parse(JSON.stringify(one), undefined, (number) => number) as RawResource);
      return {
        entry_id: v5(reference, '5f0b7c1e-3a52-4d0e-8a9c-0d6f6f1f8a11'),
        parameter_id: null,
        name: one.code.text,
        value: String(one.valueQuantity.value),
        unit: one.valueQuantity.unit,
        min: null,
        max: null,
        coding: one.code.coding,
        source: { system: SOURCE, reference, version: digest, digest },
        ...changes,
      };
    });
    const { id: patient_id } = await patientNamed(family);
    const content = { lab_result_id, patient_id, collected: '2025-03-01T08:30:00', collected_offset: '+00:00', draft: false, parameters };
    const command = { type: 'TakeFromExternal' as const, command_id: randomUUID(), data: { ...content, comment: 'x' } };
    const scope = { patient_id, organization_id: clinic.organization_id };
    await kernel().streams.transact(labResult, `lab_result-${lab_result_id}`, command, { kind: 'system', part: 'test' }, scope);
  };
  const namesOf = async (family: string) => (await resultsOf(family)).map(({ parameters }) => parameters.map(({ name }) => name));

  it('become an examination with the next import, once, and real results stay', async () => {
    const [weight, pulse, potassium] = [
      bare('o1', 'w4', '29463-7', 'Weight', 81, 'kg'),
      bare('o2', 'w4', '8867-4', 'Heart rate', 72, '/min'),
      lab('o3', 'w4', '4.1'),
    ];
    await take(person('w4', 'Walters'));
    await asEarlier('Walters', weight, potassium);
    await asEarlier('Walters', pulse);
    expect((await namesOf('Walters')).sort()).toEqual([['Heart rate'], ['Weight', 'Potassium']]);
    const report = await take(person('w4', 'Walters'), weight, pulse, potassium);
    expect(report.skipped).toEqual([]);
    expect(await namesOf('Walters')).toEqual([['Potassium']]);
    const moved = [
      [
        ['Weight', '81', 'kg'],
        ['Heart rate', '72', '/min'],
      ],
    ];
    expect(await measured('Walters')).toEqual(moved);
    const before = await head();
    await take(person('w4', 'Walters'), weight, pulse, potassium);
    expect(await head()).toBe(before);
    expect(await measured('Walters')).toEqual(moved);
  });

  it('are not doubled where that import was broken off between the two, and both go with their source', async () => {
    const weight = bare('o1', 'w5', '29463-7', 'Weight', 81, 'kg');
    await take(person('w5', 'Warrick'), weight);
    await asEarlier('Warrick', weight);
    await take(person('w5', 'Warrick'), weight);
    expect([await namesOf('Warrick'), await measured('Warrick')]).toEqual([[], [[['Weight', '81', 'kg']]]]);
    await asEarlier('Warrick', weight);
    await take(person('w5', 'Warrick'), { ...weight, status: 'entered-in-error' });
    expect([await namesOf('Warrick'), await measured('Warrick')]).toEqual([[], []]);
  });

  it('do not come back as an examination with the version that their source took back', async () => {
    const weight = bare('o1', 'w6', '29463-7', 'Weight', 81, 'kg');
    await take(person('w6', 'Wexford'));
    const { id } = await patientNamed('Wexford');
    const name = `Laboratory ${[id, 'Encounter/e1', '2025-03-01T08:30:00', 'time', false].join('|')}`;
    await asEarlierIn(importedId({ organization_id: clinic.organization_id, source: SOURCE }, name), {}, 'Wexford', weight);
    await take(person('w6', 'Wexford'), { ...weight, status: 'entered-in-error' });
    const saidAgain = { ...weight, note: [{ text: 'sent again' }] };
    for (const old of [weight, saidAgain]) {
      const report = await take(person('w6', 'Wexford'), old, bare('o2', 'w6', '8867-4', 'Heart rate', 72, '/min'));
      expect(report.skipped).toEqual([{ reference: 'Observation/o1', reason: 'another version took it back' }]);
      expect([await namesOf('Wexford'), await measured('Wexford')]).toEqual([[], [[['Heart rate', '72', '/min']]]]);
    }
    await take(person('w6', 'Wexford'), { ...weight, ...quantity(82, 'kg') });
    expect(await measured('Wexford')).toEqual([expect.arrayContaining([['Weight', '82', 'kg']])]);
  });

  it('ask what is open there, and not what somebody answered', async () => {
    const unsure = { valueQuantity: { value: 81, unit: 'kg', system: 'http://unitsofmeasure.org', code: '[lb_av]' } };
    const weight = (patient: string) => bare('o1', patient, '29463-7', 'Weight', 81, 'kg', unsure);
    const asked = async (family: string) => (await visitsOf(family)).flatMap(({ measurements }) => measurements.map(({ asks }) => asks));
    await take(person('w7', 'Wharton'), weight('w7'));
    const [visit] = await visitsOf('Wharton');
    const { unit, asks } = visit!.measurements[0]!;
    expect(asks).toMatchObject([{ code: 'unit-and-code' }]);
    for (const [id, family, open] of [
      ['w8', 'Whitby', undefined],
      ['w9', 'Wickham', asks],
    ] as const) {
      await take(person(id, family));
      await asEarlierIn(randomUUID(), { unit, ...(open ? { asks: open } : {}) }, family, weight(id));
      await take(person(id, family), weight(id));
      expect([await namesOf(family), await measured(family)]).toEqual([[], [[['Weight', '81', unit]]]]);
      expect(await asked(family)).toEqual([open]);
    }
  });

  it('that have a critical flag stay lab results with it', async () => {
    const flagged = { interpretation: [{ coding: [{ code: 'LL' }] }], referenceRange: [{ low: { value: 94 }, high: { value: 98 } }] };
    const saturation = bare('o1', 'w10', '2708-6', 'Oxygen saturation', 70, '%', flagged);
    const report = await take(person('w10', 'Wilcox'), saturation, bare('o2', 'w10', '8480-6', 'Systolic', 250, 'mm[Hg]', flagged));
    expect([report.skipped, await measured('Wilcox')]).toEqual([[], []]);
    const flags = (await resultsOf('Wilcox')).flatMap(({ parameters }) => parameters.map(({ value, flag, min }) => [value, flag, min]));
    expect(flags).toEqual([
      ['70', 'LL', '94'],
      ['250', 'LL', '94'],
    ]);
  });

  it('on a specimen stay lab results, also where it is said as a list, and where the report alone says it', async () => {
    const listed = { specimen: [{ display: 'Arterial blood' }] };
    const report = {
      resourceType: 'DiagnosticReport',
      id: 'r1',
      status: 'final',
      code: { text: 'Blood gases' },
      subject: { reference: 'Patient/w11' },
      result: [{ reference: 'Observation/o2' }],
      ...listed,
    };
    const saturation = (id: string, rest: object = {}) => bare(id, 'w11', '2708-6', 'Oxygen saturation', 93, '%', rest);
    await take(person('w11', 'Wilmot'), saturation('o1', listed), saturation('o2'), saturation('o3'), report);
    expect([(await namesOf('Wilmot')).flat().length, (await measured('Wilmot')).flat().length]).toEqual([2, 1]);
  });
});
