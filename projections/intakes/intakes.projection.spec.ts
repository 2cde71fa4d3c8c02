import type { IntakeContent, IntakeEvent } from '#contracts/treatments/intakes';
import { completeIntake, dosageOf, tabletsOf } from '#tests/support/intake-rules';
import { ITEM_ID as intake_id, itemEvents, PATIENT_ID as patient_id } from '#tests/support/item-events';
import { type Given, metaOf, projectionSpec } from '#tests/support/projection-spec';
import { intakes } from './intakes.projection.ts';

const organization_id = '66666666-6666-4666-8666-666666666666';
const assistant = '77777777-7777-4777-8777-777777777777';
const doctor = metaOf(0).actor as { user_id: string };
const source = { system: 'Hospital', reference: 'MedicationRequest/7', version: '1' };

const regimen = (dose = '500') => ({
  ...tabletsOf(dosageOf('metformin hydrochloride', dose)),
  frequency: 2,
});
const content: IntakeContent = {
  ...completeIntake,
  medication: { id: 'ndc-1', proprietary_name: 'Glucophage', nonproprietary_name: 'metformin hydrochloride', strength: '500 mg' },
  is_generic_selected: false,
  time_from: '2026-03-01T00:00:00',
  time_to: null,
  until_discontinued: true,
  duration: null,
};
const { recorded, corrected, removed } = itemEvents<IntakeEvent>({
  id: 'intake_id',
  event: 'Intake',
  content,
  onlyCorrected: { dosage_changes: [] },
});
const imported = recorded({
  origin: 'fhir',
  source,
  dosage_text: 'one with meals',
  clinical_status: 'stopped',
  time_from_precision: 'month',
  time_from_offset: '-05:00',
  time_to_offset: '+00:00',
  comment: 'Imported',
});
const changed = (change_date: string, dose = '850'): IntakeEvent => ({
  type: 'DosageChanged',
  data: { intake_id, patient_id, change_date, ...regimen(dose), comment: 'HbA1c too high' },
});
const here = (event: IntakeEvent): Given<IntakeEvent> => ({ event, meta: { organization_id } });
const by = (event: IntakeEvent, actor: object): Given<IntakeEvent> => ({ event, meta: { organization_id, actor: actor as never } });

const period = (time_from: string, time_to: string | null, dose: string, change: number | null = null, days = '') => ({
  time_from,
  time_to,
  dosages: [
    {
      nonproprietary_name: 'metformin hydrochloride',
      dose,
      unit: 'mg',
      form: 'per tablet',
      average_dosage_per_day: Number(dose) * 2,
      dose_text: `${dose} mg twice a day`,
      as_ordered: `${dose} mg twice a day${days}, avg ${Number(dose) * 2} mg/day`,
    },
  ],
  average_dosage_per_day: Number(dose) * 2,
  as_needed: false,
  order: `${dose} mg twice a day, avg ${Number(dose) * 2} mg/day`,
  as_ordered: `${dose} mg twice a day${days}, avg ${Number(dose) * 2} mg/day`,
  change,
});
/** What a correction of the first event replaced. */
const was = (dose: string, time_from: string, time_to: string | null) => ({
  name: 'Glucophage (metformin hydrochloride)',
  order: `${dose} mg twice a day, avg ${Number(dose) * 2} mg/day`,
  time_from,
  time_to,
  at: metaOf(1).recorded_at,
});
const view = {
  id: intake_id,
  patient_id,
  organization_id,
  type: 'MedicationDosage' as const,
  origin: 'manual' as const,
  ...content,
  medication_id: 'ndc-1',
  dosage_changes: [],
  name: 'Glucophage (metformin hydrochloride)',
  nested_items: [period('2026-03-01T00:00:00', null, '500')],
  ends: null,
  date_applies: '2026-03-01T00:00:00',
  ongoing: true,
  last_day: '9999-12-31',
  comment: 'New entry',
  last_edited_by: doctor.user_id,
  recorded_at: metaOf(0).recorded_at,
  version: 0,
};

