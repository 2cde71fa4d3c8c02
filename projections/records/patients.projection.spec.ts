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
