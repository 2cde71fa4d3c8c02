import type { PatientEvent } from '#contracts/people/patients';
import { metaOf, projectionSpec } from '#tests/support/projection-spec';
import { patients } from './patients.projection.ts';

const patient_id = '11111111-1111-4111-8111-111111111111';
const organization_id = '22222222-2222-4222-8222-222222222222';
const person = {
  patient_id,
  organization_id,
  first_name: 'Zoë',
  middle_name: 'Anne-Marie',
  last_name: "O'Brien de la Cruz",
  maiden_name: 'Müller',
  sex: 'Female' as const,
  date_of_birth: '1968-05-02T00:00:00',
  city_of_birth: 'Chicago',
  country_of_birth: 'USA',
  social_security_number: '900142231',
  agreed_to_research: true,
  fhir_synchronization_enabled: false,
};
const registered: PatientEvent = { type: 'PatientRegistered', data: { ...person, comment: 'New entry' } };
const corrected: PatientEvent = {
  type: 'PatientCorrected',
  data: { ...person, last_name: 'Hart', maiden_name: undefined, social_security_number: '900551902', comment: 'Married' },
};
const removed: PatientEvent = { type: 'PatientRemoved', data: { patient_id, comment: 'Moved away' } };

const { patient_id: id, ...facts } = person;
const view = {
  id,
  ...facts,
  social_security_number: '***-**-2231',
  agreement_uploaded: false,
  date_registered: metaOf(0).recorded_at,
  invitation_status: null,
  version: 0,
  search: {
    last: "o'brien de la cruz",
    first: 'zoe anne-marie',
    last_words: { w0: 'obrien', w1: 'de', w2: 'la', w3: 'cruz', w4: 'muller' },
    first_words: { w0: 'zoe', w1: 'anne', w2: 'marie' },
    last_four: '2231',
  },
};

describe('patients', () => {
  const spec = projectionSpec(patients);

  it('shows a registered patient, the number masked, with what lists search by folded beside', () =>
    spec.given(registered).then({ [patient_id]: view }));
  it('says where only the year of the birth is known, until the day is', () => {
    const part = { date_of_birth: '1968-01-01T00:00:00', date_of_birth_precision: 'year' as const };
    const partial: PatientEvent = { type: 'PatientRegistered', data: { ...person, ...part, comment: 'x' } };
    spec.given(partial).then({ [patient_id]: { ...view, ...part } });
    const whole: PatientEvent = { type: 'PatientCorrected', data: { ...person, comment: 'x' } };
    spec.given(partial, whole).then({ [patient_id]: { ...view, version: 1 } });
  });
  it('ruling 38: says that the patient has died, while the external record does', () => {
    const deceased = { date: '2021-02-03T00:00:00', source: 'County hospital' };
    const died: PatientEvent = { type: 'PatientCorrected', data: { ...person, deceased, comment: 'x' } };
    const lives: PatientEvent = { type: 'PatientCorrected', data: { ...person, comment: 'x' } };
    spec.given(registered, died).then({ [patient_id]: { ...view, deceased, version: 1 } });
    spec.given(registered, died, lives).then({ [patient_id]: { ...view, version: 2 } });
  });
  it('says that its source uses it no longer, until that does again', () => {
    const inactive_at_source = { source: 'County hospital', replaced_by: [{ reference: 'Patient/8', patient_id: organization_id }] };
    const inactive: PatientEvent = { type: 'PatientRegistered', data: { ...person, inactive_at_source, comment: 'x' } };
    const active: PatientEvent = { type: 'PatientCorrected', data: { ...person, comment: 'x' } };
    spec.given(inactive).then({ [patient_id]: { ...view, inactive_at_source } });
    spec.given(inactive, active).then({ [patient_id]: { ...view, version: 1 } });
  });
  it('ruling 37: holds the number nowhere', () => expect(JSON.stringify(view)).not.toMatch(/900|14-?2231/));
  it('takes over a correction, with everything that it leaves out, and keeps when the patient was registered', () => {
    const { maiden_name: _, ...rest } = view;
    spec.given(registered, corrected).then({
      [patient_id]: {
        ...rest,
        last_name: 'Hart',
        social_security_number: '***-**-1902',
        version: 1,
        search: { ...view.search, last: 'hart', last_words: { w0: 'hart' }, last_four: '1902' },
      },
    });
  });
  it('drops a removed patient', () => spec.given(registered, removed).then({ [patient_id]: null }));
  it('ignores what happens after the removal, and to somebody unknown', () => {
    spec.given(registered, removed, corrected).then({ [patient_id]: null });
    spec.given(corrected).thenNothing();
  });
  spec.itCoversEveryEvent();
});
