import { randomUUID } from 'node:crypto';
import { type PatientCommand, PatientSearch, type PatientView } from '#contracts/people/patients';
import { bornShown } from '#contracts/wire/birth';
import { findPatients } from '#projections/patients/find-patients';
import { patients, type PatientDocument } from '#projections/records/patients.projection';
import { IMPORTER } from '#services/fhir-import/context';
import { HandlePatient, PatientsHandler } from '#services/records/patients/patients.handlers';
import { clinic } from '#services/cli/demo/clinic';
import {
  all,
  head,
  intakesOf,
  kernel,
  lab,
  order,
  patientNamed,
  patientsNamed,
  person,
  startFhirClinic,
  take,
  takeCase,
  valuesOf,
  version,
} from './fhir-clinic.ts';
import { labResults } from '#projections/lab-results/lab-results.projection';
import type { LabResultView } from '#contracts/lab/lab-results';

startFhirClinic();

const bornOn = (day: string) =>
  all<PatientDocument>(patients, { organization_id: { eq: clinic.organization_id }, date_of_birth: { eq: `${day}T00:00:00` } });

/** What a person of the clinic corrects. */
const correct = async (last_name: string, changes: object): Promise<void> => {
  const { id, version: at, ...view } = await patientNamed(last_name);
  const data = {
    ...{ first_name: view.first_name, last_name, sex: view.sex, date_of_birth: view.date_of_birth },
    ...(view.date_of_birth_precision ? { date_of_birth_precision: view.date_of_birth_precision } : {}),
    ...{ city_of_birth: 'Bern', country_of_birth: 'Switzerland', social_security_number: '', agreed_to_research: false },
    ...{ fhir_synchronization_enabled: false, may_set_email: true, comment: 'Asked', patient_id: id, version: at, ...changes },
  };
  const command = { type: 'CorrectPatient', command_id: randomUUID(), data } as PatientCommand;
  const { streams, reservations, access } = kernel();
  await new PatientsHandler(streams, reservations, access).execute(new HandlePatient(command, IMPORTER));
};

describe('what the clinic corrected', () => {
  const OTHER = 'this id belongs to another person here: tell the senders apart with --source';
  const REPEATED = 'its source repeats a name or birth date that the clinic has corrected: the record stays as it is corrected';
  const reasons = (answer: { skipped: { reason: string }[] }) => answer.skipped.map(({ reason }) => reason);

  it('stays where its source says again what it said before', async () => {
    const said = (birthDate: string, number: string) => person('k1', 'Kovac', { birthDate, ...version(number) });
    await take(said('1948', '1'));
    await correct('Kovac', { date_of_birth: '1949-05-12T00:00:00', date_of_birth_precision: 'day' });
    for (const number of ['2', '3']) {
      expect(reasons(await take(said('1948', number), lab(`k1-${number}`, 'k1', `4.${number}`)))).toEqual([REPEATED]);
      const { date_of_birth, date_of_birth_precision } = await patientNamed('Kovac');
      expect([date_of_birth, date_of_birth_precision]).toEqual(['1949-05-12T00:00:00', undefined]);
    }
    expect(await valuesOf('Kovac')).toEqual(['4.2', '4.3']);
    expect(reasons(await take(said('1951', '4')))).toEqual([OTHER]);
    expect(JSON.stringify(await patientNamed('Kovac'))).not.toContain('1948');
  });

  it('and what it added is not taken out by the silence of its source', async () => {
    const suharto = (number: string, name: object[] = [{ family: 'Suharto-K' }], rest: object = {}) =>
      person('k2', '', { name, ...version(number), ...rest });
    await take(suharto('1'));
    await correct('Suharto-K', { first_name: 'Ana' });
    await take(suharto('2', undefined, { gender: 'other' }));
    expect(await patientNamed('Suharto-K')).toMatchObject({ first_name: 'Ana', sex: 'Other' });
    await take(suharto('3', [], { identifier: [{ type: { coding: [{ code: 'PSEUDED' }] }, value: 'P-0412' }] }));
    expect(await patientNamed('Suharto-K')).toMatchObject({ first_name: 'Ana' });
    // under which it is one pseudonym, not any
    const other = suharto('4', [], { identifier: [{ type: { coding: [{ code: 'PSEUDED' }] }, value: 'P-0999' }] });
    expect(reasons(await take(other))).toEqual([OTHER]);
  });
});

