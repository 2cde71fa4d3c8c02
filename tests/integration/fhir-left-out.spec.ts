import { randomUUID } from 'node:crypto';
import { importNoteText, type ImportNoteView } from '#contracts/people/import-notes';
import { importNotes } from '#projections/import-notes/import-notes.projection';
import { HandleImportNote, ImportNotesHandler } from '#services/records/import-notes/import-notes.handlers';
import {
  all,
  condition,
  fhirImport,
  file,
  head,
  kernel,
  lab,
  lines,
  patientNamed,
  person,
  startFhirClinic,
  take,
  takeCase,
} from './fhir-clinic.ts';
import { clinic } from '#services/cli/demo/clinic';
import { addPatient, CLI } from './kernel.ts';

startFhirClinic();

const notesOf = async (family: string): Promise<ImportNoteView[]> =>
  all<ImportNoteView>(importNotes, { patient_id: { eq: (await patientNamed(family)).id } });
const textsOf = async (family: string): Promise<string[]> => (await notesOf(family)).map((note) => importNoteText(note)).sort();
const allergy = (id: string, patient: string, text: string, more: object = {}) => ({
  resourceType: 'AllergyIntolerance',
  id,
  patient: { reference: `Patient/${patient}` },
  code: { text },
  ...more,
});
const shot = (id: string, patient: string, text: string) => ({
  resourceType: 'Immunization',
  id,
  status: 'completed',
  patient: { reference: `Patient/${patient}` },
  vaccineCode: { text },
});

