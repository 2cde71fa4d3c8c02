import { besidePartText, MAX_BESIDE } from '#contracts/wire/beside';
import { References } from '../references.ts';
import type { Json, RawResource } from '../resources/fhir-file.ts';
import { besideOf, elementsLeft, tables } from './elements.ts';
import type { Elements, Treatment } from './treatment.ts';

interface Place {
  path: string[];
  treatment: Treatment;
}

/** All elements of a table, those of its types too. */
const placesIn = (table: Elements, path: string[] = []): Place[] =>
  Object.entries(table).flatMap(([name, treatment]) => {
    const own = { path: [...path, name], treatment };
    return 'of' in treatment && treatment.of ? [own, ...placesIn(treatment.of, own.path)] : [own];
  });

const nested = ([name, ...rest]: readonly string[], value: Json): RawResource => ({
  [name!]: rest.length === 0 ? value : nested(rest, value),
});

/** Words come only where they are not those of an element above, which has words of its own. */
const isUnderWords = (table: Elements, path: readonly string[]): boolean =>
  path
    .slice(0, -1)
    .some((_, index) =>
      placesIn(table).some((one) => one.treatment.how === 'beside' && one.path.join() === path.slice(0, index + 1).join()),
    );

const amount: Json = { value: '5', unit: 'mg' };
const samples: Json[] = [
  { text: 'words' },
  { display: 'words', code: 'words' },
  'words',
  '2024-03-14',
  amount,
  { low: amount, high: amount },
  { numerator: amount, denominator: amount },
  { start: '2024-03-14', end: '2024-03-15' },
  { reference: 'Medication/m' },
  { text: 'a note' },
  { function: { text: 'nurse' } },
  true,
  false,
];

const types = ['Observation', 'DiagnosticReport', 'Condition', 'MedicationRequest', 'MedicationStatement', 'MedicationAdministration'];
const begun: Record<string, RawResource> = {
  Condition: { onsetDateTime: '2020-01-01' },
  MedicationRequest: { dosageInstruction: [{ timing: { event: ['2020-01-01'] } }] },
  MedicationStatement: { effectiveDateTime: '2020-01-01' },
};
const lotOf = (): References => {
  const references = new References();
  references.add({ resource: { resourceType: 'Medication', batch: { lotNumber: 'A1' } } }, 'Medication/m');
  return references;
};

const words = (type: string, path: readonly string[]) => (value: Json) =>
  besideOf({ resourceType: type, ...begun[type], ...nested(path, value) }, lotOf())?.map(besidePartText);

describe('tables of elements', () => {
  it.each(types)('have words for every element of %s that stands beside', (type) => {
    const table = tables[type]!;
    const silent = placesIn(table)
      .filter(({ path, treatment }) => treatment.how === 'beside' && !isUnderWords(table, path))
      .filter(({ path }) => !samples.some((value) => words(type, path)(value) !== undefined));
    expect(silent.map(({ path }) => path.join('.'))).toEqual([]);
  });

  it.each([
    ['Specimen', 'specimen'],
    ['Encounter', 'encounter'],
    ['ServiceRequest', 'basedOn'],
    ['Medication', 'medicationReference'],
  ])('have words for every element of %s that stands beside what refers to it', (helper, element) => {
    const type = helper === 'Medication' ? 'MedicationRequest' : 'Observation';
    const said = (resource: RawResource): string | undefined => {
      const references = new References();
      references.add({ resource: { resourceType: helper, ...resource } }, `${helper}/h`);
      return besideOf({ resourceType: type, [element]: { reference: `${helper}/h` } }, references)?.[0]?.text;
    };
    const silent = placesIn(tables[helper]!)
      .filter(({ path, treatment }) => treatment.how === 'beside' && !isUnderWords(tables[helper]!, path) && path[0] !== 'meta')
      .filter(({ path }) => !samples.some((value) => said(nested(path, value)) !== said({})));
    expect(silent.map(({ path }) => path.join('.'))).toEqual([]);
  });

  it.each(Object.keys(tables).filter((name) => !name.includes('.') && name !== 'Extension'))(
    'count every element of %s that is not taken, and none that is',
    (type) => {
      const places = placesIn(tables[type]!).filter(({ path }) => path.at(-1) !== 'extension');
      const counted = (path: readonly string[]) => elementsLeft({ resourceType: type, ...nested(path, 'something') });
      for (const { path, treatment } of places) {
        const said = counted(path).includes(path.join('.'));
        if (treatment.how === 'left') expect([path.join('.'), said]).toEqual([path.join('.'), true]);
        else if (!('of' in treatment)) expect([path.join('.'), said]).toEqual([path.join('.'), false]);
      }
      const extensions = placesIn(tables[type]!).filter(({ path }) => path.at(-1) === 'extension');
      for (const { path } of extensions) {
        const left = elementsLeft({ resourceType: type, ...nested(path, [{ url: 'http://example.com/own' }]) });
        expect(left).toEqual([path.join('.')]);
      }
    },
  );

  it('put nothing of a patient into words: a record has no place for them', () =>
    expect(placesIn(tables['Patient']!).filter(({ treatment }) => treatment.how === 'beside')).toEqual([]));

  it('never have more parts than an item holds', () => {
    for (const type of types) {
      const elements = placesIn(tables[type]!).filter(({ treatment }) => treatment.how === 'beside');
      const names = new Set(elements.map(({ path, treatment }) => ('element' in treatment && treatment.element) || path[0]));
      expect(names.size).toBeLessThanOrEqual(MAX_BESIDE);
    }
  });

  it('begin with what turns the meaning of all else', () => {
    for (const type of types) expect(Object.keys(tables[type]!).slice(0, 2)).toEqual(['modifierExtension', 'implicitRules']);
  });
});
