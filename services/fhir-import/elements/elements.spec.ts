import { elementsLeft } from './elements.ts';

const ABSENT = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

describe('elementsLeft', () => {
  it('names nothing where everything is taken', () =>
    expect(
      elementsLeft({
        ...{ resourceType: 'Observation', id: 'o1', meta: { versionId: '1', lastUpdated: '2024-03-14T08:00:00Z' }, status: 'final' },
        ...{ code: { coding: [{ system: 'http://loinc.org', code: '2823-3' }] }, subject: { reference: 'Patient/p1' } },
        ...{
          valueQuantity: { value: '4', unit: 'mmol/L' },
          performer: [{ display: 'Dr. Roe' }],
          contained: [{ resourceType: 'Claim', x: '1' }],
        },
      }),
    ).toEqual([]));

  it('follows the types of an element', () =>
    expect(
      elementsLeft({
        resourceType: 'MedicationRequest',
        dosageInstruction: [
          { timing: { repeat: { id: 'r', extension: [{ url: 'x' }] }, extension: [{ url: 'x' }] } },
          { route: { coding: [{ code: '1', version: '2024' }] } },
          { timing: { extension: [{ url: 'y' }] } },
        ],
        insurance: [{ reference: 'Coverage/c1' }],
      }),
    ).toEqual([
      'dosageInstruction.timing.repeat.extension',
      'dosageInstruction.timing.extension',
      'dosageInstruction.route.coding.version',
      'insurance',
    ]));

  it('names what R4 does not know, and what is not as R4 has it', () =>
    expect(
      elementsLeft({ resourceType: 'Observation', bodyStructure: {}, component: [{ valueAttachment: {} }, 'text'], code: 'Sodium' }),
    ).toEqual(['bodyStructure', 'component', 'component.valueAttachment', 'code']));

  it('names an object or a list in the place of one text or number', () => {
    const odd = { conclusion: ['x'], issued: [1], effectiveDateTime: { value: '2024' }, media: [{ comment: {} }], code: { text: ['x'] } };
    expect(elementsLeft({ resourceType: 'DiagnosticReport', ...odd } as never)).toEqual([
      ...['conclusion', 'issued', 'effectiveDateTime', 'media.comment', 'code.text'],
    ]);
    const listed = {
      ...{ resourceType: 'Patient', name: [{ given: ['A', 'B'], suffix: ['Jr.'] }], address: [{ line: ['1 Elm St', 'Flat 2'] }] },
      contained: [],
    };
    expect(elementsLeft(listed)).toEqual([]);
    const repeat = { dayOfWeek: ['mon'], timeOfDay: ['08:00'], when: ['MORN'] };
    const given = { resourceType: 'MedicationStatement', dosage: [{ timing: { event: ['2024-01-01'], repeat } }] };
    expect(elementsLeft(given)).toEqual([]);
    const typed = { doseAndRate: [{ type: { coding: [{ code: 'ordered', version: '1' }] } }] };
    expect(elementsLeft({ resourceType: 'MedicationRequest', dosageInstruction: [typed] })).toEqual([
      'dosageInstruction.doseAndRate.type.coding.version',
    ]);
  });

  it('repeats no name that no element can have', () =>
    expect(elementsLeft({ resourceType: 'Condition', 'John Smith, 555-12-3456': 'x', ['x'.repeat(5000)]: 'x' })).toEqual([
      '(a name that no element has)',
    ]));

  it('counts what stands beside a value in JSON', () =>
    expect(
      elementsLeft({
        ...{ resourceType: 'Patient', _birthDate: { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/patient-birthTime' }] } },
        ...{ _gender: { id: 'g' }, _unheardOf: { extension: [{ url: 'x' }] } },
        name: [{ _family: { extension: [{ url: ABSENT, valueCode: 'masked' }] }, _given: [null, { extension: [{ url: 'x' }] }] }],
      }),
    ).toEqual(['birthDate.extension', 'unheardOf', 'name.given.extension']));

  it('knows the extensions of a patient that are read', () => {
    const read = { url: 'http://hl7.org/fhir/StructureDefinition/patient-birthPlace' };
    expect(elementsLeft({ resourceType: 'Patient', extension: [read] })).toEqual([]);
    expect(elementsLeft({ resourceType: 'Patient', extension: [read, { url: 'http://example.com/race' }] })).toEqual(['extension']);
    expect(elementsLeft({ resourceType: 'Observation', extension: [read] })).toEqual(['extension']);
  });

  it('takes no notice of what is empty, and of instructions that are only a text', () =>
    expect(elementsLeft({ resourceType: 'MedicationStatement', extension: [], identifier: null, dosage: 'one a day' } as never)).toEqual(
      [],
    ));

  it('says nothing of other types, and names no more than a hundred elements of one resource', () => {
    expect(elementsLeft({ resourceType: 'Claim', total: '5' })).toEqual([]);
    expect(elementsLeft({ resourceType: 'constructor' })).toEqual([]);
    const odd = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`odd${n}`, 'x']));
    expect(elementsLeft({ resourceType: 'Observation', ...odd })).toHaveLength(100);
  });
});
