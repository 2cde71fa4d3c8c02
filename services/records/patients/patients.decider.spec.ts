import fc from '#tests/support/fast-check';
import type { PatientCommand, PatientEvent } from '#contracts/people/patients';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { patient } from './patients.decider.ts';

type Of<T extends PatientCommand['type']> = Extract<PatientCommand, { type: T }>;

const patient_id = '11111111-1111-4111-8111-111111111111';
const organization_id = '22222222-2222-4222-8222-222222222222';
const command_id = '33333333-3333-4333-8333-333333333333';

const person = {
  patient_id,
  first_name: 'Ava',
  last_name: 'Morgan',
  sex: 'Female' as const,
  date_of_birth: '1968-05-02T00:00:00',
  city_of_birth: 'Chicago',
  country_of_birth: 'USA',
  agreed_to_research: true,
  fhir_synchronization_enabled: false,
};

const register = (change: Partial<Of<'RegisterPatient'>['data']> = {}): Of<'RegisterPatient'> => ({
  type: 'RegisterPatient',
  command_id,
  data: { ...person, organization_id, social_security_number: '900-14-2231', may_set_email: true, comment: 'New entry', ...change },
});
const correct = (change: Partial<Of<'CorrectPatient'>['data']> = {}): Of<'CorrectPatient'> => ({
  type: 'CorrectPatient',
  command_id,
  data: { ...person, social_security_number: '***-**-2231', version: 0, may_set_email: true, comment: 'Typing error', ...change },
});
const remove: PatientCommand = { type: 'RemovePatient', command_id, data: { patient_id, version: 0, comment: 'Moved away' } };

const stored = { ...person, organization_id, social_security_number: '900142231' };
const registered: PatientEvent = { type: 'PatientRegistered', data: { ...stored, comment: 'New entry' } };
const corrected = (change: object): PatientEvent => ({ type: 'PatientCorrected', data: { ...stored, comment: 'Typing error', ...change } });
const removed: PatientEvent = { type: 'PatientRemoved', data: { patient_id, comment: 'Moved away' } };

const given = specify(patient);

describe('a birth date of which only the year is known', () => {
  const part = { date_of_birth: '1968-01-01T00:00:00', date_of_birth_precision: 'year' as const };
  const source = { system: 'a', reference: 'Patient/1', version: '1' };
  const taken: PatientEvent = { type: 'PatientRegistered', data: { ...stored, ...part, source, comment: 'x' } };
  const take: PatientCommand = {
    type: 'TakeFromExternal',
    command_id,
    data: { ...person, ...part, organization_id, social_security_number: '900-14-2231', source, comment: 'x' },
  };

  it('is taken from an external record', () => given().when(take).then(taken));
  it('stays while something else is corrected', () =>
    given(taken)
      .when(correct({ ...part, address: '4 Quay Road' }))
      .then(corrected({ ...part, address: '4 Quay Road', source })));
  it('becomes the day that a person enters, the first of the year only where that is meant', () => {
    const day = { date_of_birth: '1968-05-02T00:00:00' };
    given(taken)
      .when(correct(day))
      .then(corrected({ ...day, source }));
    given(taken)
      .when(correct({ ...day, date_of_birth_precision: 'day' }))
      .then(corrected({ ...day, source }));
    const first = { date_of_birth: '1968-01-01T00:00:00' };
    given(taken).when(correct(first)).thenRefuses('partial-birth-date', ['date_of_birth']);
    given(taken)
      .when(correct({ ...first, date_of_birth_precision: 'day' }))
      .then(corrected({ ...first, source }));
  });
  it('is entered by nobody', () => {
    given(registered).when(correct(part)).thenRefuses('partial-birth-date', ['date_of_birth']);
    given(taken)
      .when(correct({ ...part, date_of_birth_precision: 'month' }))
      .thenRefuses('partial-birth-date', ['date_of_birth']);
    given(taken)
      .when(correct({ ...part, date_of_birth: '1969-01-01T00:00:00' }))
      .thenRefuses('partial-birth-date', ['date_of_birth']);
  });
});