describe('people with one name, or none', () => {
  it('have their records and results, named as far as they are named', async () => {
    const answer = await takeCase('names-in-part');
    expect(answer.resources).toMatchObject({ Patient: { imported: 5, skipped: 0 }, Observation: { imported: 5, skipped: 0 } });
    const expected = [
      ['1952-03-02', '', 'Suharto'],
      ['1968-11-21', 'Nagarajan', ''],
      ['1999-04-30', '', 'Siti binti Ahmad'],
      ['1950-10-15', '', 'Pseudonym P-0412'],
      ['1981-12-31', 'Ana', 'van der Berg-Øvergård'],
    ] as const;
    for (const [day, first_name, last_name] of expected) {
      const [record, ...others] = await bornOn(day);
      expect(others).toEqual([]);
      expect(record).toMatchObject({ first_name, last_name });
      const results = await all<LabResultView>(labResults, { patient_id: { eq: record!.id } });
      expect(results.flatMap(({ parameters }) => parameters.map(({ value, flag }) => [value, flag]))).toEqual([['2.4', 'LL']]);
    }
    expect(answer.skipped.map(({ reference, reason }) => `${reference}: ${reason}`)).toEqual([
      'Patient/c09-a: it has no first name',
      'Patient/c09-b: it has no last name',
      'Patient/c09-c: its name is one text: it is the last name of the record',
      'Patient/c09-d: it has no name: the record is called by its pseudonym',
    ]);
    const before = await head();
    expect((await takeCase('names-in-part')).resources['Patient']).toMatchObject({ imported: 0, unchanged: 5 });
    expect(await head()).toBe(before);
  });

  it('are named by a later version, and another person stays apart', async () => {
    const unnamed = person('n1', '', { name: [{ text: 'Aisha Rahmani' }], ...version('1') });
    await take(unnamed, lab('n1-k', 'n1', '4.1'));
    await take(person('n1', '', { name: [{ family: 'Rahmani', given: ['Aisha'] }], ...version('2') }));
    expect(await patientNamed('Rahmani')).toMatchObject({ first_name: 'Aisha' });
    expect(await valuesOf('Rahmani')).toEqual(['4.1']);
    const other = await take(person('n1', '', { name: [{ family: 'Zander', given: ['Bea'] }], ...version('3') }));
    expect(other.skipped).toEqual([
      { reference: 'Patient/n1', reason: 'this id belongs to another person here: tell the senders apart with --source' },
    ]);
  });

  it('and a number that a record of the clinic has are not taken for that person', async () => {
    const identifier = [{ system: 'http://hl7.org/fhir/sid/us-ssn', value: '900-55-1234' }];
    await take(person('n2', 'Nakamura', { identifier }));
    const answer = await take(person('n3', 'Nakamura', { identifier, name: [{ family: 'Nakamura' }] }));
    expect(answer.skipped).toEqual([
      { reference: 'Patient/n3', reason: expect.stringContaining('without both names and a whole birth date nobody can tell') },
    ]);
    expect(await patientsNamed('Nakamura')).toHaveLength(1);
  });

  it('of equal name and birth date are as many records as there are Patients', async () => {
    await take(person('n4', '', { name: [{ family: 'Ito' }] }), person('n5', '', { name: [{ family: 'Ito' }] }));
    expect(await patientsNamed('Ito')).toHaveLength(2);
  });
});

