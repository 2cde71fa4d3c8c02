import fc from '#tests/support/fast-check';
import { addDays } from '#contracts/rules/calendar-days';
import type { EventMeta } from '#contracts/wire/envelope';
import type { IntakeContent, IntakeEvent } from '#contracts/treatments/intakes';
import { completeIntake, dosageOf, tabletsOf } from '#tests/support/intake-rules';
import { metaOf } from '#tests/support/projection-spec';
import { intakeSeries } from './intake-series.ts';
import { type IntakeDocument, intakes } from './intakes.projection.ts';

const patient_id = '22222222-2222-4222-8222-222222222222';
const organization_id = '66666666-6666-4666-8666-666666666666';
const TODAY = '2026-06-01';
const time = (day: string) => `${day}T00:00:00`;
const dosage = (name: string, dose: string | null, unit: string | null = 'mg') => dosageOf(name, dose, { unit });
const regimen = (dose: string) => tabletsOf(dosage('prednisone', dose));
let numbers = 0;
/** A document as the projection leaves it after these events. */
const treatment = (change: Partial<IntakeContent> = {}, meta: Partial<EventMeta> = {}, ...later: [string, string][]): IntakeDocument => {
  const intake_id = `11111111-1111-4111-8111-${String(++numbers).padStart(12, '0')}`;
  const content: IntakeContent = {
    ...completeIntake,
    medication: { id: `ndc-${numbers}`, nonproprietary_name: 'prednisone' },
    time_from: time('2026-03-01'),
    time_to: null,
    until_discontinued: true,
    duration: null,
    ...regimen('40'),
    ...change,
  };
  const event = {
    type: 'IntakeRecorded' as const,
    data: { intake_id, patient_id, origin: 'manual' as const, ...content, comment: 'New entry' },
  };
  let document = intakes.create.IntakeRecorded(event, metaOf(0, { organization_id, ...meta }));
  for (const [change_date, dose] of later) {
    const data = { intake_id, patient_id, change_date: time(change_date), ...regimen(dose), comment: 'Less' };
    document = intakes.apply.DosageChanged(document, { type: 'DosageChanged', data } satisfies IntakeEvent, metaOf(1)) as IntakeDocument;
  }
  return document;
};
const until = (day: string) => ({ time_to: time(day), until_discontinued: false });
const sums = (...documents: IntakeDocument[]) =>
  intakeSeries(documents, TODAY).flatMap((one) =>
    one.sums.map(({ from, to, average, up_to, addends }) => [from?.slice(5, 10), to?.slice(5, 10) ?? null, average, up_to, addends.length]),
  );

describe('ruling 64: courses of external records', () => {
  const external = (change: Partial<IntakeContent>) => treatment({ dosage_text: 'as written', ...change });
  const bar = (change: Partial<IntakeContent>) => {
    const [{ active, is_probably_over, segments, sums }] = intakeSeries([external(change)], TODAY) as [ReturnType<typeof intakeSeries>[0]];
    const { to, ongoing, until_text, confirmed_to } = segments[0]!;
    return { active, is_probably_over, to: to?.slice(0, 10), ongoing, until_text, confirmed_to, sums };
  };
  it('last beyond their supply, and say so', () =>
    expect(bar({ expected_until: { day: '2026-04-01', by: 'supply' } })).toMatchObject({
      ...{ active: true, to: undefined, ongoing: true, confirmed_to: '2026-04-01' },
      until_text: 'ongoing; supply until 04/01/2026 by the order, not confirmed since',
    }));
  it('are over where they probably are, and say so', () =>
    expect(bar({ ...until('2026-03-03'), time_to_probable: true })).toMatchObject({
      ...{ active: false, is_probably_over: true, to: '2026-03-03', ongoing: false },
      until_text: 'probably ended 03/03/2026',
    }));
  it('that were stopped end nobody knows when, whatever was ordered', () => {
    const stopped = { active: false, to: undefined, ongoing: false, is_probably_over: undefined };
    expect(bar({ clinical_status: 'stopped' })).toMatchObject({ ...stopped, until_text: 'stopped, day not said' });
    expect(bar({ ...until('2026-12-31'), clinical_status: 'stopped' })).toMatchObject({
      ...stopped,
      until_text: 'stopped, ordered until 12/31/2026',
    });
  });
  it('stay addends of a sum', () => {
    const supplied = external({ expected_until: { day: '2026-04-01', by: 'supply' } });
    expect(sums(supplied, treatment({ time_from: time('2026-05-01'), ...regimen('10') }))).toEqual([['05-01', null, 50, 0, 2]]);
  });
});

