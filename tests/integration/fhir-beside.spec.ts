import { randomUUID } from 'node:crypto';
import { besideText } from '#contracts/wire/beside';
import type { LabResultView } from '#contracts/lab/lab-results';
import { labResult } from '#services/records/lab-results/lab-results.decider';
import { condition, diagnosesOf, head, intakesOf, kernel, lab, order, person, resultsOf, startFhirClinic, take } from './fhir-clinic.ts';

startFhirClinic();

const serum = { resourceType: 'Specimen', id: 's1', type: { text: 'Serum' }, subject: { reference: 'Patient/a' } };
const doctor = { resourceType: 'Practitioner', id: 'd1', name: [{ family: 'Roe', given: ['Jane'], prefix: ['Dr.'] }] };
const potassium = lab('a1', 'a', '4.1', {
  specimen: { reference: 'Specimen/s1' },
  performer: [{ reference: 'Practitioner/d1' }],
  method: { text: 'Ion-selective electrode' },
});

const accept = ({ id, version }: LabResultView) => {
  const data = { lab_result_id: id, version, comment: 'Checked with the laboratory' };
  const command = { type: 'AcceptExternal' as const, command_id: randomUUID(), data };
  return kernel().streams.transact(labResult, `lab_result-${id}`, command, { kind: 'system', part: 'test' }, {});
};
const besideOf = ({ parameters }: LabResultView): (string | undefined)[] => parameters.map(({ beside }) => besideText(beside));

