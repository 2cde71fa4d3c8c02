/** Systems of codes, and of numbers of people, that are told apart here, under the names that people give them. */
export type CodeSystem = 'LOINC' | 'UCUM' | 'SNOMED CT' | 'ICD-10' | 'ICD-10-CM' | 'RxNorm' | 'GTS' | 'ActCode' | 'US SSN';

/** By FHIR's address without its protocol, by object identifier, and by the short names of HL7 v2 and of senders. */
const systems: Readonly<Record<string, CodeSystem>> = {
  ...{ 'loinc.org': 'LOINC', '2.16.840.1.113883.6.1': 'LOINC', loinc: 'LOINC', ln: 'LOINC' },
  ...{ 'unitsofmeasure.org': 'UCUM', '2.16.840.1.113883.6.8': 'UCUM', ucum: 'UCUM', 'ucum.org': 'UCUM', 'unitsofmeasure.org/ucum': 'UCUM' },
  ...{ 'snomed.info/sct': 'SNOMED CT', '2.16.840.1.113883.6.96': 'SNOMED CT' },
  ...{ sct: 'SNOMED CT', snomed: 'SNOMED CT', snomedct: 'SNOMED CT', snomedctus: 'SNOMED CT' },
  ...{ 'hl7.org/fhir/sid/icd-10': 'ICD-10', '2.16.840.1.113883.6.3': 'ICD-10', i10: 'ICD-10', icd10: 'ICD-10' },
  ...{ 'hl7.org/fhir/sid/icd-10-cm': 'ICD-10-CM', '2.16.840.1.113883.6.90': 'ICD-10-CM', 'hl7.org/fhir/sid/icd-10-us': 'ICD-10-CM' },
  ...{ i10c: 'ICD-10-CM', icd10cm: 'ICD-10-CM' },
  ...{ 'nlm.nih.gov/research/umls/rxnorm': 'RxNorm', '2.16.840.1.113883.6.88': 'RxNorm', rxnorm: 'RxNorm' },
  ...{ 'terminology.hl7.org/codesystem/v3-gtsabbreviation': 'GTS', 'hl7.org/fhir/v3/gtsabbreviation': 'GTS' },
  ...{ '2.16.840.1.113883.5.1022': 'GTS' },
  ...{ 'terminology.hl7.org/codesystem/v3-actcode': 'ActCode', 'hl7.org/fhir/v3/actcode': 'ActCode', '2.16.840.1.113883.5.4': 'ActCode' },
  ...{ 'hl7.org/fhir/sid/us-ssn': 'US SSN', '2.16.840.1.113883.4.1': 'US SSN' },
};

/** Editions and versions of SNOMED CT are the same system, and so are versions of LOINC. */
const VERSIONED = /^(snomed\.info\/sct|loinc\.org)\/[\d./a-z]*\d$/;

/** An address without protocol, port, 'www.', version and slash at its end; a short name without spaces and hyphens. */
const bareSystem = (uri: string): string => {
  const bare = uri
    .trim()
    .toLowerCase()
    .replace(/[|?#].*$/, '')
    .replace(/^(?:https?:\/\/|urn:oid:|oid:)/, '')
    .replace(/^www\./, '')
    .replace(/:(?:80|443)(?=\/|$)/, '')
    .replace(/\/+$/, '')
    .replace(VERSIONED, '$1');
  return /[./]/.test(bare) ? bare : bare.replace(/[\s_-]/g, '');
};

/**
 * The system that an address means, however it is spelled: with http or https, with 'www.', a slash at its end, a version, in capitals, as
 * an object identifier or by its short name. Undefined for every other one.
 */
export const codeSystem = (uri: string | undefined): CodeSystem | undefined => {
  const bare = bareSystem(uri ?? '');
  return Object.hasOwn(systems, bare) ? systems[bare] : undefined;
};

/** A code as people read it: 'LOINC 5792-7', and 'code UGLU' under a system that is not known here. */
export const codeInWords = ({ system, code }: { system: string; code: string }): string => `${codeSystem(system) ?? 'code'} ${code}`;

/** Systems whose codes say that there is no code. */
const NONE = /(?:nullflavor|data-absent-reason|^2\.16\.840\.1\.113883\.5\.1008)$/;

/** The code that identifies something with several codes: its LOINC code, otherwise the first. */
export const leadingCode = <C extends { system: string; code: string }>(coding: readonly C[] = []): C | undefined => {
  const codes = coding.filter(({ system, code }) => code.trim() !== '' && !NONE.test(bareSystem(system)));
  return codes.find(({ system }) => codeSystem(system) === 'LOINC') ?? codes[0];
};
