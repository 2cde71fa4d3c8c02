import { jest } from '@jest/globals';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DiagnosisView } from '#contracts/diagnoses/diagnoses';
import type { ExaminationView } from '#contracts/examinations/examinations';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import type { GraphVisuals } from '#contracts/items/graph-visuals';
import type { MedicalItemView } from '#contracts/items/medical-items';
import type { TokenResponse } from '#contracts/people/accounts';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { IntakeSegment, IntakeSeries, IntakeView } from '#contracts/treatments/intake-views';
import { nowIn, showDate, showDateTime } from '#web/lib/dates.ts';
import { rereadAll } from '#web/lib/live.ts';
import { markRow } from '#web/lib/returning.ts';
import { useWaitingRows } from '#web/ui/use-waiting-rows.ts';
import { patientId } from '../e2e/api.ts';
import { until } from '../e2e/until.ts';
import { completeIntake } from '../support/intake-rules.ts';
import { add, itemsOf } from './data.ts';
import { answered, awaited, dialog, hasFocus, isClosed, isGone, type Part, rowOf, rowsOf, section, textsOf, valueOf } from './find.ts';
import { screensOf } from './screens.tsx';
import { asks, fill, fillAll, press } from './user.ts';

const LISTS = [
  { title: 'Diagnoses', view: 'diagnoses', api: 'diagnoses' },
  { title: 'Treatments', view: 'intakes', api: 'intakes' },
  { title: 'Lab results', view: 'lab', api: 'lab-results' },
  { title: 'Examinations', view: 'examinations', api: 'examinations' },
] as const;
/** The search of a record that shows all its sections as lists. */
const AS_LISTS = LISTS.map(({ view }) => `${view}_view=list`).join('&');
/** The part of it that leaves only these. */
const only = (...shown: string[]) => `hide=${LISTS.flatMap(({ api }) => (shown.includes(api) ? [] : [api])).join()}`;
const aDayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const screens = screensOf('doctor');
let morgan = '';
let okafor = '';
beforeAll(async () => void ([morgan, okafor] = [await patientId(screens.api, 'Morgan'), await patientId(screens.api, 'Okafor')]));

const read = <T = { draft: boolean; comment: string },>(kind: string, id: string) => screens.api.get<T>(`/api/${kind}/${id}`);
const all = <T,>(kind: string, patient = morgan) => itemsOf<T>(screens.api, `${kind}?patient_id=${patient}&take=100`);
/** Ten days of Lipitor, complete. */
const lipitor = async (changes: object, dosage: object = {}) => {
  const { medication } = (await all<IntakeView>('intakes')).find(({ name }) => name.startsWith('Lipitor'))!;
  const { nonproprietary_name } = medication;
  const dosages = completeIntake.dosages.map((each) => ({ ...each, nonproprietary_name, ...dosage }));
  return { ...completeIntake, patient_id: morgan, medication, dosages, ...changes };
};
/** Metformin for Okafor from the first of these days on, and more of it from each of the others. */
const metformin = async (...days: string[]) => {
  const [found] = await itemsOf<Record<string, string>>(screens.api, 'medications?query=metformin&skip=0&take=1');
  const { release: _release, ...medication } = found!;
  const dosages = [{ nonproprietary_name: medication['nonproprietary_name'], dose: '500', unit: 'mg' }];
  const regimen = { form: 'per tablet', quantity: 1, frequency: 1, period: 1, period_unit: 'Day', dosages };
  const [time_from, ...changes] = days.map((day) => `${day}T00:00:00`);
  const schedule = { schedule_kind: 'Regular', time_from, time_to: null, until_discontinued: true };
  const id = await add(screens.api, 'intakes', { patient_id: okafor, draft: false, medication, ...schedule, ...regimen });
  for (const [version, change_date] of changes.entries()) {
    const change = { version, comment: 'More', change_date, ...regimen, frequency: version + 2 };
    await screens.api.send('POST', `/api/intakes/${id}/split`, change);
  }
  await until('all dosages can be read', async () => (await read<IntakeView>('intakes', id)).version === changes.length);
  return id;
};

