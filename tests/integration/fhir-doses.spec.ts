import { randomUUID } from 'node:crypto';
import { fieldsOf } from '#contracts/rules/equal';
import { averagePerDay } from '#contracts/treatments/dosages';
import { untilText } from '#contracts/treatments/courses';
import type { IntakeView } from '#contracts/treatments/intake-views';
import { IntakeContent } from '#contracts/treatments/intakes';
import { intakeSeries } from '#projections/intakes/intake-series';
import type { IntakeDocument } from '#projections/intakes/intakes.projection';
import { intake } from '#services/records/intakes/intakes.decider';
import { head, intakesOf, kernel, order, person, startFhirClinic, take, takeCase } from './fhir-clinic.ts';

startFhirClinic();

const TODAY = '2026-06-01';

/** What a person reads of each treatment: the order with its average, and until when. */
const readOf = async (family: string): Promise<Record<string, [order: string, until: string]>> =>
  Object.fromEntries(
    (await intakesOf(family)).map((one) => [one.name, [one.nested_items[0]?.order ?? '', untilText(one, TODAY)]] as const),
  );

describe('times of day', () => {
  it('count, and stand in words', async () => {
    await takeCase('times-of-day');
    expect(await readOf('Brannigan')).toEqual({
      'Metformin 500 mg oral tablet': ['500 mg, every day in the morning and at night, avg 1000 mg/day', 'ongoing'],
      'Carbidopa/levodopa': ['100 mg, every day at 08:00, 14:00 and 20:00, avg 300 mg/day', 'ongoing'],
      Amoxicillin: ['500 mg, 3 times every day in the morning, at noon and at night, avg 1500 mg/day', 'ongoing'],
      Alendronate: ['70 mg, on Sunday at 07:00, avg 10 mg/day', 'ongoing'],
    });
    const before = await head();
    expect((await takeCase('times-of-day')).resources['MedicationRequest']).toMatchObject({ imported: 0, unchanged: 4 });
    expect(await head()).toBe(before);
  });
});

describe('parts of instructions', () => {
  it('stand in the words of the order, and end it where they say so', async () => {
    await takeCase('parts-of-dosages');
    expect(await readOf('Desrosiers')).toEqual({
      Vincristine: [
        '2 mg, 1 time every week, over 10 minutes, 3 - 4 doses in all, intravenous, infusion, NEVER intrathecal, ' +
          'site: central line, right, at most 2 mg at a time, at most 12 mg in a lifetime, avg 0.286 mg/day',
        '06/22/2025',
      ],
      Remdesivir: ['100 mg, 1 time every day, duration 3 days, intravenous', 'probably ended 06/03/2025'],
      Denosumab: [
        '60 mg, on 06/02/2025 and 12/02/2025, subcutaneous',
        'ongoing; last dose on 12/02/2025 by the order, not confirmed since',
      ],
    });
  });
});

describe('ruling 64: courses', () => {
  it('that are over do not stand as ongoing, and a drug that is taken is never hidden', async () => {
    const dispenseRequest = { expectedSupplyDuration: { value: 30, unit: 'days', code: 'd' }, numberOfRepeatsAllowed: 11 };
    const said = (id: string, text: string, rest: object) =>
      order(id, 'd1', { medicationCodeableConcept: { text }, authoredOn: '2024-06-01', ...rest });
    await take(
      person('d1', 'Dahl'),
      said('w', 'Warfarin', { dispenseRequest, dosageInstruction: [{ text: '5 mg daily' }] }),
      said('n', 'Nitrofurantoin', { dosageInstruction: [{ text: '100 mg twice daily for 5 days' }] }),
      said('s', 'Sertraline', { status: 'stopped', dosageInstruction: [{ text: '50 mg daily' }] }),
    );
    expect(await readOf('Dahl')).toEqual({
      Warfarin: ['5 mg daily', 'ongoing; supply until 05/26/2025 by the order, not confirmed since'],
      Nitrofurantoin: ['100 mg twice daily for 5 days', '06/05/2024'],
      Sertraline: ['50 mg daily', 'stopped, day not said'],
    });
    const series = intakeSeries((await intakesOf('Dahl')) as unknown as IntakeDocument[], TODAY);
    expect(
      series.map(({ name, active, segments: [bar] }) => [name, active, bar!.ongoing, bar!.to?.slice(0, 10), bar!.confirmed_to]),
    ).toEqual([
      ['Nitrofurantoin', false, false, '2024-06-05', undefined],
      ['Sertraline', false, false, undefined, undefined],
      ['Warfarin', true, true, undefined, '2025-05-26'],
    ]);
  });

  it('come with the next import of the same file to a treatment that an earlier release took without', async () => {
    const ordered = order('m1', 'd2', { dosageInstruction: [{ text: '2 times a day for 10 days' }] });
    await take(person('d2', 'Dolan'), ordered);
    const [{ id, patient_id, source, ...before }] = (await intakesOf('Dolan')) as [IntakeView];
    const { time_to_precision: _, ...content } = { ...fieldsOf(IntakeContent)(before), time_to: null, until_discontinued: true };
    const data = { intake_id: id, patient_id, source: source!, comment: 'x', ...content };
    const command = { type: 'TakeFromExternal' as const, command_id: randomUUID(), data };
    await kernel().streams.transact(intake, `intake-${id}`, command, { kind: 'system', part: 'test' }, {});
    expect(await readOf('Dolan')).toEqual({ 'Metformin 500 MG': ['2 times a day for 10 days', 'ongoing'] });
    expect((await take(person('d2', 'Dolan'), ordered)).resources['MedicationRequest']).toMatchObject({ imported: 1 });
    expect(await readOf('Dolan')).toEqual({ 'Metformin 500 MG': ['2 times a day for 10 days', '02/10/2024'] });
    const head2 = await head();
    await take(person('d2', 'Dolan'), ordered);
    expect(await head()).toBe(head2);
  });
});

it('words and numbers that contradict each other are said, asked and not computed with', async () => {
  const dosageInstruction = [
    {
      text: 'Take TWO tablets (10 mg) daily',
      timing: { repeat: { frequency: 1, period: 1, periodUnit: 'd' } },
      doseAndRate: [{ doseQuantity: { value: 5, unit: 'mg' } }],
    },
  ];
  const answer = await take(person('d3', 'Dunne'), order('m1', 'd3', { dosageInstruction }));
  const [one] = (await intakesOf('Dunne')) as [IntakeView];
  expect(one.nested_items[0]).toMatchObject({
    order: 'Take TWO tablets (10 mg) daily (in numbers: 5 mg, words and numbers differ)',
    average_dosage_per_day: null,
  });
  expect(one.dosages.map((dose) => averagePerDay(dose, one, one))).toEqual([]);
  expect(one.asks).toMatchObject([{ code: 'words-and-numbers' }]);
  expect(answer.skipped).toMatchObject([{ reason: one.asks![0]!.text }]);
});