describe('a result', () => {
  const mrn = 'https://a.example/mrn';
  const known = (id: string, family: string) => person(id, family, { identifier: [{ system: mrn, value: id }] });
  const about = (id: string, value: string, subject: unknown, rest: object = {}) => ({ ...lab(id, 'none', value), subject, ...rest });

  it('is of the one patient whom its identifier leads to', async () => {
    const answer = await take(
      known('s1', 'Sorokin'),
      known('s2', 'Sato'),
      about('s-a', '4.1', { identifier: { system: mrn, value: 's1' } }),
      about('s-b', '4.2', { reference: `Patient?identifier=${mrn}|s1` }),
      about(
        's-c',
        '4.3',
        { reference: '#p' },
        { contained: [{ resourceType: 'Patient', id: 'p', identifier: [{ system: mrn, value: 's1' }] }] },
      ),
      about('s-d', '4.4', { identifier: { system: mrn, value: 's2' } }),
    );
    expect(answer.skipped).toEqual([]);
    expect([await valuesOf('Sorokin'), await valuesOf('Sato')]).toEqual([['4.1', '4.2', '4.3'], ['4.4']]);
  });

  it('of whom nobody can tell for certain is named with the reason', async () => {
    const answer = await take(
      known('s3', 'Soto'),
      about('t-a', '4.1', { identifier: { system: mrn, value: 'x' } }),
      about('t-b', '4.2', { display: 'Nora Soto' }),
      about('t-c', '4.3', { reference: '#p' }, { contained: [{ resourceType: 'Patient', id: 'p', name: [{ family: 'Soto' }] }] }),
      about('t-d', '4.4', { reference: 'Group/g' }),
      about('t-e', '4.5', undefined),
      about('t-f', '4.6', { reference: 'Patient/nobody' }),
      about('t-g', '4.7', { reference: 'Patient/s3', identifier: { system: mrn, value: 's3' } }),
    );
    expect(await valuesOf('Soto')).toEqual(['4.7']);
    expect(answer.skipped.map(({ reference, reason }) => `${reference}: ${reason}`)).toEqual([
      'Observation/t-a: its patient is named only by an identifier that no patient of the file has',
      'Observation/t-b: its patient is only named in words',
      'Observation/t-c: its patient is contained and has no identity of its own',
      'Observation/t-d: it is about a Group, not a patient',
      'Observation/t-e: no patient',
      'Observation/t-f: its patient is not in the file',
    ]);
  });

  it('goes into the record that an earlier file brought', async () => {
    await take(known('s4', 'Sanz'));
    await take(about('u-a', '4.1', { reference: 'Patient/s4' }));
    expect(await valuesOf('Sanz')).toEqual(['4.1']);
  });
});

describe('a birth date', () => {
  const born = (id: string, family: string, birthDate: string | undefined, number: string) =>
    person(id, family, { birthDate, ...version(number) });
  const CHECK = 'its source gives another birth date than before: check that it is the same person';
  const reasons = (answer: { skipped: { reason: string }[] }) => answer.skipped.map(({ reason }) => reason);

  it('is as much as its source knows, and a later version says more', async () => {
    expect(reasons(await take(born('b1', 'Bauer', '1948', '1')))).toEqual([]);
    expect(await patientNamed('Bauer')).toMatchObject({ date_of_birth: '1948-01-01T00:00:00', date_of_birth_precision: 'year' });
    expect(reasons(await take(born('b1', 'Bauer', '1948-05', '2')))).toEqual([CHECK]);
    expect(await patientNamed('Bauer')).toMatchObject({ date_of_birth: '1948-05-01T00:00:00', date_of_birth_precision: 'month' });
    await take(born('b1', 'Bauer', '1948-05-12', '3'));
    const whole = await patientNamed('Bauer');
    expect([whole.date_of_birth, whole.date_of_birth_precision]).toEqual(['1948-05-12T00:00:00', undefined]);
    expect(reasons(await take(born('b1', 'Bauer', '1948', '4')))).toEqual([]);
    expect((await patientNamed('Bauer')).date_of_birth).toBe('1948-05-12T00:00:00');
  });

  it('that its source corrects is taken and said, and is that of the record', async () => {
    await take(born('b2', 'Baric', '1950-03-04', '1'), lab('b2-k', 'b2', '4.1'));
    expect(reasons(await take(born('b2', 'Baric', '1950-04-03', '2'), lab('b2-k', 'b2', '4.1')))).toEqual([CHECK]);
    expect((await patientNamed('Baric')).date_of_birth).toBe('1950-04-03T00:00:00');
    expect(await valuesOf('Baric')).toEqual(['4.1']);
    const before = await head();
    expect(reasons(await take(born('b2', 'Baric', '1950-04-03', '2')))).toEqual([]);
    // an older version is no correction
    expect(reasons(await take(born('b2', 'Baric', '1950-03-04', '1')))).toEqual([]);
    expect(await head()).toBe(before);
  });

  it('and name that are both others are another person, and so is a birth date under another name', async () => {
    await take(born('b3', 'Bohm', '1950-03-04', '1'));
    const other = 'this id belongs to another person here: tell the senders apart with --source';
    expect(reasons(await take(born('b3', 'Bohm', '1961-09-30', '2')))).toEqual([other]);
    const named = { ...born('b3', 'Bohm', '1950-04-03', '3'), name: [{ family: 'Bohm', given: ['Uwe'] }] };
    expect(reasons(await take(named))).toEqual([other]);
    expect((await patientNamed('Bohm')).date_of_birth).toBe('1950-03-04T00:00:00');
  });

  it('of which only a part is known is found by each of its days', async () => {
    await take(born('b5', 'Boyd', '1948', '1'), born('b6', 'Boyd', '1948-05', '1'), born('b7', 'Boyd', '1948-05-12', '1'));
    const namesOf = async (query: string) => {
      const asked = { search: PatientSearch.parse({ query: `Boyd ${query}` }), order_by: 'DateOfBirth', skip: 0, take: 9 } as const;
      const among = { organization_id: { eq: clinic.organization_id } };
      const { documents } = await findPatients(kernel().reader, { ...asked, among, thisYear: 2026, ownerOf: async () => undefined });
      return documents.map(bornShown);
    };
    await patientsNamed('Boyd');
    expect(await namesOf('05/12/1948')).toEqual(['1948', '05/1948', '05/12/1948']);
    expect(await namesOf('05/1948')).toEqual(['1948', '05/1948', '05/12/1948']);
    expect(await namesOf('06/01/1948')).toEqual(['1948']);
    expect(await namesOf('05/12/1949')).toEqual([]);
    expect(await namesOf('1948')).toEqual(['1948']);
    expect(await namesOf('1949')).toEqual([]);
  });

  it('is needed by a record', async () =>
    expect(reasons(await take(born('b4', 'Brandt', undefined, '1')))).toEqual(['no birth date: a record here must have one']));
});