describe('the series of treatments', () => {
  it('have a bar for each dosage, with its average', () => {
    const [series] = intakeSeries([treatment({}, {}, ['2026-04-01', '20'], ['2026-05-01', '10'])], TODAY);
    expect(series).toMatchObject({ id: 'prednisone|mg', name: 'prednisone', unit: 'mg', active: true, unchecked: 0, sums: [] });
    expect(
      series!.segments.map(({ from, to, average, ongoing, is_default, order }) => [
        from?.slice(5, 10),
        to?.slice(5, 10),
        average,
        ongoing,
        is_default,
        order,
      ]),
    ).toEqual([
      ['03-01', '03-31', 40, false, true, '40 mg once a day until 03/31/2026, avg 40 mg/day'],
      ['04-01', '04-30', 20, false, true, '20 mg once a day from 04/01/2026 to 04/30/2026, avg 20 mg/day'],
      ['05-01', undefined, 10, true, true, '10 mg once a day since 05/01/2026, avg 10 mg/day'],
    ]);
  });
  it('have a bar for each step of a tapering, cut where it was given up', () => {
    const dosages = [
      { ...dosage('prednisone', '40'), step: 0, days: 5 },
      { ...dosage('prednisone', '20'), step: 1, days: 5 },
    ];
    const [series] = intakeSeries(
      [treatment({ schedule_kind: 'Tapering', dosages, duration: 10, ...until('2026-03-10') }, {}, ['2026-03-08', '15'])],
      TODAY,
    );
    expect(series!.segments.map(({ from, average, order }) => [from?.slice(5, 10), average, order])).toEqual([
      ['03-01', 40, 'taper 40 to 20 mg until 03/07/2026: 40 mg once a day until 03/05/2026, avg 40 mg/day'],
      ['03-06', 20, 'taper 40 to 20 mg until 03/07/2026: 20 mg once a day until 03/07/2026, avg 20 mg/day'],
      ['03-08', 15, '15 mg once a day from 03/08/2026 to 03/10/2026, avg 15 mg/day'],
    ]);
  });
  it('are one for each ingredient, unit and organization: nothing joins across clinics (ruling 37)', () => {
    const combined = {
      medication: { id: 'x', nonproprietary_name: 'lisinopril; hydrochlorothiazide' },
      dosages: [dosage('lisinopril', '20'), dosage('hydrochlorothiazide', '12.5')],
    };
    const elsewhere = { organization_id: '99999999-9999-4999-8999-999999999999' };
    const series = intakeSeries(
      [treatment(), treatment({}, elsewhere), treatment({ dosages: [dosage('Prednisone', '5', 'units')] }), treatment(combined)],
      TODAY,
    );
    expect(series.flatMap(({ ingredient, segments }) => (ingredient === 'lisinopril' ? segments.map(({ order }) => order) : []))).toEqual([
      '20 mg once a day, avg 20 mg/day',
    ]);
    expect(series.map(({ id, segments }) => [id, segments.length])).toEqual([
      ['hydrochlorothiazide|mg', 1],
      ['lisinopril|mg', 1],
      ['prednisone|mg', 1],
      ['prednisone|mg', 1],
      ['prednisone|units', 1],
    ]);
  });
  it('are named like the treatment in the list', () => {
    const brand = { medication: { id: 'x', proprietary_name: 'Deltasone', nonproprietary_name: 'prednisone' }, is_generic_selected: false };
    const [one] = [treatment(brand)];
    expect(intakeSeries([one], TODAY)[0]).toMatchObject({ name: one.name, ingredient: 'prednisone' });
    expect(intakeSeries([one, treatment()], TODAY)[0]?.name).toBe('prednisone (Deltasone)');
  });
  it('act on the most recent treatment: no draft before a draft, then by end, then by start', () => {
    const [old, ended, draft, recent] = [
      treatment({ time_from: time('2020-01-01') }),
      treatment({ time_from: time('2026-05-01'), ...until('2026-05-10') }),
      treatment({ draft: true, time_from: time('2026-05-20') }),
      treatment({ time_from: time('2024-01-01') }),
    ];
    expect(intakeSeries([old, ended, draft, recent], TODAY)[0]).toMatchObject({ default_id: recent.id, unchecked: 1, active: true });
    expect(intakeSeries([ended, draft], TODAY)[0]).toMatchObject({ default_id: ended.id, active: false });
  });
  it('show what an external record brought without a dose, and ruling 29: without an average', () => {
    const [litres, none] = intakeSeries([treatment({ dosages: [] }), treatment({ dosages: [dosage('prednisone', '5', 'mL')] })], TODAY);
    expect([litres?.unit, litres?.segments[0]?.average]).toEqual(['mL', null]);
    expect([none?.unit, none?.segments[0]?.average]).toEqual(['no unit', null]);
  });
});

