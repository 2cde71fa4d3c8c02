import { Patient } from '../resources/resource.ts';
import { mayBeSameName, readName, withKnownParts } from './patient-name.ts';

const read = (patient: object) => readName(Patient.parse(patient), 'Patient/p1', '2026-11-29');
const absent = (valueCode: string) => ({
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode }],
});

describe('the name of a Patient', () => {
  it.each([
    [[{ family: 'Suharto' }], '', 'Suharto', ['it has no first name']],
    [[{ given: ['Nagarajan'] }], 'Nagarajan', '', ['it has no last name']],
    [[{ text: 'Siti binti Ahmad' }], '', 'Siti binti Ahmad', ['its name is one text: it is the last name of the record']],
    [[{ family: ' ', given: [null, 'Ana'], _family: absent('masked') }], 'Ana', '', ['its last name is masked by its source']],
    [[{ family: 'Berg', _given: [absent('asked-unknown')] }], '', 'Berg', ['its first name is unknown to its source']],
    [[{ family: 'Berg', given: ['Ana'], text: 'Ana Berg' }], 'Ana', 'Berg', []],
    [[{ prefix: ['Dr.'] }, { family: 'Berg', given: ['Ana'] }], 'Ana', 'Berg', []],
  ])('is as much as its source gives: %j', (name, first_name, last_name, without) =>
    expect(read({ name })).toEqual({ first_name, last_name, without }),
  );

  const ana = { family: 'Berg', given: ['Ana'] };
  it.each([
    ['nickname', { use: 'nickname', given: ['Annie'] }],
    ['anonymous', { use: 'anonymous', family: 'Anonymous' }],
    ['temporary', { use: 'temp', family: 'Unknown' }],
    ['old', { use: 'old', family: 'Shaw', given: ['Ana'] }],
    ['maiden', { use: 'maiden', family: 'Shaw' }],
    ['ended', { use: 'official', family: 'Shaw', given: ['Ana'], period: { end: '2020' } }],
    ['future', { use: 'official', family: 'Shaw', given: ['Ana'], period: { start: '2027-01-01' } }],
  ])('is the one in use before one that is %s, whatever their order', (_, other) => {
    for (const name of [
      [other, ana],
      [ana, other],
    ])
      expect(read({ name })).toMatchObject({ first_name: 'Ana', last_name: 'Berg' });
    expect(read({ name: [other] })).not.toMatchObject({ last_name: expect.stringContaining('No name') });
  });
  it('is a whole one before a part', () => {
    const name = [
      { use: 'official', family: 'Berg' },
      { use: 'usual', family: 'Berg', given: ['Ana'] },
    ];
    expect(read({ name })).toMatchObject({ first_name: 'Ana', last_name: 'Berg' });
    expect(read({ name: [{ given: ['Ana'] }, { use: 'usual', family: 'Berg' }] })).toMatchObject({ last_name: 'Berg' });
  });
  it('lasts until the end of its period, as much as that says', () => {
    const name = [{ use: 'official', family: 'Shaw', period: { end: '2026' } }, { family: 'Berg' }];
    expect(read({ name })).toMatchObject({ last_name: 'Shaw' });
  });
  it('is one line that fits', () => {
    const { last_name } = read({ name: [{ family: `${'a'.repeat(3000)}\nb` }] });
    expect([last_name.length <= 2000, last_name.endsWith('…')]).toEqual([true, true]);
  });
});