describe('a patient', () => {
  it('is registered with the nine digits of the number', () => given().when(register()).then(registered));
  it('keeps out of the record what was left empty', () =>
    given()
      .when(register({ middle_name: '', email: '' }))
      .then(registered));
  it('needs an agreement, or from a doctor an email, where a person adds it', () => {
    const agreement_id = '44444444-4444-4444-8444-444444444444';
    const typed = (change: object) => given().when(register({ needs_agreement: true, ...change }));
    typed({}).thenRefuses('agreement-needed', ['agreement_id']);
    typed({ may_set_email: false }).thenRefuses('agreement-needed', ['agreement_id']);
    typed({ email: 'ava@example.org' }).then({ ...registered, data: { ...registered.data, email: 'ava@example.org' } } as PatientEvent);
    typed({ may_set_email: false, agreement_id }).then({ ...registered, data: { ...registered.data, agreement_id } } as PatientEvent);
  });
  it('keeps the agreement that was filed until another one is', () => {
    const [agreement_id, other] = ['44444444-4444-4444-8444-444444444444', '55555555-5555-4555-8555-555555555555'];
    const filed = given(registered, corrected({ agreement_id }));
    filed.when(correct()).thenNothing();
    filed.when(correct({ agreement_id })).thenNothing();
    filed.when(correct({ first_name: 'Eva' })).then(corrected({ agreement_id, first_name: 'Eva' }));
    filed.when(correct({ agreement_id: other })).then(corrected({ agreement_id: other }));
  });
  it('takes a registration delivered twice only once', () => given(registered).when(register()).thenNothing());
  it('is not registered over another one', () =>
    given(registered)
      .when(register({ first_name: 'Eve' }))
      .thenRefuses('patient-exists'));
  it('is corrected', () =>
    given(registered)
      .when(correct({ last_name: 'Hart' }))
      .then(corrected({ last_name: 'Hart' })));
  it('ruling 11: keeps the reason of a correction', () =>
    given(registered)
      .when(correct({ city_of_birth: 'Bern', comment: 'Passport' }))
      .then(corrected({ city_of_birth: 'Bern', comment: 'Passport' })));
  it('takes a correction delivered twice only once', () =>
    given(registered, corrected({ last_name: 'Hart' }))
      .when(correct({ last_name: 'Hart' }))
      .thenNothing());
  it('is not corrected where nothing is different', () => given(registered).when(correct()).thenNothing());
  it('ruling 37: takes a masked number as unchanged and never stores it', () =>
    given(registered)
      .when(correct({ first_name: 'Eva' }))
      .then(corrected({ first_name: 'Eva', social_security_number: '900142231' })));
  it('ruling 37: refuses the mask of another number', () =>
    given(registered)
      .when(correct({ social_security_number: '***-**-9999' }))
      .thenRefuses('other-mask', ['social_security_number']));
  it('takes a new number with or without dashes', () => {
    given(registered)
      .when(correct({ social_security_number: '900551902' }))
      .then(corrected({ social_security_number: '900551902' }));
    given(registered)
      .when(correct({ social_security_number: '900-14-2231' }))
      .thenNothing();
  });
  it('is removed', () => given(registered).when(remove).then(removed));
  it('takes a removal delivered twice only once', () => given(registered, removed).when(remove).thenNothing());
  it('cannot be corrected once it was removed', () => given(registered, removed).when(correct()).thenRefuses('patient-removed'));
  it('cannot be registered again once it was removed', () => given(registered, removed).when(register()).thenRefuses('patient-exists'));
  it('that never was cannot be corrected or removed', () => {
    given().when(correct()).thenRefuses('patient-missing');
    given().when(remove).thenRefuses('patient-missing');
  });
});

describe("a patient's email", () => {
  const email = 'ava@example.org';
  it('is entered by a doctor', () =>
    given()
      .when(register({ email }))
      .then({ ...registered, data: { ...registered.data, email } } as PatientEvent));
  it('is refused from anybody else', () => {
    given()
      .when(register({ email, may_set_email: false }))
      .thenRefuses('email-by-doctors', ['email']);
    given(registered)
      .when(correct({ email, may_set_email: false }))
      .thenRefuses('email-by-doctors', ['email']);
  });
  it('is left as it is by anybody', () =>
    given(corrected({ email }))
      .when(correct({ email, first_name: 'Eva', may_set_email: false }))
      .then(corrected({ email, first_name: 'Eva' })));
  it('is not taken away by anybody else', () =>
    given(corrected({ email }))
      .when(correct({ email: '', may_set_email: false }))
      .thenRefuses('email-by-doctors', ['email']));
});