describe('ruling 30: the sums of overlapping bars', () => {
  it('cover exactly the days on which they overlap', () => {
    const first = treatment(until('2026-03-31'));
    const second = treatment({ time_from: time('2026-03-20'), ...until('2026-04-15'), ...regimen('10') });
    expect(sums(first, second)).toEqual([['03-20', '03-31', 50, 0, 2]]);
    expect(sums(first, treatment({ time_from: time('2026-04-01') }))).toEqual([]);
  });
  it('change with each bar that begins or ends', () =>
    expect(
      sums(
        treatment(),
        treatment({ time_from: time('2026-04-01'), ...regimen('10') }, {}, ['2026-05-01', '5']),
        treatment({ time_from: time('2026-05-01'), ...until('2026-05-03'), ...regimen('1') }),
      ),
    ).toEqual([
      ['04-01', '04-30', 50, 0, 2],
      ['05-01', '05-03', 46, 0, 3],
      ['05-04', null, 45, 0, 2],
    ]));
  it('keep apart what is taken as needed', () =>
    expect(sums(treatment(), treatment({ as_needed: true, ...{ dosages: [dosage('prednisone', '5')] } }))).toEqual([
      ['03-01', null, 40, 5, 2],
    ]));
  it('ruling 24: have no drafts; ruling 29: nothing without an average', () =>
    expect(sums(treatment(), treatment({ draft: true }), treatment({ frequency: null }))).toEqual([]));
  it('say where it is possibly the same order: two that come to the same a day', () => {
    const same = (...documents: IntakeDocument[]) =>
      intakeSeries(documents, TODAY)[0]!.sums.map(({ possibly_same_order }) => possibly_same_order);
    expect(same(treatment(), treatment())).toEqual([true]);
    expect(same(treatment(), treatment({ ...regimen('20'), quantity: 2 }))).toEqual([true]);
    expect(same(treatment(), treatment(regimen('20')))).toEqual([false]);
    expect(same(treatment(), treatment({ as_needed: true }))).toEqual([false]);
  });
  it('count what lasts into the past and the future', () =>
    expect(sums(treatment({ time_from: null }), treatment())).toEqual([['03-01', null, 80, 0, 2]]));
  it('are on every day what somebody would add up who looks at that day alone', () => {
    const START = '2026-01-01';
    const bar = fc.record({
      first: fc.integer({ min: 0, max: 40 }),
      days: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 4 }),
      dose: fc.integer({ min: 1, max: 3 }),
      as_needed: fc.boolean(),
      draft: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(bar, { maxLength: 8 }), (bars) => {
        const documents = bars.map(({ first, days, dose, as_needed, draft }) => {
          const time_from = time(addDays(START, first));
          const span = days === null ? {} : until(addDays(START, first + days - 1));
          return treatment({ time_from, ...span, ...regimen(String(dose)), as_needed, draft });
        });
        const [series] = intakeSeries(documents, TODAY);
        for (let day = 0; day < 70; day++) {
          const here = bars.filter(({ first, days, draft }) => !draft && first <= day && (days === null || day < first + days));
          const date = addDays(START, day);
          const sum = series?.sums.filter(({ from, to }) => from!.slice(0, 10) <= date && (to === null || date <= to.slice(0, 10))) ?? [];
          const of = (asNeeded: boolean) => here.filter(({ as_needed }) => as_needed === asNeeded).reduce((all, { dose }) => all + dose, 0);
          const expected = here.length < 2 ? [] : [[of(false), of(true), here.length]];
          expect(sum.map(({ average, up_to, addends }) => [average, up_to, addends.length])).toEqual(expected);
        }
      }),
    );
  });
});