describe('ruling 38: a death', () => {
  const stated = (number: string, death: object) => person('d1', 'Duarte', { ...version(number), ...death });

  it('stands in the record with date and source and ends nothing, until its source says that the patient lives', async () => {
    await take(stated('1', {}), order('d1-m', 'd1'));
    await take(stated('2', { deceasedDateTime: '2021-02' }));
    const deceased = { date: '2021-02-01T00:00:00', date_precision: 'month', source: 'County hospital' };
    expect((await patientNamed('Duarte')).deceased).toEqual(deceased);
    expect(await intakesOf('Duarte')).toMatchObject([{ time_to: null }]);
    const silent = await take(stated('3', {}));
    expect((await patientNamed('Duarte')).deceased).toEqual(deceased);
    expect(silent.skipped).toEqual([
      { reference: 'Patient/d1', reason: 'its source does not say any more that the patient has died: the record still does' },
    ]);
    await take(stated('4', { deceasedBoolean: false }));
    expect(await patientNamed('Duarte')).not.toHaveProperty('deceased');
  });

  it('is taken once', async () => {
    const died = stated('5', { deceasedBoolean: true });
    await take(died);
    expect((await patientNamed('Duarte')).deceased).toEqual({ source: 'County hospital' });
    const before = await head();
    await take(died);
    expect(await head()).toBe(before);
  });

  it('of whom the clinic has a record of its own is said by the import, and changes nothing of that', async () => {
    const identifier = [{ system: 'http://hl7.org/fhir/sid/us-ssn', value: '900-66-1234' }];
    await take(person('d2', 'Dorn', { identifier }));
    const answer = await take(person('d3', 'Dorn', { identifier, deceasedBoolean: true }));
    expect(answer.skipped).toEqual([
      { reference: 'Patient/d3', reason: "its source says that the patient has died: the clinic's own record does not" },
    ]);
    expect(await patientNamed('Dorn')).not.toHaveProperty('deceased');
  });
});