describe('what the laboratory flagged', () => {
  const value = (name: string, entry: object) => ({
    entry_id: name,
    parameter_id: null,
    name,
    unit: 'mmol/L',
    min: null,
    max: null,
    no_upper_limit: true,
    ...entry,
  });

  it('is marked and counted in the list, and first in the legend, without a range too', async () => {
    const parameters = [
      value('Alpha', { value: '5' }),
      value('Beta', { value: '6', min: '1', max: '5', no_upper_limit: false }),
      value('Gamma', { value: '4', min: '1', max: '5', no_upper_limit: false, flag: 'L' }),
      value('Zeta', { value: '7', flag: 'HH' }),
    ];
    const patient = await patientId(screens.api, 'Ortiz');
    const id = await add(screens.api, 'lab-results', { patient_id: patient, collected: '2026-03-02T00:00:00', draft: false, parameters });
    screens.open(`/patients/${patient}?lab_view=list&${only('lab-results')}`);
    const row = await rowOf(id);
    expect(row.element.textContent).toMatch(/1 critical.*1 out of range.*2 flagged/);
    await press('Graph', await section('Lab results'));
    const legend = await section('Lab results');
    await waitFor(() => expect(legend.getAllByRole('listitem')[0]!.textContent).toMatch(/^Zeta.*7.*flagged high.*HH/));
    const places = ['Beta', 'Gamma', 'Alpha'].map((name) =>
      legend.getAllByRole('listitem').findIndex(({ textContent }) => textContent.startsWith(name)),
    );
    expect(Math.max(places[0]!, places[1]!)).toBeLessThan(places[2]!);
    expect(Math.min(...places)).toBeGreaterThan(0);
  });
});

describe('results of one day', () => {
  it('say their time in the list, each where it is known', async () => {
    const patient = await patientId(screens.api, 'Ortiz');
    const parameters = [
      { entry_id: 'g', parameter_id: null, name: 'Glucose', unit: 'mg/dL', value: '290', min: null, max: null, no_upper_limit: true },
    ];
    const of = (collected: string) => add(screens.api, 'lab-results', { patient_id: patient, collected, draft: false, parameters });
    const ids = [
      await of('2024-05-06T08:00:00'),
      await of('2024-05-06T15:00:00'),
      await of('2024-05-06T00:00:00'),
      await of('2024-05-07T08:00:00'),
    ];
    screens.open(`/patients/${patient}?lab_view=list&${only('lab-results')}`);
    const heads = await Promise.all(ids.map(async (id) => (await rowOf(id)).element.querySelector('time')?.textContent));
    expect(heads).toEqual(['05/06/2024 08:00', '05/06/2024 15:00', '05/06/2024', '05/07/2024']);
    const results = await section('Lab results');
    results.getByRole('button', { name: 'History of Glucose, 05/06/2024 15:00' });
    results.getByRole('button', { name: 'Values of 05/06/2024 08:00' });
  });
});

describe('ruling 64: diagnoses of visits', () => {
  it('are one row without an end, each day with its own history, and Active says how many it hides', async () => {
    const brandt = await patientId(screens.api, 'Brandt');
    screens.open(`/patients/${brandt}?diagnoses_view=list&diagnoses_active=false&${only('diagnoses')}`);
    const diagnoses = await section('Diagnoses');
    const row = await diagnoses.findByRole('row', { name: /Acute bronchitis/ });
    expect(row.textContent).toMatch(/at visits: 2, last 12\/04\/2025.*Of a visit/);
    expect(row.textContent).not.toMatch(/ongoing|ended|Active|Over/);
    await press(/^History, Acute bronchitis.*02\/13\/2023/, diagnoses);
    const history = await screen.findByRole('dialog');
    expect(history.textContent).toMatch(/Acute bronchitis.*02\/13\/2023/);
    await press('Close', within(history));
    await press('Active', diagnoses);
    await diagnoses.findByText('1 of visits, hidden');
    expect(diagnoses.queryByRole('row', { name: /Acute bronchitis/ })).toBeNull();
    await press('Graph', diagnoses);
    await diagnoses.findByText('1 of visits, hidden');
    await press('All', diagnoses);
    await waitFor(() => {
      const rows = diagnoses.getAllByRole('listitem').map(({ textContent }) => textContent);
      expect(rows).toContainEqual(expect.stringMatching(/Acute bronchitis.*at visits: 2, last 12\/04\/2025/));
    });
  });
});

describe('what an external record says of a treatment', () => {
  it('stands in the list: its start as much as was said of it, and its notes', async () => {
    screens.answer(/intakes\?patient_id/, (body) => {
      const {
        items: [first, ...others],
        ...page
      } = body as { items: IntakeView[] };
      const start = { time_from: '2026-05-01T00:00:00', time_from_precision: 'month' } as const;
      const nested_items = first!.nested_items.slice(0, 1).map((one) => ({ ...one, time_from: start.time_from }));
      return {
        ...page,
        items: [{ ...first, ...start, nested_items, name: 'Digoxin', origin: 'fhir', notes: 'not with antacids' }, ...others],
      };
    });
    screens.open(`/patients/${okafor}?intakes_view=list&intakes_active=false&${only('intakes')}`);
    const treatments = await section('Treatments');
    const row = await treatments.findByRole('row', { name: /Digoxin/ });
    expect(row.textContent).toMatch(/Note: not with antacids.*05\/2026/);
    expect(row.textContent).not.toContain('05/01/2026');
    expect(within(row).getByRole('button', { name: 'History Digoxin, 05/2026' })).toBeTruthy();
  });
});

