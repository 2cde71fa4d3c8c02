import { MAX_NAME_LENGTH } from '#contracts/people/import-notes';
import { leftOutOf, nameOfResource } from './left-out.ts';

const concept = (text: string) => ({ text });
const coded = (code: string) => ({ coding: [{ code }] });

describe('the name of a resource', () => {
  it.each([
    ['code', { code: concept('Penicillin') }, 'Penicillin'],
    ['vaccine', { vaccineCode: { coding: [{ code: '08', display: 'Hep B' }] } }, 'Hep B'],
    ['a code without words', { code: coded('91936005') }, '91936005'],
    ['medication', { medicationReference: { reference: 'Medication/1', display: 'Aspirin' } }, 'Aspirin'],
    ['the substance of a reaction', { reaction: [{ substance: concept('Peanut') }] }, 'Peanut'],
    ['event', { event: concept('Fall') }, 'Fall'],
    ['relationship', { relationship: concept('Mother'), condition: [{ code: concept('Breast cancer') }] }, 'Mother: Breast cancer'],
    ['device', { deviceName: [{ name: 'Pacemaker' }], type: concept('Implant') }, 'Pacemaker'],
    ['description as a concept', { description: concept('Weight loss') }, 'Weight loss'],
    ['description as text', { description: 'Letter' }, 'Letter'],
    ['category', { category: [concept('Diabetes care plan')] }, 'Diabetes care plan'],
    ['title', { title: 'Discharge letter' }, 'Discharge letter'],
    ['nothing', { code: { coding: [{}] }, category: 'odd' }, undefined],
  ])('is taken as sent: %s', (_of, resource, name) => expect(nameOfResource(resource as never)).toBe(name));

  it('is followed by a status that says that it is not so', () => {
    const allergy = { code: concept('Latex'), verificationStatus: coded('refuted'), clinicalStatus: coded('active') };
    expect(nameOfResource(allergy)).toBe('Latex (refuted)');
    expect(nameOfResource({ code: concept('Latex'), verificationStatus: concept('Refuted') })).toBe('Latex (refuted)');
    expect(nameOfResource({ medicationCodeableConcept: concept('Warfarin'), status: 'stopped' })).toBe('Warfarin (stopped)');
    expect(nameOfResource({ vaccineCode: concept('MMR'), status: 'not-done' })).toBe('MMR (not done)');
    expect(nameOfResource({ vaccineCode: concept('MMR'), status: 'completed' })).toBe('MMR');
    expect(nameOfResource({ medicationCodeableConcept: concept('Aspirin'), doNotPerform: true })).toBe('Aspirin (not to be given)');
    const long = nameOfResource({
      code: concept('x'.repeat(5000)),
      verificationStatus: coded('unconfirmed'),
      clinicalStatus: coded('inactive'),
    })!;
    expect(long.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
    expect(long).toMatch(/\(unconfirmed, inactive\)$/);
  });
});

it('what is wrong or administrative is missed by nobody', () => {
  expect(leftOutOf({ code: concept('Latex'), patient: { reference: 'Patient/1' } }, 'AllergyIntolerance')).toEqual({
    type: 'AllergyIntolerance',
    about: { subject: { reference: 'Patient/1' } },
    name: 'Latex',
  });
  expect(leftOutOf({ code: concept('Latex'), verificationStatus: coded('entered-in-error') }, 'AllergyIntolerance')).toBeUndefined();
  expect(leftOutOf({ status: 'entered-in-error' }, 'Immunization')).toBeUndefined();
  expect(leftOutOf({}, 'Claim')).toBeUndefined();
});
