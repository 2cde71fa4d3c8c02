import { importNoteText } from '#contracts/people/import-notes';
import type { IntakeView } from '#contracts/treatments/intake-views';
import type { ImportNoteView } from '#contracts/people/import-notes';
import type { UserActor } from '#infra/event-store/actor';
import { importNotes } from '#projections/import-notes/import-notes.projection';
import { IntakesQueries } from '#projections/intakes/intakes.queries';
import { withCommands } from '#services/cli/command-bus';
import { HandleIntake } from '#services/records/intakes/intakes.handlers';
import { clinic } from '#services/cli/demo/clinic';
import { all, head, intakesOf, kernel, order, patientNamed, person, startFhirClinic, take, version } from './fhir-clinic.ts';

startFhirClinic();

const vancomycin = { medicationCodeableConcept: { text: 'Vancomycin 1 G' } };
const gram = { dose: { value: 1, unit: 'g' }, route: { text: 'Intravenous' } };
const administration = (id: string, patient: string, rest: object = {}) => ({
  resourceType: 'MedicationAdministration',
  id,
  status: 'completed',
  subject: { reference: `Patient/${patient}` },
  effectiveDateTime: '2025-06-03T08:15:00-05:00',
  ...vancomycin,
  dosage: gram,
  ...rest,
});
/** Twice a day for twelve days. */
const doses = Array.from({ length: 24 }, (_, at) => {
  const day = String(Math.floor(at / 2) + 1).padStart(2, '0');
  return administration(`g${at}`, 'g', {
    effectiveDateTime: `2025-06-${day}T${at % 2 === 0 ? '08' : '20'}:15:00-05:00`,
    request: { reference: 'MedicationRequest/o' },
  });
});
const ordered = order('o', 'g', {
  ...vancomycin,
  authoredOn: '2025-06-01',
  dosageInstruction: [
    { timing: { repeat: { frequency: 2, period: 1, periodUnit: 'd' } }, doseAndRate: [{ doseQuantity: { value: 1000, unit: 'mg' } }] },
  ],
});
const infusion = administration('i', 'g', {
  status: 'in-progress',
  medicationCodeableConcept: { text: 'Heparin' },
  effectiveDateTime: undefined,
  effectivePeriod: { start: '2025-06-20T06:00:00-05:00' },
  dosage: { rateQuantity: { value: 18, unit: 'mL/h' } },
});
const missed = administration('n', 'g', { status: 'not-done', statusReason: [{ coding: [{ display: 'Drug not available' }] }] });

const doctor = (): UserActor => ({
  kind: 'user',
  user_id: 'd7c8c9e4-58f2-4d4d-9a5c-3f1c1c1c1c01',
  session_id: 'd7c8c9e4-58f2-4d4d-9a5c-3f1c1c1c1c02',
  roles: ['Doctor'],
  name: 'Helen Hart',
  organization_id: clinic.organization_id,
  patient_ids: [],
});
const queries = () => new IntakesQueries(kernel().reader, kernel().access);
const list = async (family: string, active: 'true' | 'false' = 'false') => {
  const { id: patient_id } = await patientNamed(family);
  return queries().list({ patient_id, active, all_clinics: 'false', skip: 0, take: 10 }, doctor());
};
const given = async (family: string) => (await intakesOf(family)).find((one) => one.given)!;
const series = async (family: string) => {
  const { id: patient_id } = await patientNamed(family);
  return (await queries().series({ patient_id, all_clinics: 'false' }, doctor())).items;
};
const shown = ({ items }: { items: readonly IntakeView[] }) => items.map(({ name, active, until_text }) => [name, active, until_text]);