describe('doses that were given', () => {
  const MOMENT = '2025-06-03T08:15:00';
  const times = { time_from: MOMENT, time_to: MOMENT, time_from_precision: 'time', time_to_precision: 'time' };
  /** A treatment of the record as a dose of another drug. */
  const given = (item: IntakeView, earlier: number, more: object = {}) => ({
    ...{ ...item, ...times, id: '11111111-1111-4111-8111-000000000099', name: 'Vancomycin', nested_items: item.nested_items.slice(0, 1) },
    ...{ origin: 'fhir', draft: false, given: true, clinical_status: 'completed', active: false, planned: false, ends: MOMENT },
    ...{ dosage_text: '1 g', order: '1 g, given 06/03/2025 08:15', until_text: 'given 06/03/2025 08:15', average_dosage_per_day: null },
    earlier_given: Array.from({ length: earlier }, (_, at) => {
      const day = `2025-05-${String(30 - at).padStart(2, '0')}`;
      const until_text = `given ${showDate(`${day}T00:00:00`)} 08:15`;
      const id = `11111111-1111-4111-8111-${String(at).padStart(12, '0')}`;
      const own = { time_from: `${day}T08:15:00`, time_to: `${day}T08:15:00` };
      return { ...times, ...own, id, until_text, dose_text: at === 0 ? '500 mg' : '1 g', clinical_status: 'completed' };
    }),
    ...(earlier > 0 ? { given_count: earlier + 1 } : {}),
    ...more,
  });
  const open = async (view: 'list' | 'graph') => {
    screens.open(`/patients/${okafor}?intakes_view=${view}&intakes_active=false&${only('intakes')}`);
    return section('Treatments');
  };
  const items = (body: unknown) => (body as { items: unknown[] }).items;

  it('are one row of the list with each moment, never as ongoing or ordered', async () => {
    screens.answer(/intakes\?patient_id/, (body) => {
      const [first] = items(body) as [IntakeView];
      return {
        ...(body as object),
        items: [
          given(first, 20, {
            given_count: 24,
            given_amounts: '1 g (23 times), 500 mg (1 time)',
            beside: [{ element: 'performer', text: 'Nurse Lee' }],
          }),
          ...items(body),
        ],
      };
    });
    const treatments = await open('list');
    const row = await treatments.findByRole('row', { name: /Vancomycin/ });
    expect(row.textContent).toMatch(
      /1 g, given 06\/03\/2025 08:15.*last dose: Performed by: Nurse Lee.*given 24 times, last 06\/03\/2025: 1 g \(23 times\), 500 mg \(1 time\)/,
    );
    expect(row.textContent).not.toMatch(/ongoing|once|avg|06\/03\/2025 to/);
    const shown = within(row);
    expect(shown.getByRole('button', { name: 'History, Vancomycin, given 05/30/2025 08:15' }).textContent).toBe('05/30/2025 08:15, 500 mg');
    expect(shown.getByRole('button', { name: 'History, Vancomycin, given 05/29/2025 08:15' }).textContent).toBe('05/29/2025 08:15');
    await press('and 18 more', { ...treatments, ...shown } as Part);
    expect(shown.getAllByRole('button', { name: /^History, Vancomycin, given/ })).toHaveLength(20);
    expect(row.textContent).toMatch(/and 3 more in the chart/);
  });

  it('are marks of the chart in a row of their own or of their drug, and stand in the legend beside the order', async () => {
    const dose = (segment: IntakeSegment) => ({
      ...{
        ...segment,
        from: MOMENT,
        to: MOMENT,
        from_precision: 'time',
        to_precision: 'time',
        average: null,
        ongoing: false,
        planned: false,
      },
      ...{ given: true, clinical_status: 'completed', draft: false, as_needed: false, is_default: false, period: 0 },
      ...{ order: '1 g, given 06/03/2025 08:15', dose_text: '1 g', until_text: 'given 06/03/2025 08:15' },
      intake_id: '11111111-1111-4111-8111-000000000099',
    });
    screens.answer(/intakes\/series/, (body) => {
      const [first, ...others] = items(body) as [IntakeSeries, ...IntakeSeries[]];
      const own = {
        ...first,
        id: 'vancomycin|no unit',
        unit: 'no unit',
        name: 'Vancomycin',
        ingredient: 'Vancomycin',
        active: false,
        sums: [],
      };
      const alone = { ...own, segments: [dose(first.segments[0]!)], given_doses: 1, is_only_given: true };
      const beside = { ...first, segments: [...first.segments, dose(first.segments[0]!)], given_doses: 1 };
      return { ...(body as object), items: [alone, beside, ...others] };
    });
    const treatments = await open('graph');
    await waitFor(() => expect(treatments.element.textContent).toMatch(/Vancomycin.*given 06\/03\/2025 08:15/));
    expect(treatments.element.textContent).toMatch(/avg [\d.]+ mg\/day[^;]*; given 06\/03\/2025 08:15/);
    expect(treatments.element.textContent).not.toMatch(/no average/);
    // the address alone: what is pressed is saved for this record
    const shown = await screens.reload(location.pathname + location.search.replace('active=false', 'active=true'));
    await shown.findByText('2 given doses, hidden');
    await shown.findByText('1 ended, hidden');
    expect(shown.queryByText(/Vancomycin/)).toBeNull();
  });
});