describe('what an import left out', () => {
  const files = () => [
    person('l', 'Lagerkvist'),
    allergy('l1', 'l', 'Penicillin'),
    allergy('l2', 'l', 'Latex', { verificationStatus: { coding: [{ code: 'refuted' }] } }),
    allergy('l3', 'l', 'Dust', { verificationStatus: { coding: [{ code: 'entered-in-error' }] } }),
    shot('l4', 'l', 'Influenza'),
    { resourceType: 'Claim', id: 'l5', patient: { reference: 'Patient/l' } },
    { resourceType: 'Practitioner', id: 'l6' },
    lab('l7', 'l', '4.1'),
    lab('l8', 'l', '4.1', { valueQuantity: undefined, code: { text: 'Sodium' } }),
    lab('l9', 'l', '7.4', { status: 'entered-in-error' }),
  ];

  it('names results with what they mean', async () => {
    const interpretation = [{ coding: [{ code: 'L' }] }];
    await take(
      person('w', 'Munk'),
      lab('w1', 'w', '4.1'),
      lab('w2', 'w', '4.1', { valueQuantity: undefined, interpretation }),
      lab('w3', 'w', '2.9', { code: { text: 'Creatinine' }, effectiveDateTime: undefined, issued: '2025-03-02T10:00:00Z' }),
      lab('w4', 'w', '9', { code: { text: 'Fetal result' }, focus: [{ reference: 'RelatedPerson/baby' }], effectiveDateTime: undefined }),
    );
    expect((await notesOf('Munk')).flatMap(({ left_out }) => left_out.flatMap(({ names }) => names))).toEqual([
      'Creatinine: 2.9 mmol/L; no date, reported 03/02/2025 10:00',
      'Fetal result',
      'Potassium: no value, flag L',
    ]);
  });

  it('is noted in the record once, with names as sent', async () => {
    await take(...files());
    expect(await textsOf('Lagerkvist')).toEqual([
      '1 of 5 taken; not taken: 2 allergies (Latex (refuted), Penicillin), 1 immunization (Influenza), 1 result or finding (Sodium)',
    ]);
    const before = await head();
    await take(...files());
    expect(await head()).toBe(before);
    // more is taken: what is left out is the same
    await take(...files(), condition('l11', 'l'));
    expect(await notesOf('Lagerkvist')).toHaveLength(1);
    // another thing is left out: another note
    await take(person('l', 'Lagerkvist'), shot('l10', 'l', 'Tetanus'));
    expect(await textsOf('Lagerkvist')).toContain('0 of 1 taken; not taken: 1 immunization (Tetanus)');
  });

  it('stays read after the same import, and the first reader counts', async () => {
    await take(person('r', 'Rydberg'), allergy('r1', 'r', 'Peanut'));
    const [note] = await notesOf('Rydberg');
    const handler = new ImportNotesHandler(kernel().streams, kernel().access);
    const read = () =>
      handler.execute(new HandleImportNote({ type: 'MarkImportNoteRead', command_id: randomUUID(), data: { note_id: note!.id } }, CLI));
    await read();
    const { version } = (await notesOf('Rydberg'))[0]!;
    await read();
    await take(person('r', 'Rydberg'), allergy('r1', 'r', 'Peanut'));
    expect(await notesOf('Rydberg')).toMatchObject([{ version, is_read: true }]);
  });

  it('is noted in the record of each patient, also of one that an earlier file brought', async () => {
    await take(person('m', 'Malmsten'));
    expect(await notesOf('Malmsten')).toEqual([]);
    const export_ = [person('n', 'Nordin'), allergy('m1', 'm', 'Egg'), allergy('n1', 'n', 'Milk'), allergy('x1', 'nobody', 'Soy')];
    await fhirImport(await file(lines(...export_), 'export.ndjson'));
    expect(await textsOf('Malmsten')).toEqual(['0 of 1 taken; not taken: 1 allergy (Egg)']);
    expect(await textsOf('Nordin')).toEqual(['0 of 1 taken; not taken: 1 allergy (Milk)']);
  });

  it('says that a file is only a part, and the words of its server where it is about one patient', async () => {
    await takeCase('first-page-only');
    expect(await textsOf('Lindqvist')).toEqual([
      '2 of 2 taken; one page of a longer answer: 2 of 57; warning: Results of sensitive encounters are not included',
    ]);
    const outcome = { resourceType: 'OperationOutcome', issue: [{ severity: 'warning', diagnostics: 'Tom Ek has no address' }] };
    await take(person('p', 'Palmblad'), person('q', 'Quist'), condition('q1', 'q'), outcome);
    expect([await textsOf('Palmblad'), await textsOf('Quist')]).toEqual([[], []]);
    // one of them is not taken: the words may be about that one
    await take(person('p', 'Palmblad'), person('q2', 'Quist', { birthDate: undefined }), outcome);
    await take(person('p', 'Palmblad'), lab('p1', 'nobody', '4.1'), outcome);
    expect(await textsOf('Palmblad')).toEqual([]);
  });

  it('is named where the clinic keeps the record itself', async () => {
    const social_security_number = '900774321';
    const { organization_id } = clinic;
    await addPatient(kernel(), {
      organization_id,
      first_name: 'Nora',
      last_name: 'Hagman',
      date_of_birth: '1971-02-03T00:00:00',
      social_security_number,
    });
    const identifier = [{ system: 'http://hl7.org/fhir/sid/us-ssn', value: '900-77-4321' }];
    await take(person('h', 'Hagman', { identifier, deceasedDateTime: '2025-02-03' }), lab('h1', 'h', '4.1'));
    expect(await textsOf('Hagman')).toEqual(["1 of 1 taken; its source says that the patient has died: the clinic's own record does not"]);
  });

  it('is within what an event may hold, whatever is sent', async () => {
    const words = 'x'.repeat(300);
    const types = Array.from({ length: 60 }, (_, type) => `Kind${String.fromCharCode(65 + (type % 26))}${'a'.repeat(type)}`);
    const rest = types.flatMap((resourceType, type) =>
      Array.from({ length: 120 }, (_, index) => ({
        resourceType,
        id: `${type}-${index}`,
        subject: { reference: 'Patient/o' },
        code: { text: `${index} ${words}` },
      })),
    );
    const report = await take(person('o', 'Odell'), ...rest, allergy('o1', 'o', 'Penicillin'));
    expect(report.skipped.filter(({ reference }) => reference === 'What was left out')).toEqual([]);
    const [note] = await notesOf('Odell');
    expect(note!.left_out[0]).toEqual({ type: 'AllergyIntolerance', count: 1, names: ['Penicillin'] });
    expect(note!.left_out.reduce((sum, { count }) => sum + count, 0)).toBe(60 * 120 + 1);
  });
});