describe('parts that stand beside an item or a value', () => {
  it('stay with a result where another file with the same version lacks what it refers to', async () => {
    await take(person('a', 'Amberg'), serum, doctor, potassium);
    const words = 'Specimen: Serum; Method: Ion-selective electrode; Performed by: Dr. Jane Roe';
    expect((await resultsOf('Amberg')).map(besideOf)).toEqual([[words]]);
    const before = await head();
    const again = await take(person('a', 'Amberg'), potassium);
    expect(again.resources['Observation']).toMatchObject({ imported: 0, unchanged: 1 });
    expect(again.elements?.['Observation']).toMatchObject({
      'specimen (neither named nor in the file)': 1,
      'performer (neither named nor in the file)': 1,
    });
    expect(await head()).toBe(before);
  });

  it('stay where the other file has only a display, or only some of those it names', async () => {
    const nurse = { resourceType: 'Practitioner', id: 'd2', name: [{ text: 'Nurse Ito' }] };
    const sodium = lab('d1', 'd', '140', {
      specimen: { reference: 'Specimen/s2', display: 'Blood' },
      performer: [{ reference: 'Practitioner/d1' }, { reference: 'Practitioner/d2' }],
    });
    const hemolyzed = { ...serum, id: 's2', subject: { reference: 'Patient/d' }, condition: [{ text: 'hemolyzed' }] };
    const words = 'Specimen: Serum, hemolyzed; Performed by: Dr. Jane Roe; Nurse Ito';
    await take(person('d', 'Dahl'), hemolyzed, doctor, nurse, sodium);
    expect((await resultsOf('Dahl')).map(besideOf)).toEqual([[words]]);
    const before = await head();
    await take(person('d', 'Dahl'), nurse, sodium);
    expect([(await resultsOf('Dahl')).map(besideOf), await head()]).toEqual([[[words]], before]);
    await take(person('d', 'Dahl'), sodium);
    expect(await head()).toBe(before);
    const treated = order('d3', 'd', { reasonReference: [{ reference: 'Condition/d4', display: 'Influenza' }] });
    const refuted = condition('d4', 'd', { code: { text: 'Influenza' }, verificationStatus: { coding: [{ code: 'refuted' }] } });
    for (const resources of [[treated], [treated, refuted], [treated]]) await take(person('d', 'Dahl'), ...resources);
    expect((await intakesOf('Dahl')).map(({ beside }) => besideText(beside))).toEqual([
      expect.stringContaining('Reason: Influenza (refuted)'),
    ]);
  });

  it('are the remarks on a value, not on all values of its time, and come once to what an earlier release took', async () => {
    const remarked = lab('f1', 'f', '6.8', { note: [{ text: 'Specimen hemolyzed' }] });
    const sodium = lab('f2', 'f', '121', { code: { text: 'Sodium' } });
    await take(person('f', 'Falk'), remarked, sodium);
    const [result] = (await resultsOf('Falk')) as [LabResultView];
    expect(besideOf(result)).toEqual(['Note: Specimen hemolyzed', undefined]);
    expect(result.comment).toBe('Imported from County hospital');
    // as an earlier release had it: in the comment
    const data = {
      ...{ lab_result_id: result.id, patient_id: result.patient_id, collected: result.collected, draft: false },
      collected_precision: result.collected_precision,
      collected_offset: result.collected_offset,
      parameters: result.parameters.map(({ beside: _beside, ...entry }) => entry),
      comment: 'Imported from County hospital: Specimen hemolyzed',
    };
    const command = { type: 'TakeFromExternal' as const, command_id: randomUUID(), data };
    await kernel().streams.transact(labResult, `lab_result-${result.id}`, command, { kind: 'system', part: 'test' }, {});
    expect((await resultsOf('Falk')).map(besideOf)).toEqual([[undefined, undefined]]);
    const again = await take(person('f', 'Falk'), remarked, sodium);
    expect(again.resources['Observation']).toMatchObject({ imported: 1, unchanged: 1 });
    const [now] = (await resultsOf('Falk')) as [LabResultView];
    expect(besideOf(now)).toEqual(['Note: Specimen hemolyzed', undefined]);
    expect(now.parameters.map(({ corrected_from, asks }) => [corrected_from, asks])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
    const before = await head();
    await take(person('f', 'Falk'), remarked, sodium);
    expect(await head()).toBe(before);
  });

  it('keep the onset of the diagnosis of a visit where another file lacks the visit', async () => {
    const visit = { resourceType: 'Encounter', id: 'v1', subject: { reference: 'Patient/g' }, period: { start: '2021-11-15' } };
    const sinusitis = condition('g1', 'g', {
      ...{ category: [{ coding: [{ code: 'encounter-diagnosis' }] }], encounter: { reference: 'Encounter/v1' }, onsetDateTime: '2015-05' },
      note: [{ text: 'since the dive' }],
    });
    const said = async () => (await diagnosesOf('Gran')).map(({ beside }) => besideText(beside));
    await take(person('g', 'Gran'), visit, sinusitis);
    expect(await said()).toEqual(['Onset: 05/2015; Note: since the dive']);
    const before = await head();
    await take(person('g', 'Gran'), sinusitis);
    expect([await said(), await head()]).toEqual([['Onset: 05/2015; Note: since the dive'], before]);
  });

  it('never keep the values of a long result out, however much stands beside them', async () => {
    const component = Array.from({ length: 300 }, (_, n) => ({
      code: { text: `Allergen ${n}` },
      valueQuantity: { value: n + 1, unit: 'kU/L' },
    }));
    const many = (text: string) => Array.from({ length: 20 }, (_, n) => ({ display: `${text}${n} ${'x'.repeat(100)}` }));
    const words = { performer: many('A'), basedOn: many('B'), partOf: many('C') };
    const { valueQuantity: _value, ...panel } = lab('e1', 'e', '1', words);
    const report = await take(person('e', 'Eklund'), { ...panel, component });
    expect(report.resources['Observation']).toMatchObject({ imported: 1, skipped: 0 });
    const [result] = await resultsOf('Eklund');
    expect(result?.parameters).toHaveLength(300);
    expect(besideOf(result!)[299]).toMatch(/^Performed by: A0 x{100}; .* … and 2 more parts$/);
  });

  it('follow what is said anew of the same version, without a question', async () => {
    const other = { ...doctor, name: [{ text: 'Dr. J. Roe-Smith' }] };
    await take(person('a', 'Amberg'), serum, other, potassium);
    const results = await resultsOf('Amberg');
    expect(results.map(besideOf)).toEqual([['Specimen: Serum; Method: Ion-selective electrode; Performed by: Dr. J. Roe-Smith']]);
    expect(results.flatMap(({ parameters }) => parameters.flatMap(({ asks = [] }) => asks))).toEqual([]);
  });

  it('change alone in a version without a date, and nothing is asked, or asked again', async () => {
    const odd = (rest: object = {}) =>
      lab('b1', 'b', '5.1', { valueQuantity: { value: 5.1, unit: 'mg/dL', system: 'http://unitsofmeasure.org', code: 'mmol/L' }, ...rest });
    await take(person('b', 'Borg'), odd());
    const [asked] = await resultsOf('Borg');
    expect(asked?.parameters[0]?.asks).toHaveLength(1);
    await accept(asked!);
    await take(person('b', 'Borg'), { ...odd({ method: { text: 'Photometry' } }) });
    const [now] = await resultsOf('Borg');
    expect(besideOf(now!)).toEqual(['Method: Photometry']);
    expect(now?.parameters[0]?.asks ?? []).toEqual([]);
  });

  it('stand with diagnoses and treatments', async () => {
    await take(
      person('c', 'Cederholm'),
      doctor,
      condition('c1', 'c', { recorder: { reference: 'Practitioner/d1' } }),
      order('c2', 'c', {
        requester: { reference: 'Practitioner/d1' },
        reasonCode: [{ text: 'Hypertension' }],
        courseOfTherapyType: { text: 'Continuous' },
      }),
    );
    expect((await diagnosesOf('Cederholm')).map(({ beside }) => besideText(beside))).toEqual(['Recorded by: Dr. Jane Roe']);
    expect((await intakesOf('Cederholm')).map(({ beside }) => besideText(beside))).toEqual([
      expect.stringMatching(/^(?=.*Ordered by: Dr\. Jane Roe)(?=.*Reason: Hypertension)(?=.*Course of therapy: Continuous)/),
    ]);
  });
});
