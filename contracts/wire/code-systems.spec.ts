import { codeInWords, codeSystem, leadingCode } from './code-systems.ts';

it.each([
  [
    'LOINC',
    'http://loinc.org',
    'http://loinc.org/',
    'https://loinc.org',
    'http://www.loinc.org',
    'HTTP://LOINC.ORG',
    'http://loinc.org|2.77',
  ],
  ['LOINC', 'urn:oid:2.16.840.1.113883.6.1', '2.16.840.1.113883.6.1', 'LN', 'LOINC', ' http://loinc.org ', 'http://loinc.org/2.72'],
  [
    'UCUM',
    'http://unitsofmeasure.org',
    'https://unitsofmeasure.org/',
    'urn:oid:2.16.840.1.113883.6.8',
    'UCUM',
    'http://unitsofmeasure.org/ucum',
  ],
  [
    'SNOMED CT',
    'http://snomed.info/sct',
    'https://snomed.info/sct/',
    'http://snomed.info/sct/731000124108',
    'urn:oid:2.16.840.1.113883.6.96',
    'SNOMED CT',
    'SNOMEDCT_US',
  ],
  ['ICD-10', 'http://hl7.org/fhir/sid/icd-10', 'http://hl7.org/fhir/sid/icd-10/', 'urn:oid:2.16.840.1.113883.6.3'],
  [
    'ICD-10-CM',
    'http://hl7.org/fhir/sid/icd-10-cm',
    'https://www.hl7.org/fhir/sid/icd-10-cm',
    'urn:oid:2.16.840.1.113883.6.90',
    'ICD10-CM',
    'ICD-10-CM',
  ],
  ['ActCode', 'http://terminology.hl7.org/CodeSystem/v3-ActCode', 'http://hl7.org/fhir/v3/ActCode', 'urn:oid:2.16.840.1.113883.5.4'],
  ['US SSN', 'http://hl7.org/fhir/sid/us-ssn', 'urn:oid:2.16.840.1.113883.4.1'],
  ['RxNorm', 'http://www.nlm.nih.gov/research/umls/rxnorm', 'http://nlm.nih.gov/research/umls/rxnorm/', 'urn:oid:2.16.840.1.113883.6.88'],
])('takes every spelling of %s for that system', (name, ...spellings) =>
  expect(spellings.map(codeSystem)).toEqual(spellings.map(() => name)),
);

it.each([
  undefined,
  '',
  'http://lab.example/codes',
  'http://loinc.org/vs',
  'http://loinc.org.example',
  'http://example.org/loinc',
  'urn:oid:2.16.840.1.113883.6.10',
  'http://hl7.org/fhir/sid/icd-9-cm',
  'constructor',
])('takes %s for none of them', (uri) => expect(codeSystem(uri)).toBeUndefined());

it('calls a code by its system, and passes over those that say that there is none', () => {
  const codes = [
    { system: 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor', code: 'UNK' },
    { system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'masked' },
    { system: 'urn:oid:2.16.840.1.113883.5.1008', code: 'UNK' },
    { system: 'http://hl7.org/fhir/v3/NullFlavor|2.0', code: 'UNK' },
    { system: '', code: ' ' },
  ];
  const [local, loinc] = [
    { system: 'http://lab.example', code: 'GLU' },
    { system: 'https://loinc.org/', code: '2345-7' },
  ];
  expect(leadingCode(codes)).toBeUndefined();
  expect(leadingCode()).toBeUndefined();
  expect(leadingCode([...codes, local])).toBe(local);
  expect(leadingCode([...codes, local, loinc])).toBe(loinc);
  expect([codeInWords(local), codeInWords(loinc)]).toEqual(['code GLU', 'LOINC 2345-7']);
});