describe('doses that were given', () => {
  const given = (day: string, change: Partial<IntakeContent> = {}) =>
    treatment({
      ...{
        given: true,
        clinical_status: 'completed',
        dosage_text: '1 g',
        frequency: null,
        period: null,
        form: 'total dose',
        quantity: null,
      },
      ...{ time_from: `${day}T08:15:00`, time_to: `${day}T08:15:00`, until_discontinued: false },
      ...{ time_from_precision: 'time', time_to_precision: 'time', dosages: [dosage('prednisone', '1', 'g')] },
      ...change,
    });

  it('lie in the row of their ingredient after what was ordered, and are not taken on any day', () => {
    const [series, ...others] = intakeSeries([given('2026-02-01'), treatment(), given('2026-07-01')], TODAY);
    expect(others).toEqual([]);
    expect(series).toMatchObject({ unit: 'mg', active: true, given_doses: 2 });
    expect(series!.is_only_given).toBeUndefined();
    expect(
      series!.segments.map((one) => [
        one.given ?? false,
        one.from?.slice(5, 10),
        one.to?.slice(5, 10),
        one.average,
        one.ongoing,
        one.planned,
      ]),
    ).toEqual([
      [false, '03-01', undefined, 40, true, false],
      [true, '02-01', '02-01', null, false, false],
      [true, '07-01', '07-01', null, false, false],
    ]);
    expect(series!.segments[1]).toMatchObject({
      until_text: 'given 02/01/2026 08:15',
      order: '1 g, given 02/01/2026 08:15',
      dose_text: '1 g',
      is_default: false,
    });
  });
  it('of what was not ordered are one row without a unit, active only while one is being given', () => {
    const units = [dosage('prednisone', '5', 'mL')];
    const [over, ...others] = intakeSeries([given('2026-02-01'), given('2026-02-02', { dosages: units })], TODAY);
    expect(others).toEqual([]);
    expect(over).toMatchObject({ id: 'prednisone|no unit', active: false, given_doses: 2, is_only_given: true, sums: [] });
    const infusion = given('2026-05-31', { time_to: null, clinical_status: 'in-progress' });
    const [now] = intakeSeries([infusion], TODAY);
    expect(now).toMatchObject({ active: true, segments: [{ ongoing: false, to: null, planned: false }] });
  });
  it('have one name of their row, whichever of them comes first', () => {
    const doses = [
      given('2026-02-01'),
      given('2026-02-02', { dosages: [dosage('prednisone', '5', 'mL')] }),
      given('2026-02-03', { dosages: [] }),
    ];
    const orders = [treatment(), treatment({ dosages: [dosage('prednisone', '1', 'g')] })];
    const ids = (all: IntakeDocument[]) => intakeSeries(all, TODAY).map(({ id }) => id);
    expect([ids(doses), ids(doses.toReversed())]).toEqual([['prednisone|no unit'], ['prednisone|no unit']]);
    expect(ids([...doses, ...orders])).toEqual(ids([...orders, ...doses].toReversed()));
  });
  it('name their product, their clocks where they have any, and of what they are a part', () => {
    const clocks = { time_from_offset: '-04:00', time_to_offset: '+00:00' };
    const strength = { medication: { ...treatment().medication, strength: '5 mg' } };
    const [one] = intakeSeries([given('2026-02-01', { ...clocks, part_of_dose: true }), given('2026-02-02', strength)], TODAY);
    const [first, other] = one!.segments;
    expect(first).toMatchObject({ from_offset: '-04:00', to_offset: '+00:00', part_of_dose: true });
    expect(first!.product).not.toBe(other!.product);
    expect(intakeSeries([treatment()], TODAY)[0]!.segments[0]!.product).toBeUndefined();
  });
  it('ruling 37: stay in the row of their own clinic', () =>
    expect(
      intakeSeries([treatment(), { ...given('2026-02-01'), organization_id: '99999999-9999-4999-8999-999999999999' }], TODAY).map(
        ({ segments }) => segments.length,
      ),
    ).toEqual([1, 1]));
  it('ruling 30: leave every average and every sum as it is, and are never possibly the same order', () => {
    const drug = fc.constantFrom('prednisone', 'warfarin');
    const day = fc.integer({ min: 0, max: 120 }).map((days) => addDays('2026-03-01', days).slice(0, 10));
    const orders = fc.array(
      fc.record({
        name: drug,
        from: day,
        days: fc.option(fc.integer({ min: 0, max: 60 })),
        dose: fc.constantFrom('5', '10'),
        as_needed: fc.boolean(),
        draft: fc.boolean(),
      }),
      { maxLength: 6 },
    );
    const statuses = fc.constantFrom('completed', 'in-progress', 'stopped', 'on-hold', 'unknown');
    const doses = fc.array(
      fc.record({
        name: drug,
        from: day,
        status: statuses,
        unit: fc.constantFrom('mg', 'g'),
        isOpen: fc.boolean(),
        draft: fc.boolean(),
        dose: fc.constantFrom('5', '10'),
      }),
      { maxLength: 8 },
    );
    const orderOf = (one: { name: string; from: string; days: number | null; dose: string; as_needed: boolean; draft: boolean }) =>
      treatment({
        medication: { nonproprietary_name: one.name },
        time_from: time(one.from),
        ...(one.days === null ? {} : until(addDays(one.from, one.days).slice(0, 10))),
        ...tabletsOf(dosage(one.name, one.dose)),
        as_needed: one.as_needed,
        draft: one.draft,
      });
    fc.assert(
      fc.property(orders, doses, (ordered, administered) => {
        const documents = ordered.map(orderOf);
        const others = administered.map(({ name, from, status, unit, isOpen, draft, dose }) =>
          given(from, {
            medication: { nonproprietary_name: name },
            clinical_status: status,
            dosages: [dosage(name, dose, unit)],
            draft,
            ...(isOpen ? { time_to: null } : {}),
          }),
        );
        const said = (all: readonly IntakeDocument[]) =>
          intakeSeries(all, TODAY).flatMap(({ id, sums: own, segments }) =>
            segments.some((one) => !one.given) ? [{ id, sums: own, orders: segments.filter((one) => !one.given) }] : [],
          );
        expect(said([...others, ...documents])).toEqual(said(documents));
        for (const one of intakeSeries([...documents, ...others], TODAY))
          for (const { addends } of one.sums) expect(addends.every((place) => !one.segments[place]!.given)).toBe(true);
      }),
    );
  });
});
