import { importSaid } from './fhir-import.ts';

describe('ruling 38: allergies are not held', () => {
  const said = (...references: string[]) =>
    importSaid({ patients: 1, resources: {}, skipped: references.map((reference) => ({ reference, reason: 'not taken' })) });

  it('names each one that was skipped, to whoever imports', () =>
    expect(said('AllergyIntolerance/a1', 'Encounter/e1', 'AllergyIntolerance/a2')).toContain(
      'ALLERGIES ARE NOT RECORDED HERE, not taken: AllergyIntolerance/a1, AllergyIntolerance/a2',
    ));
  it("never says that there are none: nothing is said where the file held none, and no text says 'no known allergies'", () => {
    expect(said('Encounter/e1')).not.toMatch(/allerg/i);
    expect(said('AllergyIntolerance/a1')).not.toMatch(/no known/i);
  });
});