describe('treatments', () => {
  const spec = projectionSpec(intakes);

  it('shows a recorded treatment with its one period', () => spec.given(here(recorded())).then({ [intake_id]: view }));
  it('shows brand or generic, as it was chosen', () =>
    spec.given(here(recorded({ is_generic_selected: true }))).thenShows({ name: 'metformin hydrochloride' }));
  it('nests a period for each change of dosage, by day and not by when it was said; that corrects nothing', () => {
    spec
      .given(
        here(recorded()),
        here(changed('2026-05-01T00:00:00', '1000')),
        by(changed('2026-04-01T00:00:00'), { user_id: assistant, role: 'Assistant' }),
      )
      .then({
        [intake_id]: {
          ...view,
          dosage_changes: [
            { change_date: '2026-04-01T00:00:00', ...regimen('850') },
            { change_date: '2026-05-01T00:00:00', ...regimen('1000') },
          ],
          nested_items: [
            period('2026-03-01T00:00:00', '2026-03-31T00:00:00', '500', null, ' until 03/31/2026'),
            period('2026-04-01T00:00:00', '2026-04-30T00:00:00', '850', 0, ' from 04/01/2026 to 04/30/2026'),
            period('2026-05-01T00:00:00', null, '1000', 1, ' since 05/01/2026'),
          ],
          comment: 'HbA1c too high',
          last_edited_by: assistant,
          recorded_at: metaOf(2).recorded_at,
          version: 2,
        },
      });
  });
  it('takes over a correction with its changes of dosage, and what it replaced', () =>
    spec
      .given(
        here(recorded()),
        here(
          corrected({
            time_to: '2026-06-30T00:00:00',
            until_discontinued: false,
            duration: 122,
            dosage_changes: [{ change_date: '2026-04-01T00:00:00', ...regimen('850') }],
          }),
        ),
      )
      .thenShows({
        ends: '2026-06-30T00:00:00',
        ongoing: false,
        last_day: '2026-06-30',
        comment: 'Typing error',
        version: 1,
        nested_items: [
          {
            ...period('2026-03-01T00:00:00', '2026-03-31T00:00:00', '500', null, ' until 03/31/2026'),
            corrected_from: was('500', '2026-03-01T00:00:00', null),
          },
          {
            ...period('2026-04-01T00:00:00', '2026-06-30T00:00:00', '850', 0, ' from 04/01/2026 to 06/30/2026'),
            corrected_from: was('500', '2026-03-01T00:00:00', null),
          },
        ],
      }));
  it('says of the phase before a change of dosage alone that it was corrected', () => {
    const [start, turn] = ['2026-03-01T00:00:00', '2026-05-01T00:00:00'];
    const typo = { ...period(start, '2026-04-30T00:00:00', '500', null, ' until 04/30/2026'), corrected_from: was('50', start, null) };
    const later = period(turn, null, '1000', 0, ' since 05/01/2026');
    const events = [here(recorded({ ...regimen('50') })), here(corrected()), here(changed(turn, '1000'))];
    const changes = [{ change_date: turn, ...regimen('1000') }];
    const shown = { ...view, dosage_changes: changes, nested_items: [typo, later], comment: 'HbA1c too high' };
    spec.given(...events).then({ [intake_id]: { ...shown, recorded_at: metaOf(2).recorded_at, version: 2 } });
    // the change is corrected alone
    const again = corrected({ dosage_changes: [{ change_date: turn, ...regimen('850') }] });
    const now = period(turn, null, '850', 0, ' since 05/01/2026');
    spec.given(...events, here(again)).thenShows({
      nested_items: [typo, { ...now, corrected_from: { ...was('1000', turn, null), at: metaOf(3).recorded_at } }],
    });
    // said anew for the same day it is another dosage
    spec
      .given(...events, here(again), here(changed(turn, '700')))
      .thenShows({ nested_items: [typo, { order: later.order.replace('1000 mg t', '700 mg t').replace('2000', '1400') }] });
  });
  it('says with the phase that has its days what a correction took out', () =>
    spec.given(here(recorded()), here(changed('2026-05-01T00:00:00', '1000')), here(corrected())).thenShows({
      nested_items: [
        {
          order: '500 mg twice a day, avg 1000 mg/day',
          corrected_from: { order: '500 mg twice a day, avg 1000 mg/day; 1000 mg twice a day, avg 2000 mg/day', time_to: null },
        },
      ],
    }));
  it('ruling 50: takes a stop for no correction of what was said before', () => {
    const stop = corrected({ time_to: '2026-06-30T00:00:00', until_discontinued: false, duration: 122, stopped: true });
    spec.given(here(recorded()), here(stop)).then({
      [intake_id]: {
        ...view,
        time_to: '2026-06-30T00:00:00',
        until_discontinued: false,
        duration: 122,
        nested_items: [period('2026-03-01T00:00:00', '2026-06-30T00:00:00', '500')],
        ends: '2026-06-30T00:00:00',
        ongoing: false,
        last_day: '2026-06-30',
        comment: 'Typing error',
        recorded_at: metaOf(1).recorded_at,
        version: 1,
      },
    });
  });
  it('ruling 34: keeps the fact that was replaced through corrections of other things, until it says the same again', () => {
    const typo = recorded({ ...regimen('50') });
    const fact = { order: '50 mg twice a day, avg 100 mg/day', at: metaOf(1).recorded_at };
    spec
      .given(here(typo), here(corrected()), here(corrected({ notes: 'With food' })))
      .thenShows({ notes: 'With food', nested_items: [{ corrected_from: fact }] });
    const back = { order: '500 mg twice a day, avg 1000 mg/day', at: metaOf(2).recorded_at };
    spec
      .given(here(typo), here(corrected()), here(corrected({ ...regimen('50') })))
      .thenShows({ version: 2, nested_items: [{ corrected_from: back }] });
  });
  it('ruling 24: takes nothing that a draft said for a fact that was corrected', () =>
    spec.given(here(recorded({ draft: true, ...regimen('5') })), here(corrected())).then({
      [intake_id]: { ...view, comment: 'Typing error', recorded_at: metaOf(1).recorded_at, version: 1 },
    }));
  it('ruling 31: ends a therapy that repeats with its repeat', () => {
    const weekly = {
      until_discontinued: false,
      duration: 7,
      time_to: '2026-03-07T00:00:00',
      repeat_therapy: true,
      repeat: 4,
      repeat_unit: 'Week' as const,
    };
    spec.given(here(recorded({ ...weekly, repeat_until_discontinued: true }))).thenShows({ ends: null, ongoing: true });
    spec
      .given(here(recorded({ ...weekly, repeat_time_to: '2026-12-31T00:00:00' })))
      .thenShows({ ends: '2026-12-31T00:00:00', last_day: '2026-12-31', nested_items: [{ average_dosage_per_day: 250 }] });
  });
  it('shows an imported treatment in the words of its record, stopped nobody knows when', () =>
    spec.given(by(imported, { system: 'fhir-import' })).thenShows({
      origin: 'fhir',
      source,
      fhir_id: 'MedicationRequest/7',
      last_edited_by: null,
      ongoing: false,
      last_day: '0000-00-00',
      time_from_precision: 'month',
      time_from_offset: '-05:00',
      time_to_offset: '+00:00',
      nested_items: [{ order: 'one with meals, avg 1000 mg/day' }],
    }));
  it('ruling 64: an order that was stopped before its last day does not end on it, whatever is said of it later', () => {
    const at = (event: IntakeEvent, day: string) => ({ event, meta: { organization_id, recorded_at: `${day}T10:00:00.000Z` } });
    const stopped = { clinical_status: 'stopped', until_discontinued: false, time_to: '2026-06-30T00:00:00' };
    const shown = { ends: null, ordered_until: '2026-06-30T00:00:00', ongoing: false, last_day: '0000-00-00', over_since: '2026-04-01' };
    spec.given(at(recorded({ origin: 'fhir', source, ...stopped }), '2026-04-01')).thenShows(shown);
    spec
      .given(at(recorded({ origin: 'fhir', source, ...stopped }), '2026-04-01'), at(corrected({ ...stopped, notes: 'more' }), '2026-08-01'))
      .thenShows({ ...shown, notes: 'more' });
    const active = { ...stopped, clinical_status: 'active' };
    spec
      .given(at(recorded({ origin: 'fhir', source, ...active }), '2026-04-01'), at(corrected(stopped), '2026-08-01'))
      .thenShows({ ends: '2026-06-30T00:00:00', over_since: '2026-08-01', last_day: '2026-06-30' });
  });
  it('drops a removed treatment, and ignores what happens later or to what it does not know', () => {
    spec.given(here(recorded()), here(removed())).then({ [intake_id]: null });
    spec.given(here(recorded()), here(removed()), here(changed('2026-04-01T00:00:00'))).then({ [intake_id]: null });
    spec.given(here(corrected())).thenNothing();
  });
  spec.itCoversEveryEvent();
});