describe('ruling 57: Active and All', () => {
  let treatments: Part;
  const open = async (name: string, view: 'list' | 'graph' = 'list') => {
    const id = await patientId(screens.api, name);
    screens.open(`/patients/${id}?intakes_view=${view}&${only('diagnoses', 'intakes')}`);
    treatments = await section('Treatments');
    return id;
  };
  const isPressed = (name: string, where = treatments) => where.findByRole('button', { name, pressed: true });

  it('opens treatments with Active while one is ongoing, and says what that hides', async () => {
    await open('Novák', 'graph');
    await treatments.findByText('1 ended, hidden');
    await isPressed('Active');
    await isPressed('All', await section('Diagnoses'));
    await press('List', treatments);
    await treatments.findByRole('row', { name: /Folic Acid/ });
    await treatments.findByText('1 ended, hidden');
    expect(treatments.queryByRole('row', { name: /Ferrous Sulfate/ })).toBeNull();
  });

  it('opens with All where none is ongoing', async () => {
    await open('Okafor');
    await treatments.findByRole('row', { name: /PredniSONE/ });
    await isPressed('All');
  });

  it('says where it stood when a treatment was stopped that Active hides from now on, and marks as removed only what was', async () => {
    const { id } = (await all<IntakeView>('intakes', await open('Novák'))).find(({ name }) => name.startsWith('Folic'))!;
    const row = await rowOf(id);
    const question = await asks(/^Stop /, 'Stop treatment', row);
    const day = aDayIn(-2).replace(/(.*)-(.*)-(.*)/, '$2/$3/$1');
    await fillAll({ 'Last day': day, Comment: 'No longer needed' }, question);
    await press('Stop treatment', question);
    await waitFor(() => expect(row.element.querySelector('td[data-title="To"]')!.textContent).toContain(`stopped ${day}`));
    await hasFocus(id);
    // it is there: what is hidden is the other one
    await isGone('2 ended, hidden');
    await treatments.findByText('1 ended, hidden');
    expect(row.queryByText('removed')).toBeNull();
    const { version } = await read<IntakeView>('intakes', id);
    await screens.api.send('DELETE', `/api/intakes/${id}`, { version, comment: 'Of another patient' });
    await until('it was removed', async () => (await screens.api.status(`/api/intakes/${id}`)) === 404);
    await rereadAll();
    await row.findByText('removed');
    await (await screens.reload()).findByRole('row', { name: /methotrexate/i });
    expect(document.querySelector(`[data-row="${id}"]`)).toBeNull();
  });

  it('says of a treatment that has not begun that it is planned, and of none of its dosages that it is taken now', async () => {
    const id = await metformin(aDayIn(5), aDayIn(9));
    await open('Okafor');
    await press(/^What belongs to /, await rowOf(id));
    await waitFor(() => expect(treatments.getAllByText('planned')).toHaveLength(3));
    expect(treatments.queryByText('now')).toBeNull();
  });

  it('never hides what nobody checked', async () => {
    await open('Morgan', 'graph');
    await isPressed('Active');
    await treatments.findAllByText(/Jardiance/);
    expect(treatments.queryByText(/ended, hidden/)).toBeNull();
  });

  it('keeps what the person chose, also for the next time the record is opened', async () => {
    const id = await open('Fischer', 'graph');
    await treatments.findByText('1 ended, hidden');
    await press('All', treatments);
    await isGone('1 ended, hidden');
    const visuals = () => screens.api.get<GraphVisuals>(`/api/graph-visuals/${id}`);
    await until('the choice is saved', async () => (await visuals()).active?.intakes === false);
    cleanup();
    await open('Fischer', 'graph');
    await isPressed('All');
    await treatments.findAllByText(/Simvastatin/);
  });
});