describe('a Patient without a name', () => {
  const type = (code: string) => ({ coding: [{ code }] });
  it.each([
    [[{ value: 'X-1' }, { type: type('PSEUDED'), value: 'P-0412' }], 'Pseudonym P-0412'],
    [[{ type: type('ANON'), value: 'P-0412' }], 'Pseudonym P-0412'],
    [[{ value: 'X-1' }, { type: type('MR'), value: '4711' }], 'Identifier 4711'],
    [
      [
        { use: 'official', system: 'https://a.example/ids', value: 'X-1' },
        { type: type('MR'), value: '4711' },
      ],
      'Identifier 4711',
    ],
    [[{ type: { text: 'Medical Record Number' }, value: '4711' }], 'Identifier 4711'],
    [[{ type: type('PI'), value: '4711' }], 'Identifier 4711'],
    [[{ type: { text: 'Pseudonym' }, value: 'P-0412' }], 'Pseudonym P-0412'],
    [[{ use: 'usual', system: 'https://a.example/ids', value: 'X-1' }], 'Identifier X-1'],
    [
      [
        { use: 'old', type: type('MR'), value: 'X-0' },
        { type: type('MR'), value: 'X-1' },
      ],
      'Identifier X-1',
    ],
    [[], 'No name (Patient/p1)'],
  ])('is called by what identifies it: %j', (identifier, last_name) => {
    expect(read({ identifier })).toEqual({
      first_name: '',
      last_name,
      without: [expect.stringMatching(/^it has no name: the record is called by its/)],
    });
    expect(read({ identifier, name: [{ use: 'official', given: ['\u0000'] }] })).toMatchObject({ last_name });
  });
  it.each([
    [{ system: 'http://hl7.org/fhir/sid/us-ssn', value: 'X-1' }],
    [{ type: type('SS'), value: 'X-1' }],
    [{ value: '900-12-3456' }],
    [{ value: '900123456' }],
    [{ system: 'https://a.example', value: '900-12-3456' }],
    [{ value: ' ' }],
    [{ value: 'X-1' }],
    [{ system: 'https://a.example/ids', value: 'X-1' }],
    [{ use: 'official', value: 'X-1' }],
    [{ type: { text: 'Social Security Number' }, value: '123456789' }],
    [{ type: { text: 'Social Security Number' }, use: 'official', system: 'https://a.example/ids', value: '4711' }],
    [{ type: { coding: [{ code: 'MR', display: 'Social Security Number' }] }, value: '4711' }],
    [{ type: type('NI'), use: 'official', system: 'https://a.example/ids', value: '4711' }],
    [{ type: type('MR'), value: '123456789' }],
    [{ type: type('MR'), value: '123 45 6789' }],
    [{ type: type('MR'), value: '123.45.6789' }],
    [{ type: type('MR'), value: '123-45-6789A' }],
    [{ type: type('MR'), value: '１２３-45-6789' }],
    [{ type: type('PSEUDED'), value: '123456789' }],
    [{ use: 'official', system: 'https://a.example/ssn', value: '4711' }],
    [{ use: 'official', system: 'http://fhir.de/sid/gkv/kvid-10', value: 'A123456780' }],
    [{ use: 'official', system: 'urn:oid:2.16.840.1.113883.4.572', value: '4711' }],
    [{ use: 'official', system: 'https://fhir.nhs.uk/Id/nhs-number', value: '4711' }],
  ])('is never called by a social security number: %j', (identifier) =>
    expect(read({ identifier: [identifier] })).toMatchObject({ last_name: 'No name (Patient/p1)' }),
  );
  it.each([
    [{ name: [{ ...absent('masked') }] }, 'Name masked (Patient/p1)'],
    [{ name: [{ _family: absent('masked') }] }, 'Name masked (Patient/p1)'],
    [{ name: [{ _text: absent('unknown') }] }, 'Name unknown (Patient/p1)'],
    [{ _name: [absent('asked-declined')] }, 'Name unknown (Patient/p1)'],
  ])('is called by the reason that its source gives: %j', (patient, last_name) => expect(read(patient)).toMatchObject({ last_name }));
});

describe('two versions of one Patient', () => {
  const named = (first_name: string, last_name: string) => ({ first_name, last_name });
  it.each([
    [named('Ana', 'Berg'), named('Ana M.', 'Shaw')],
    [named('Ana', 'Berg'), named('Maria', 'BERG')],
    [named('', 'Siti binti Ahmad'), named('Siti', 'Ahmad')],
    [named('', 'Berg'), named('Ana', 'Berg')],
    [named('Ana', ''), named('Ana', 'Berg')],
    [named('', 'Pseudonym P-1'), named('Ana', 'Berg')],
    [named('Ana', 'Berg'), named('', 'No name (Patient/p1)')],
  ])('may name the same person: %j, %j', (one, other) => {
    expect([mayBeSameName(one, other), mayBeSameName(other, one)]).toEqual([true, true]);
  });
  it.each([
    [named('Ana', 'Berg'), named('Bea', 'Shaw')],
    [named('', 'Berg'), named('Bea', 'Shaw')],
    [named('Ana', ''), named('Bea', '')],
    [named('Ana', ''), named('', 'Shaw')],
  ])('name two persons: %j, %j', (one, other) => {
    expect([mayBeSameName(one, other), mayBeSameName(other, one)]).toEqual([false, false]);
  });
});

describe('the name of a later version', () => {
  const named = (first_name: string, last_name: string, middle_name?: string) => ({
    first_name,
    ...(middle_name === undefined ? {} : { middle_name }),
    last_name,
  });
  it.each([
    [named('', 'Suharto'), named('Ana', 'Suharto', 'M.'), named('Ana', 'Suharto', 'M.')],
    [named('', 'SUHARTO'), named('Ana', 'Suharto'), named('Ana', 'SUHARTO')],
    [named('Ana', ''), named('Ana', 'Suharto'), named('Ana', 'Suharto')],
    [named('', 'Pseudonym P-1'), named('Ana', 'Suharto'), named('Ana', 'Suharto')],
    [named('', 'Name masked (Patient/1)'), named('', 'Suharto'), named('', 'Suharto')],
    [named('Ana', 'Suharto'), named('', 'Pseudonym P-1'), named('Ana', 'Suharto')],
    [named('', 'Berg'), named('Ana', 'Suharto'), named('', 'Berg')],
    [named('Ana', 'Berg'), named('Ana', 'Suharto', 'M.'), named('Ana', 'Berg')],
  ])('%j after %j is %j', (next, before, expected) => expect(withKnownParts(next, before)).toEqual(expected));
});