describe('administrations of external records', () => {
  const files = () => [person('g', 'Galbraith'), ordered, ...doses, infusion, missed];

  it('are doses that were given beside their order, and the same file again changes nothing', async () => {
    const report = await take(...files());
    expect(report.resources['MedicationAdministration']).toEqual({ read: 26, imported: 25, unchanged: 0, skipped: 1 });
    expect(report.skipped).toEqual([{ reference: 'MedicationAdministration/n', reason: 'not given: Drug not available' }]);
    const notes = await all<ImportNoteView>(importNotes, { patient_id: { eq: (await patientNamed('Galbraith')).id } });
    expect(notes.map((note) => importNoteText(note))).toEqual(['26 of 27 taken; not taken: 1 given dose (Vancomycin 1 G (not done))']);
    const before = await head();
    const again = await take(...files());
    expect(again.resources['MedicationAdministration']).toMatchObject({ imported: 0, unchanged: 25, skipped: 1 });
    expect(await head()).toBe(before);
  });

  it('are one row of the list, and in Active only what is in progress', async () => {
    const whole = await list('Galbraith');
    expect(shown(whole)).toEqual([
      ['Vancomycin 1 G', true, 'ongoing'],
      ['Heparin', true, 'given since 06/20/2025 06:00, in progress'],
      ['Vancomycin 1 G', false, 'given 06/12/2025 20:15'],
    ]);
    expect(whole.items[2]!.order).toBe('1 g, Intravenous, given 06/12/2025 20:15');
    const [earlier, ...others] = whole.items[2]!.earlier_given!;
    expect(earlier).toMatchObject({ until_text: 'given 06/12/2025 08:15', dose_text: '1 g, Intravenous' });
    expect(others).toHaveLength(19);
    expect(whole.items[2]!.given_count).toBe(24);
    const active = await list('Galbraith', 'true');
    expect(shown(active).map(([name]) => name)).toEqual(['Vancomycin 1 G', 'Heparin']);
    expect(active).toMatchObject({ overall_count: 2, hidden: 24, given_doses: 24, probably_over: 0 });
  });

  it('lie in the row of their order, and add nothing to its average', async () => {
    const [heparin, found] = await series('Galbraith');
    expect(heparin).toMatchObject({ ingredient: 'Heparin', active: true, given_doses: 1, is_only_given: true });
    expect(found).toMatchObject({ unit: 'mg', given_doses: 24, sums: [], active: true });
    expect(found!.segments.map(({ average, given }) => [average, given ?? false])).toEqual([
      [2000, false],
      ...doses.map(() => [null, true]),
    ]);
  });

  it('follow their source: what ends, and what was entered in error or not given after all', async () => {
    const ended = {
      ...infusion,
      ...version('2'),
      status: 'completed',
      effectivePeriod: { start: '2025-06-20T06:00:00-05:00', end: '2025-06-21T06:00:00-05:00' },
    };
    const [first, second, ...rest] = doses;
    const wrong = { ...first!, ...version('2'), status: 'entered-in-error' };
    const refused = { ...second!, ...version('2'), status: 'not-done' };
    await take(person('g', 'Galbraith'), ordered, ended, wrong, refused, ...rest);
    expect(shown(await list('Galbraith', 'true'))).toEqual([['Vancomycin 1 G', true, 'ongoing']]);
    expect(shown(await list('Galbraith'))).toContainEqual(['Heparin', false, 'given 06/20/2025 to 06/21/2025']);
    const [heparin] = (await series('Galbraith')).find(({ ingredient }) => ingredient === 'Heparin')!.segments;
    expect(heparin!.corrected_from).toBeUndefined();
    expect((await list('Galbraith')).items.find(({ earlier_given }) => earlier_given)!.given_count).toBe(22);
    expect((await series('Galbraith')).find(({ unit }) => unit === 'mg')!.given_doses).toBe(22);
  });

  it('of an order entered in error ask a person once, and are not lost', async () => {
    const of = { request: { reference: 'MedicationRequest/e' } };
    const ordered = (status: string) => order('e', 'w', { ...vancomycin, status });
    const files = (status: string) => [person('w', 'Wetherby'), ordered(status), administration('w1', 'w', of)];
    await take(...files('cancelled'));
    expect(await given('Wetherby')).toMatchObject({ draft: false });
    expect((await given('Wetherby')).asks).toBeUndefined();
    // the order alone changed
    await take(...files('entered-in-error'));
    const asked = await given('Wetherby');
    expect(asked).toMatchObject({ draft: false, asks: [{ code: 'order-in-error' }] });
    // a file without the order takes nothing back
    await take(person('w', 'Wetherby'), administration('w1', 'w', of));
    expect(await given('Wetherby')).toMatchObject({ asks: [{ code: 'order-in-error' }] });
    const { id, patient_id } = asked;
    const accept = {
      type: 'AcceptExternal',
      command_id: crypto.randomUUID(),
      data: { intake_id: id, patient_id, version: asked.version, comment: 'Given' },
    };
    await withCommands(kernel(), (commands) => commands.execute(new HandleIntake(accept as never, doctor())));
    expect((await given('Wetherby')).asks).toBeUndefined();
    const before = await head();
    await take(...files('entered-in-error'));
    expect(await head()).toBe(before);
    expect((await given('Wetherby')).asks).toBeUndefined();
  });

  it('that are a part of another one are no doses of their own', async () => {
    const part = (id: string, reference: string) => administration(id, 'p', { partOf: [{ reference }] });
    await take(
      person('p', 'Pemberton'),
      ...[administration('p1', 'p'), administration('p2', 'p', { effectiveDateTime: '2025-06-02T08:15:00-05:00' })],
      ...[
        part('p3', 'MedicationAdministration/p1'),
        part('p4', 'https://other.test/fhir/MedicationAdministration/7'),
        part('p5', 'Procedure/1'),
      ],
    );
    const { items } = await list('Pemberton');
    expect(items.map(({ given_count, part_of_dose, until_text }) => [given_count, part_of_dose, until_text]).sort()).toEqual(
      [
        [undefined, true, 'given 06/03/2025 08:15, part of another dose'],
        [undefined, true, 'given 06/03/2025 08:15, part of another dose'],
        [3, undefined, 'given 06/03/2025 08:15'],
      ].sort(),
    );
  });
});