describe('a Patient that its source replaces', () => {
  const reasonsOf = (answer: { skipped: { reference: string; reason: string }[] }) =>
    answer.skipped.map(({ reference, reason }) => `${reference}: ${reason}`);
  const named = (id: string, family: string, number: string, rest: object = {}) => person(id, family, { ...version(number), ...rest });
  const replacedBy = (...ids: string[]) => ({ link: ids.map((id) => ({ type: 'replaced-by', other: { reference: `Patient/${id}` } })) });
  const replaces = (id: string) => ({ link: [{ type: 'replaces', other: { reference: `Patient/${id}` } }] });
  const source = 'County hospital';

  it('says so and where it went, and its results move where the file gives them', async () => {
    await takeCase('merged-patients-1-before');
    const before = await patientsNamed('Wexler');
    expect(before).toHaveLength(2);
    const answer = await takeCase('merged-patients-2-after');
    const after = await patientsNamed('Wexler');
    const valuesIn = async ({ id }: PatientView) =>
      (await all<LabResultView>(labResults, { patient_id: { eq: id } }))
        .flatMap(({ parameters }) => parameters.map(({ value }) => value))
        .sort();
    const [gone, surviving] = after.toSorted((a, b) => Number('inactive_at_source' in b) - Number('inactive_at_source' in a));
    expect(gone!.inactive_at_source).toEqual({ source, replaced_by: [{ reference: 'Patient/c12-new', patient_id: surviving!.id }] });
    expect(surviving).not.toHaveProperty('inactive_at_source');
    expect([await valuesIn(gone!), await valuesIn(surviving!)]).toEqual([[], ['3.1', '4.2']]);
    expect(reasonsOf(answer)).toEqual(
      expect.arrayContaining([
        'Patient/c12-old: its source has replaced it by Patient/c12-new',
        'Patient/c12-new: its source says that it replaces Patient/c12-old: both records stay',
      ]),
    );
    const at = await head();
    await takeCase('merged-patients-2-after');
    expect(await head()).toBe(at);
  });

  it('keeps what the file still gives to it, and the answer says so', async () => {
    const old = named('m1', 'Mraz-Old', '2', replacedBy('m2'));
    const answer = await take(old, named('m2', 'Mraz', '2'), lab('m1-k', 'm1', '3.1'), lab('m2-k', 'm2', '4.2'));
    expect([await valuesOf('Mraz-Old'), await valuesOf('Mraz')]).toEqual([['3.1'], ['4.2']]);
    expect(reasonsOf(answer)).toContain("Patient/m1: 1 of the file's resources are still given to it: they are in its record");
  });

  it('gives up what a later file gives to the other one, also where that file is without it', async () => {
    await take(named('m3', 'Mohr-Old', '1'), lab('m3-k', 'm3', '3.1', version('1')));
    await take(named('m4', 'Mohr', '1', replaces('m3')), lab('m3-k', 'm4', '3.1', version('2')));
    expect([await valuesOf('Mohr-Old'), await valuesOf('Mohr')]).toEqual([[], ['3.1']]);
  });

  it('by one that is not in the file is led to it once that is imported', async () => {
    await take(named('m5', 'Munk-Old', '1', replacedBy('m6')));
    await take(named('m6', 'Munk', '1'));
    const { inactive_at_source: inactive } = await patientNamed('Munk-Old');
    expect(inactive).toEqual({ source, replaced_by: [{ reference: 'Patient/m6', patient_id: (await patientNamed('Munk')).id }] });
  });

  it('by one of the file that is not taken is not led to the record that has its id here', async () => {
    const stranger = (number: string, name: object, birthDate: string) => person('ma', '', { name: [name], birthDate, ...version(number) });
    await take(stranger('1', { family: 'Moser', given: ['Uwe'] }, '1960-01-01'));
    await take(named('mb', 'Munro-Old', '1', replacedBy('ma')), stranger('2', { family: 'Munro', given: ['Nora'] }, '1971-02-03'));
    expect((await patientNamed('Munro-Old')).inactive_at_source).toEqual({ source, replaced_by: [{ reference: 'Patient/ma' }] });
  });

  it('in a ring or by itself does no harm', async () => {
    await take(named('m7', 'Mayr-A', '1', replacedBy('m8', 'm7')), named('m8', 'Mayr-B', '1', replacedBy('m7')), lab('m7-k', 'm7', '3.1'));
    const [a, b] = [await patientNamed('Mayr-A'), await patientNamed('Mayr-B')];
    expect(a.inactive_at_source?.replaced_by).toEqual([{ reference: 'Patient/m8', patient_id: b.id }]);
    expect(b.inactive_at_source?.replaced_by).toEqual([{ reference: 'Patient/m7', patient_id: a.id }]);
    expect(await valuesOf('Mayr-A')).toEqual(['3.1']);
  });

  it('or that is inactive is in use again once a newer version says so', async () => {
    const inactive = await take(named('m9', 'Maas', '1', { active: false }));
    expect((await patientNamed('Maas')).inactive_at_source).toEqual({ source });
    expect(reasonsOf(inactive)).toEqual(['Patient/m9: it is inactive by its source']);
    await take(named('m9', 'Maas', '2', { active: true, link: [{ type: 'seealso', other: { reference: 'Patient/m2' } }] }));
    expect(await patientNamed('Maas')).not.toHaveProperty('inactive_at_source');
    await take(named('m9', 'Maas', '3', { link: [{ type: 'replaced-by', other: { display: 'somebody' } }] }));
    expect((await patientNamed('Maas')).inactive_at_source).toEqual({ source, replaced_by: [{}] });
  });
});