describe('a dose that was given', () => {
  const moment = '2026-03-01T08:15:00';
  const given = (change: object = {}) =>
    recorded({
      ...{ origin: 'fhir', source, given: true, clinical_status: 'completed', dosage_text: '500 mg', until_discontinued: false },
      ...{ time_from: moment, time_to: moment, time_from_precision: 'time', time_to_precision: 'time', frequency: null, period: null },
      ...change,
    });
  const spec = projectionSpec(intakes);
  it('never lasts, and is no plan of an order', () => {
    spec.given(here(given())).thenShows({ given: true, ongoing: false, last_day: '0000-00-00', ends: moment });
    const far = '2030-01-01T00:00:00';
    spec.given(here(given({ time_from: far, time_to: far }))).thenShows({ ends: far, last_day: '0000-00-00' });
  });
  it('is active while it is being given', () => {
    const going = { clinical_status: 'in-progress', time_to: null };
    spec.given(here(given(going))).thenShows({ ongoing: false, last_day: '9999-12-31', ends: null });
    spec.given(here(given({ ...going, time_to: '2026-03-02T10:00:00' }))).thenShows({ ongoing: false, last_day: '2026-03-02' });
  });
  it('ruling 64: is active without an end where nothing calls it over', () => {
    for (const clinical_status of ['on-hold', 'unknown'])
      spec.given(here(given({ clinical_status, time_to: null }))).thenShows({ last_day: '9999-12-31' });
    spec.given(here(given({ clinical_status: 'stopped', time_to: null }))).thenShows({ last_day: '0000-00-00' });
  });
  it('ruling 34: goes on and ends without a correction, which another dose, start or drug is', () => {
    const fromThen = (clinical_status: string, change: object) => {
      const ended = { ...given().data, clinical_status: 'completed', time_to: '2026-03-01T10:00:00', ...change };
      const before = intakes.create.IntakeRecorded(given({ clinical_status, time_to: null }) as never, metaOf(0));
      const after = intakes.apply.IntakeCorrected(before, corrected(ended) as never, metaOf(1)) as typeof before;
      return after.nested_items[0]!.corrected_from !== undefined;
    };
    expect(['in-progress', 'on-hold', 'unknown'].map((status) => fromThen(status, {}))).toEqual([false, false, true]);
    expect(fromThen('in-progress', { clinical_status: 'stopped' })).toBe(false);
    for (const change of [{ dosage_text: '5 mg' }, { time_from: '2026-03-01T07:00:00' }, { medication: { nonproprietary_name: 'Other' } }])
      expect(fromThen('in-progress', change)).toBe(true);
  });
});