describe('drafts and ongoing treatments in the lists of a record', () => {
  const draftOf = async (kind: string) => (await all<{ id: string; draft: boolean }>(kind)).find(({ draft }) => draft)!;
  const draft = (kind: string, content: object) => add(screens.api, kind, { patient_id: morgan, draft: true, ...content });
  const open = (...shown: string[]) => screens.open(`/patients/${morgan}?${AS_LISTS}&${only(...shown)}`);
  const confirmAll = async (title: string, question: string | RegExp) => asks('Confirm all drafts', question, await section(title));

  it.each(['diagnoses', 'examinations', 'lab-results'])(
    'ruling 50: a draft of %s is confirmed at once, its row has the focus',
    async (kind) => {
      const { id } = await draftOf(kind);
      open(kind);
      const row = await rowOf(id);
      row.getByText('Draft');
      await press(/^Confirm /, row, / confirmed$/);
      await waitFor(() => expect(row.queryByText('Draft')).toBeNull());
      await hasFocus(id);
      expect(await read(kind, id)).toMatchObject({ draft: false, comment: 'Draft confirmed' });
      expect(await draftOf(kind)).toBeUndefined();
    },
  );

  it('ruling 50: drafts are listed with what they say, and where it stands against its range', async () => {
    const value = { parameter_id: null, name: 'Potassium', unit: 'mmol/L', min: '3.5', max: '5.1' };
    const parameters = [
      { ...value, entry_id: 'a', value: '6.9' },
      { ...value, entry_id: 'b', name: 'Sodium', value: '140', unit: '', min: '135', max: '145' },
    ];
    const collected = '2026-03-04T00:00:00';
    await draft('lab-results', { collected, parameters });
    const measured = (await all<ExaminationView>('examinations')).flatMap(({ measurements }) => measurements);
    const { corrected_from: _, ...pulse } = measured.find(({ parameter_name }) => parameter_name === 'Heart rate')!;
    await draft('examinations', { collected, measurements: [{ ...pulse, parameter_value: '71' }] });
    open('lab-results', 'examinations');
    for (const [title, ...lines] of [
      ['Lab results', /^Potassium 6\.9 mmol\/L, above range 3\.5–5\.1$/, /^Sodium 140 no unit, range 135–145$/],
      ['Examinations', /^Heart rate 71 /],
    ] as const) {
      const question = await confirmAll(title, /^Confirm/);
      await question.findByText(/, 03\/04\/2026/);
      const listed = textsOf(question.getAllByRole('listitem')).map((text) => text.trim());
      for (const line of lines) expect(listed).toContainEqual(expect.stringMatching(line));
      await press('Cancel', question);
    }
  });

  it('ruling 29: asks of a drafted examination too whether a value that is hardly possible is right', async () => {
    const found = await itemsOf<MeasurementParameterView>(screens.api, 'measurement-parameters?state=0&query=temperature&take=1');
    const { id: parameter_id, name: parameter_name, normalization_type } = found[0]!;
    const fever = { entry_id: 'a', parameter_id, parameter_name, normalization_type, parameter_value: '101.2', unit: 'Cel' };
    const id = await draft('examinations', { collected: '2026-03-05T00:00:00', measurements: [fever] });
    open('examinations');
    const question = await asks(/^Confirm /, 'Confirm this draft?', await rowOf(id));
    await question.findByText(/is hardly ever above .*, this is 101\.2 °C\. Is that right\?/);
    expect(await read('examinations', id)).toMatchObject({ draft: true });
  });

  it('ruling 29: asks the same of a drafted result whose own range would allow it, and says of a diagnosis what is confirmed', async () => {
    const found = await itemsOf<LabParameterView>(screens.api, 'lab-parameters?query=sodium&status=Approved&take=1');
    const { id: parameter_id, primary_alias: name, unit } = found[0]!;
    const sodium = { entry_id: 'a', parameter_id, name, value: '14000', unit, min: '13500', max: '14500' };
    const patient_id = await patientId(screens.api, 'Park');
    const id = await draft('lab-results', { patient_id, collected: '2026-03-05T00:00:00', parameters: [sodium] });
    const { disease } = (await all<DiagnosisView>('diagnoses')).find(({ origin, icd }) => origin === 'manual' && icd === 'I10')!;
    await draft('diagnoses', { patient_id, disease, time_from: '2026-03-05T00:00:00', time_to: '2026-04-06T00:00:00' });
    screens.open(`/patients/${patient_id}?${AS_LISTS}`);
    const question = await asks(/^Confirm /, 'Confirm this draft?', await rowOf(id));
    await question.findByText(/ of 14000 .* is not compatible with life/);
    await press('Cancel', question);
    expect(await read('lab-results', id)).toMatchObject({ draft: true });
    await (await confirmAll('Diagnoses', /^Confirm/)).findByText('I10, to 04/06/2026');
  });

  it('ruling 50: all drafts are listed before they are confirmed, and what is doubtful or not complete is left', async () => {
    open('intakes');
    const none = await confirmAll('Treatments', 'Nothing can be confirmed yet');
    await none.findByText(/^Not complete yet: /);
    none.getByRole('button', { name: /^Complete / });
    for (const role of ['textbox', 'checkbox']) expect(none.queryByRole(role)).toBeNull();
    expect(none.queryByRole('button', { name: /^Confirm/ })).toBeNull();
    await userEvent.click(none.getByText('Close'));
    await isClosed();

    const complete = await draft('intakes', await lipitor({ draft: true }, { dose: '40' }));
    const far = await draft('intakes', await lipitor({ draft: true }, { dose: '400' }));
    await screens.reload();
    const first = await confirmAll('Treatments', 'Confirm drafts');
    await first.findByText(/Is the dose right\?/);
    const boxes = first.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes).toHaveLength(3);
    expect(first.getByRole('checkbox', { name: /400 mg/ })).toHaveProperty('checked', false);
    expect(boxes.filter(({ disabled }) => disabled).map(({ checked }) => checked)).toEqual([false]);
    first.getByText(/^Not complete yet: /);
    expect(await valueOf('Comment', first)).toBe('Draft confirmed');
    await press('Confirm 1 draft', first);
    await isClosed();
    expect(await read('intakes', complete)).toMatchObject({ draft: false, order: expect.stringContaining('40 mg') as string });
    expect(await read('intakes', far)).toMatchObject({ draft: true });

    // a draft that another one makes incomplete or stale meanwhile keeps the dialog open, and the focus in it
    const stale = await read<IntakeView>('intakes', far);
    const second = await confirmAll('Treatments', 'Confirm drafts');
    await userEvent.click(await second.findByRole('checkbox', { name: /400 mg/ }));
    await screens.api.send('PUT', `/api/intakes/${far}`, { ...stale, notes: 'after a meal', comment: 'Notes' });
    await press('Confirm 1 draft', second);
    await second.findByText(/^Somebody else has changed it meanwhile/);
    await waitFor(() => expect(document.activeElement?.closest('[role=alertdialog] button')).not.toBeNull());
    await userEvent.click(second.getAllByRole('button', { name: /^Complete / })[0]!);
    await waitFor(() => expect(location.pathname).toMatch(/\/intakes\/[^/]+$/));
  });

  it('ruling 50: a treatment is stopped today or on another day, with a reason, also where somebody else changed it meanwhile', async () => {
    const items = await all<IntakeView>('intakes');
    const taken = items.find(({ name, ends, draft: drafted }) => name.startsWith('Lipitor') && ends === null && !drafted)!;
    open('intakes');
    const question = await asks(/^Stop /, 'Stop treatment', await rowOf(taken.id));
    const today = await valueOf('Last day', question);
    await fill('Last day', '06/08/2022', question);
    await press('Stop treatment', question);
    await question.findByText('Date should not be before 06/09/2022');
    await fillAll({ 'Last day': '12/31/2049', Comment: 'Muscle pain' }, question);
    await press('Stop treatment', question);
    await question.findByText('This day lies in the future. Stop then?');
    await fill('Last day', today, question);

    await screens.api.send('PUT', `/api/intakes/${taken.id}`, { ...taken, notes: 'in the evening', comment: 'Notes' });
    await press('Stop treatment', question);
    await question.findByText(/Somebody else has changed it meanwhile/);
    await press('Stop treatment', question, /^Lipitor .* stopped$/);
    await hasFocus(taken.id);
    const [month, date, year] = today.split('/');
    expect(await read('intakes', taken.id)).toMatchObject({
      // a stop date counts to the end of its day
      ...{ ends: `${year}-${month}-${date}T00:00:00`, active: true },
      ...{ notes: 'in the evening', comment: 'Muscle pain', order: '40 mg once a day, avg 40 mg/day' },
    });
    // an external record, and a draft, are not stopped
    const ongoing = items.filter(({ active, draft: drafted }) => active && !drafted);
    expect(screen.getAllByRole('button', { name: /^Stop / }).length).toBeLessThanOrEqual(ongoing.length);
  });
});

