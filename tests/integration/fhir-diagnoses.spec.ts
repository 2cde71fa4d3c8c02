import { isActive, isStatusMissing } from '#contracts/diagnoses/lasting';
import { condition, diagnosesOf, head, person, startFhirClinic, take, takeCase } from './fhir-clinic.ts';

startFhirClinic();

const TODAY = '2026-06-01';
const category = (code: string) => ({ category: [{ coding: [{ code }] }] });
const visit = (id: string, start: string) => ({
  resourceType: 'Encounter',
  id,
  status: 'finished',
  period: { start },
  subject: { reference: 'Patient/v' },
});

describe('ruling 64: diagnoses', () => {
  it('of visits stand on their day and do not last; a problem does', async () => {
    await takeCase('diagnoses-of-visits');
    const read = (await diagnosesOf('Halloran')).map((one) => [
      one.disease_name,
      one.time_from?.slice(0, 10),
      one.of_visit === true,
      isActive(one, TODAY),
    ]);
    expect(read.sort()).toEqual([
      ['Acute sinusitis', '2019-02-04', true, false],
      ['Acute sinusitis', '2021-11-15', true, false],
      ['Hypothyroidism', '2015-05-01', false, true],
    ]);
    const before = await head();
    const again = await takeCase('diagnoses-of-visits');
    expect(again.resources['Condition']).toMatchObject({ imported: 0, unchanged: 3 });
    expect(await head()).toBe(before);
  });

  it('without a status and a category stay active, and say so', async () => {
    await take(person('s', 'Solberg'), condition('s1', 's'), condition('s2', 's', category('problem-list-item')));
    const found = await diagnosesOf('Solberg');
    expect(found.map((one) => [isActive(one, TODAY), isStatusMissing(one)])).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it('keep the day of a visit that a later file does not have, and follow one that comes later', async () => {
    const asked = { ...category('encounter-diagnosis'), recordedDate: '2021-12-01', onsetDateTime: undefined };
    const said = condition('v1', 'v', { ...asked, encounter: { reference: 'Encounter/v1' } });
    const day = async () => (await diagnosesOf('Vestergaard')).map(({ time_from }) => time_from?.slice(0, 10));
    await take(person('v', 'Vestergaard'), said);
    expect(await day()).toEqual(['2021-12-01']);
    await take(person('v', 'Vestergaard'), visit('v1', '2021-11-15'), said);
    expect(await day()).toEqual(['2021-11-15']);
    expect((await take(person('v', 'Vestergaard'), said)).resources['Condition']).toMatchObject({ unchanged: 1 });
    expect(await day()).toEqual(['2021-11-15']);
    // a newer version without the visit too
    await take(person('v', 'Vestergaard'), { ...said, verificationStatus: { coding: [{ code: 'confirmed' }] } });
    expect(await diagnosesOf('Vestergaard')).toMatchObject([{ time_from: '2021-11-15T00:00:00', verification_status: 'confirmed' }]);
  });
});
