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