describe('the pages of a list', () => {
  const total = async (of: string) =>
    (await screens.api.get<{ overall_count: number }>(`/api/${of}?patient_id=${morgan}&take=1`)).overall_count;
  const next = () => press('Next page');
  beforeAll(async () => {
    for (const notes of ['with food', 'in the evening']) await add(screens.api, 'intakes', await lipitor({ notes }));
  });

  it.each(LISTS)('$title: the former page stays, dimmed, until the next one is there', async ({ title, view, api }) => {
    expect(await total(api)).toBeGreaterThan(5);
    screens.open(`/patients/${morgan}?${only(api)}&${view}_view=list&${view}_take=5&${view}_active=false`);
    await screen.findByRole('button', { name: 'Next page' });
    const list = await section(title);
    const { element } = list;
    const before = rowsOf(element);
    screens.answer(new RegExp(`/api/${api}\\?.*skip=5`), 'never');
    await next();
    await awaited(element);
    expect(rowsOf(element)).toEqual(before);
    expect(list.queryByRole('status', { name: /^Reading/ })).toBeNull();
    screens.answerAll();
    await answered(element);
    expect(rowsOf(element)).not.toEqual(before);
  });

  it('a comment on a treatment is shown with the dosage that it was written about', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const id = await metformin('2026-03-02');
    await screens.api.send('POST', '/api/comments', { patient_id: okafor, intake_id: id, comment: 'With food, please' });
    const { version, dosages, ...before } = await read<IntakeView>('intakes', id);
    const { form, quantity, period, period_unit } = before;
    const regimen = { form, quantity, period, period_unit, dosages, frequency: 2 };
    // the day before it was written: another dosage than the one that was in the record then
    const change_date = `${new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)}T00:00:00`;
    await screens.api.send('POST', `/api/intakes/${id}/split`, { version, change_date, comment: 'More', ...regimen });
    await until('the change can be read', async () => (await read<IntakeView>('intakes', id)).version === version + 1);
    screens.open(`/patients/${okafor}?intakes_view=list`);
    await press(/^Comment/, await rowOf(id));
    const viewer = await dialog('Comment from patient', 'dialog');
    await viewer.findByText('With food, please');
    await viewer.findByText(/^About: Metformin.* 500 mg once a day.*03\/02\/2026 \(now Metformin.* 500 mg twice a day/i);
  });

  it('the History of Data Entry says when something was recorded on the clock of the clinic, and names it where the browser has another', async () => {
    const zone = 'Pacific/Chatham';
    screens.answer(/\/api\/token/, (body) => {
      const { user, ...token } = body as TokenResponse;
      expect(user.time_zone).toBe('America/Chicago');
      return { ...token, user: { ...user, time_zone: zone } };
    });
    await screens.open(`/patients/${morgan}/medical-history`).findByText(`Times are on your clinic’s clock, ${zone}`);
    const { items } = await screens.api.get<{ items: MedicalItemView[] }>(`/api/patients/history?patient_id=${morgan}&take=1`);
    const { id, recorded_at, last_operation } = items[0]!;
    const { element } = await rowOf(id);
    expect(element.textContent).toContain(showDateTime(nowIn(zone, new Date(last_operation?.at ?? recorded_at))));
    // its local times are on a clock of their own here
    await screen.findByText('Local times of this record: America/Chicago');
  });

  it('the History of Data Entry keeps the rows and their numbers, but not those of another choice', async () => {
    await screens.open(`/patients/${morgan}/medical-history`).findByRole('button', { name: 'Next page' });
    const before = rowsOf();
    expect(before).not.toEqual([]);
    screens.answer(/\/api\/patients\/history\?.*(skip=10|removed=true)/, 'never');
    await next();
    await awaited();
    expect(rowsOf()).toEqual(before);
    await press(/^Removed/);
    await screen.findByRole('status', { name: 'Reading the history of data entry' });
    expect(rowsOf()).toEqual([]);
    screens.answerAll();
    await screen.findByRole('columnheader', { name: 'Removed by, when and why' });
  });

  it('trends keep their former page, dimmed, and then draw lines of the next one', async () => {
    expect(await total('trends')).toBeGreaterThan(10);
    await screens.open(`/patients/${morgan}/trends`).findByRole('button', { name: 'Next page' });
    const trends = () => rowsOf(document.querySelector('table[data-trends]')!);
    const before = trends();
    screens.answer(/\/api\/trends\?.*skip=10/, 'never');
    await next();
    await awaited();
    expect(trends()).toEqual(before);
    screens.answerAll();
    await answered();
    expect(trends()).not.toEqual(before);
    expect(document.querySelectorAll('table[data-trends] input:checked').length).toBeGreaterThan(0);
  });

  it('ruling 27: nothing of one patient is kept while the list of another one is read', async () => {
    const other = await patientId(screens.api, 'Ortiz');
    screens.open(`/patients/${morgan}?${AS_LISTS}`);
    await waitFor(() => expect(document.querySelectorAll('main table').length).toBeGreaterThanOrEqual(4));
    screens.answer(new RegExp(`/api/(lab-results|diagnoses|intakes|examinations)\\?.*${other}`), 'never');
    // as a link within the product does
    act(() => history.pushState(null, '', `/patients/${other}?${AS_LISTS}`));
    await screen.findByRole('status', { name: 'Reading lab results' });
    expect(rowsOf()).toEqual([]);
    screens.answerAll();
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Reading lab results' })).toBeNull());
  });

  it('a page that cannot be read has a way back to the first one', async () => {
    screens.answer(/\/api\/lab-results\?.*skip=5/, 'failed').open(`/patients/${morgan}?lab_view=list&lab_take=5&${only('lab-results')}`);
    await next();
    const results = await section('Lab results');
    await results.findByText('The lab results could not be read');
    expect(results.queryByRole('table')).toBeNull();
    await press('First page', results);
    await results.findByRole('table');
  });
});