describe('a patient of an external record', () => {
  const source = (version: string, reference = 'Patient/7') => ({
    system: 'County hospital',
    reference,
    version,
    last_updated: `2025-05-${version.padStart(2, '0')}T00:00:00.000Z`,
    digest: `what version ${version} says`,
  });
  const take = (change: Partial<Of<'TakeFromExternal'>['data']> = {}): Of<'TakeFromExternal'> => ({
    type: 'TakeFromExternal',
    command_id,
    data: {
      ...person,
      organization_id,
      social_security_number: '900-14-2231',
      source: source('1'),
      comment: 'Imported from County hospital',
      ...change,
    },
  });
  const taken = (change: object = {}): PatientEvent => ({
    type: 'PatientRegistered',
    data: { ...stored, source: source('1'), comment: 'Imported from County hospital', ...change },
  });

  describe('ruling 38: who has died', () => {
    const deceased = { date: '2021-02-03T00:00:00', source: 'County hospital' };
    const next = (change: object = {}): PatientEvent => ({
      type: 'PatientCorrected',
      data: { ...stored, source: source('2'), comment: 'Imported from County hospital', ...change },
    });
    it('is so from the first version on, or from a later one', () => {
      given().when(take({ deceased })).then(taken({ deceased }));
      given(taken())
        .when(take({ source: source('2'), deceased }))
        .then(next({ deceased }));
    });
    it('is so after a version that says nothing of it, until one says otherwise', () => {
      given(taken({ deceased }))
        .when(take({ source: source('2') }))
        .then(next({ deceased }));
      given(taken({ deceased }))
        .when(take({ source: source('2'), deceased: null }))
        .then(next());
      given(taken({ deceased }))
        .when(take({ source: source('1'), deceased: null }))
        .thenNothing();
      given()
        .when(take({ deceased: null }))
        .then(taken());
    });
    it('is so in a version that an earlier release took without it', () => {
      given(taken())
        .when(take({ deceased }))
        .then({ ...next({ deceased, source: source('1') }) });
      given(taken({ deceased })).when(take({ deceased })).thenNothing();
    });
    it('stays so whatever a person corrects', () => {
      const corrected = { ...stored, deceased, source: source('1'), comment: 'Typing error' };
      given(taken({ deceased }))
        .when(correct({ first_name: 'Eva' }))
        .then({ type: 'PatientCorrected', data: { ...corrected, first_name: 'Eva' } });
    });
  });
  describe('that its source uses no longer', () => {
    const inactive_at_source = { source: 'County hospital', replaced_by: [{ reference: 'Patient/8' }] };
    const comment = 'Imported from County hospital';
    it('is so until a newer version says nothing of it', () => {
      given().when(take({ inactive_at_source })).then(taken({ inactive_at_source }));
      given(taken({ inactive_at_source }))
        .when(take({ source: source('2') }))
        .then({ type: 'PatientCorrected', data: { ...stored, source: source('2'), comment } });
    });
    it('is so in a version that an earlier release took without it', () => {
      const belated: PatientEvent = { type: 'PatientCorrected', data: { ...stored, inactive_at_source, source: source('1'), comment } };
      given(taken()).when(take({ inactive_at_source })).then(belated);
      given(taken(), belated).when(take({ inactive_at_source })).thenNothing();
      given(taken(), belated).when(take()).thenNothing();
    });
    it('stays so whatever a person corrects', () => {
      const changed = { ...stored, first_name: 'Eva', inactive_at_source, source: source('1'), comment: 'Typing error' };
      given(taken({ inactive_at_source }))
        .when(correct({ first_name: 'Eva' }))
        .then({ type: 'PatientCorrected', data: changed });
    });
  });
  it('ruling 17: is added without what the form would ask for', () =>
    given()
      .when(take({ city_of_birth: '', country_of_birth: '', social_security_number: '' }))
      .then(taken({ city_of_birth: '', country_of_birth: '', social_security_number: '' })));
  it('taken again in the same version changes nothing, also where a person corrected it meanwhile', () => {
    given(taken()).when(take()).thenNothing();
    given(taken(), corrected({ first_name: 'Eva', source: source('1') }))
      .when(take())
      .thenNothing();
  });
  it('is brought to a newer version; number, email and consent stay as they are held', () =>
    given(taken(), corrected({ email: 'ava@example.org', source: source('1') }))
      .when(take({ last_name: 'Hart', social_security_number: '900-55-1902', source: source('2'), agreed_to_research: false }))
      .then(corrected({ last_name: 'Hart', email: 'ava@example.org', source: source('2'), comment: 'Imported from County hospital' })));
  it('says something else under the same version: what comes later counts', () =>
    given(taken())
      .when(take({ last_name: 'Hart', source: { ...source('1'), digest: 'something else' } }))
      .then(
        corrected({
          last_name: 'Hart',
          source: { ...source('1'), digest: 'something else' },
          comment: 'Imported from County hospital',
        }),
      ));
  it('that an earlier release took without a digest keeps in the same version what a person corrected', () => {
    const { digest: _, ...earlier } = source('1');
    given(taken({ source: earlier }), corrected({ first_name: 'Eva', source: earlier }))
      .when(take())
      .thenNothing();
  });
  it('is not taken back to an older version', () =>
    given(taken({ source: source('10') }))
      .when(take({ last_name: 'Hart', source: source('9') }))
      .thenNothing());
  it('keeps where it came from when a person corrects it', () =>
    given(taken())
      .when(correct({ last_name: 'Hart' }))
      .then(corrected({ last_name: 'Hart', source: source('1') })));
  it('is never taken over a record of the clinic itself, or of another reference', () => {
    given(registered).when(take()).thenRefuses('patient-exists');
    given(taken())
      .when(take({ source: source('2', 'Patient/8') }))
      .thenRefuses('patient-exists');
  });
});

it('shows a stale form the present record with its number masked', () => {
  const state = [registered, removed].reduce(patient.evolve, patient.initial);
  expect(patient.shown?.(state)).toEqual({ ...stored, social_security_number: '***-**-2231', removed: true });
});

const names = fc.record({ first_name: fc.constantFrom('Ava', 'Eva'), email: fc.constantFrom('', 'a@b.ch'), may_set_email: fc.boolean() });
const numbers = fc.constantFrom('900-14-2231', '900551902', '***-**-2231');
itIsHarmlessTwice(
  patient,
  fc.oneof(
    names.map((change) => register(change)),
    fc.tuple(names, numbers).map(([change, social_security_number]) => correct({ ...change, social_security_number })),
    fc.constant(remove),
  ),
);
