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

it('says what is to be known of a file before what was not taken', () => {
  const files = [{ path: '/exports/page.json', remarks: ['one page of a longer answer: 2 of 57', 'warning: some are not included'] }];
  const lines = importSaid({ patients: 1, resources: {}, files, skipped: [{ reference: 'Encounter/e1', reason: 'not taken' }] }).split(
    '\n',
  );
  expect(lines.slice(2)).toEqual([
    '',
    'About the files:',
    '  /exports/page.json',
    '    one page of a longer answer: 2 of 57',
    '    warning: some are not included',
    '',
    'Not taken, or in question:',
    '     1  Encounter: not taken',
  ]);
});

describe('elements that are not taken', () => {
  it('are named by type with the number of resources', () =>
    expect(
      importSaid({
        patients: 1,
        resources: {},
        skipped: [],
        elements: { Condition: { extension: 1 }, Observation: { issued: 2796, extension: 12 } },
      })
        .split('\n')
        .slice(2),
    ).toEqual([
      '',
      'Not taken of Condition: extension (1)',
      'Not taken of Observation: issued (2,796), extension (12)',
      'docs/fhir.md says why',
    ]));
  it('say how many more there are', () => {
    const counts = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`e${n}`, 1]));
    expect(importSaid({ patients: 1, resources: {}, skipped: [], elements: { Observation: counts } })).toContain(
      'e19 (1), and 5 more elements (--json names them)',
    );
  });
});