describe('the last row of the last page', () => {
  it('of a list of medical items leads one page back when it is removed', async () => {
    const before = await all<DiagnosisView>('diagnoses', okafor);
    for (let year = before.length; year < 6; year++) {
      const form = { patient_id: okafor, disease: before[0]!.disease, time_from: `201${year}-03-04T00:00:00`, time_to: null, draft: false };
      await add(screens.api, 'diagnoses', form);
    }
    await until('there are two pages', async () => (await all('diagnoses', okafor)).length === 6);
    const [last] = await itemsOf(screens.api, `diagnoses?patient_id=${okafor}&skip=5&take=5`);
    screens.open(`/patients/${okafor}?diagnoses_view=list&diagnoses_active=false&diagnoses_take=5&diagnoses_skip=5`);
    const question = await asks(/^Remove/, 'Are you sure?', await rowOf(last!.id));
    await fill('Comment', 'Entered twice', question);
    await press('Remove diagnosis', question);
    const { element } = await section('Diagnoses');
    await waitFor(() => expect(rowsOf(element)).toHaveLength(5));
    const address = new URLSearchParams(location.search);
    expect([address.get('diagnoses_skip'), address.get('diagnoses_take')]).toEqual([null, '5']);
  });
});

describe('stopping a treatment', () => {
  it('says which changes of dosage it takes back, in force or planned, and is confirmed by Ctrl Enter', async () => {
    const id = await metformin('2024-03-02', '2024-05-01', aDayIn(30));
    const stored = () => read<{ name: string; time_to: string | null }>('intakes', id);
    screens.open(`/patients/${okafor}?intakes_view=list&intakes_active=false`);
    await press(`Stop ${(await stored()).name}, 03/02/2024`);
    await fill('Last day', '04/01/2024');
    await userEvent.tab();
    const planned = showDate(`${aDayIn(30)}T00:00:00`);
    await screen.findByText(
      `What comes after 04/01/2024 is taken back: the change of dosage in force since 05/01/2024; the change of dosage planned from ${planned}.`,
    );
    await fill('Comment', 'No longer needed');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isClosed();
    expect((await stored()).time_to).toBe('2024-04-01T00:00:00');
  });
});

function List({ question = 'all', ids }: { question?: string | undefined; ids: string }) {
  const items = ids.split('').map((id) => ({ id }));
  const [top, { rows, waiting, show, forget }] = useWaitingRows(question, items);
  return (
    <>
      <div ref={top} />
      <output>{rows.map(({ item, removed }) => (removed ? `(${item.id})` : item.id)).join('')}</output>
      <button onClick={show}>{waiting} wait</button>
      <button onClick={() => forget('b')}>seen</button>
    </>
  );
}

describe('rows that stay where they are', () => {
  let scroll: (isAtTop: boolean) => void;
  const observers = globalThis.IntersectionObserver;
  beforeEach(() => {
    globalThis.IntersectionObserver = class {
      constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
        scroll = (isIntersecting) => act(() => told([{ isIntersecting }]));
      }
      observe = jest.fn();
      disconnect = jest.fn();
    } as unknown as typeof IntersectionObserver;
  });
  afterEach(() => {
    act(() => markRow(undefined));
    globalThis.IntersectionObserver = observers;
  });
  /** Answers the list anew that began as `ba`. */
  const opened = (isAtTop = false) => {
    const { rerender } = render(<List ids="ba" />);
    if (!isAtTop) scroll(false);
    return (ids: string, question?: string) => rerender(<List ids={ids} question={question} />);
  };
  const shows = (words: string) => expect(textsOf([screen.getByRole('status'), screen.getByText(/ wait$/)]).join(', ')).toBe(words);

  it('take in what is new while the top of the list is on the screen', () => {
    opened(true)('cba');
    shows('cba, 0 wait');
  });
  it('let what is new wait below it, until it is asked for', async () => {
    opened()('cba');
    shows('ba, 1 wait');
    await press('1 wait');
    shows('cba, 0 wait');
  });
  it.each([
    ['take in what waits when the top comes back', () => scroll(true)],
    ['take in what somebody is led to', () => act(() => markRow('c'))],
  ])('%s', (_, happens) => {
    opened()('cba');
    happens();
    shows('cba, 0 wait');
  });
  it('begin anew with another question', () => {
    opened()('dc', 'others');
    shows('dc, 0 wait');
  });
  it('keep the place of what is gone until it was seen', async () => {
    const answer = opened(true);
    answer('a');
    shows('(b)a, 0 wait');
    await press('seen');
    answer('ba');
    shows('a, 0 wait');
  });
});
