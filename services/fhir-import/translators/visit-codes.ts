import { searchWords } from '#contracts/rules/search-text';
import { codeSystem } from '#contracts/wire/code-systems';
import { loincOf, nameOf } from '../resources/fhir-text.ts';
import type { CodeableConcept, Observation } from '../resources/resource.ts';

/*
 * Codes of what is measured at a visit or told by the patient, for observations without a category that says so. Sources: the table of the vital
 * signs profile of FHIR R4 (hl7.org/fhir/R4/observation-vitalsigns.html) with the codes that its value sets add for site, position and
 * method; the vital signs, smoking status, occupation and pregnancy profiles of US Core; the list of office parameters that comes with the program.
 */

const split = (codes: string): string[] => codes.trim().split(/\s+/);

/** LOINC codes of what no laboratory measures. */
const body = new Set(
  split(
    // panels, blood pressure by position, method and mean
    '85353-1 8716-3 34565-2 85354-9 35094-2 55284-4 96607-7 8480-6 8462-4 8478-0 8459-0 8453-3 8460-8 8454-1 8461-6 8455-8 76534-7 76535-4 76536-2 96608-5 96609-3 92999-2 ' +
      // heart and respiratory rate
      '8867-4 8889-8 8893-0 40443-4 9279-1 ' +
      // temperature by site
      '8310-5 8331-1 8332-5 8328-7 8333-3 8334-1 8329-5 75539-7 ' +
      // weight, at birth too, height, body mass index, circumferences, percentiles
      '29463-7 3141-9 3142-7 8335-2 8350-1 8351-9 8339-4 8302-2 3137-7 3138-5 8301-4 8305-5 8306-3 8307-1 8308-9 39156-5 59576-9 77606-2 9843-4 8287-5 8289-1 8280-0 3140-1 ' +
      // oxygen at the finger, pain, peak flow, coma scale
      '59408-5 72514-3 33452-4 9269-2',
  ),
);

/**
 * LOINC codes of what a laboratory states too: oxygen saturation of arterial blood, which R4 has among the vital signs, and the oxygen that is
 * breathed in.
 */
const shared = new Set(['2708-6', '3150-6', '3151-8']);

/** LOINC codes of smoking, alcohol, occupation, pregnancy status, housing, sex and gender as they are told. */
const social = new Set(
  split(
    '72166-2 11367-0 74010-8 63638-1 64234-8 8663-7 8664-5 88031-0 74013-4 11331-6 11341-5 21843-8 86188-0 82810-3 86645-9 71802-3 76689-9 76690-7 76691-5',
  ),
);

const MEAN_PRESSURE = '8478-0';

/** LOINC codes of the concepts of SNOMED CT that mean the same measurement. */
const loincOfSnomed: Readonly<Record<string, string>> = {
  ...{ '75367002': '85354-9', '271649006': '8480-6', '271650006': '8462-4', '364075005': '8867-4', '86290005': '9279-1' },
  ...{ '386725007': '8310-5', '415945006': '8331-1', '307047009': '8332-5', '415882003': '8328-7', '415974002': '8333-3' },
  ...{ '27113001': '29463-7', '50373000': '8302-2', '60621009': '39156-5', '363812007': '9843-4', '431314004': '59408-5' },
  ...{ '78564009': '8867-4', '6797001': MEAN_PRESSURE, '364589006': '8339-4' },
};

/** Words, also within a longer one, for a weight, pressure or rate that is not the patient's present one, under whatever general code. */
const OTHER = /f(?:o?e|o)tal|f(?:o?e|o)tus|birth|geburt|matern|mother|mutter|trocken|ideal|usual|ublich|maxim|per[cz]entil|^(?:dry|max)$/;
const MEAN = /^mean$|^mittel$|mittelwert|mittler/;

/** Concepts of SNOMED CT about smoking, as US Core lists them and others send them. */
const smoking = new Set(
  split(
    '266919005 77176002 449868002 8517006 266927001 428041000124106 428071000124103 428061000124105 8392000 65568007 59978006 82302008 ' +
      '110483000 160603005 160604004 160605003 160606002 230059006 230060001 230062009 230063004 281018007 56578002 56771006 ' +
      '229819007 365981007 401201003 782516008',
  ),
);
/** Concepts of SNOMED CT about tobacco that the patient does not smoke: chewed, snuffed, smoked by others. */
const tobacco = new Set(split('81703003 228494002 43381005'));
/** Concepts of SNOMED CT about the use of alcohol. */
const alcohol = new Set(split('219006 105542008 82581004 783261004 228276006 228277002 28127009 86933000 43783005 160573003 897148007'));

const snomedOf = (concept: CodeableConcept | undefined): string[] =>
  (concept?.coding ?? []).flatMap(({ system, code }) => (codeSystem(system) === 'SNOMED CT' && code !== undefined ? [code.trim()] : []));

const isAbout = (concept: CodeableConcept | undefined, concepts: ReadonlySet<string>): boolean =>
  snomedOf(concept).some((code) => concepts.has(code));

/** True for a code that says only that its value is asserted: ASSERTION of HL7's ActCode, or that word without any code. */
const isAssertion = (code: CodeableConcept | undefined): boolean => {
  const codes = (code?.coding ?? []).flatMap(({ system, code: own }) => (own === undefined ? [] : [{ system, own }]));
  if (codes.length === 0) return nameOf(code)?.toLowerCase() === 'assertion';
  return codes.every(({ system, own }) => own.toUpperCase() === 'ASSERTION' && (codeSystem(system) ?? 'ActCode') === 'ActCode');
};

interface Coded {
  code?: CodeableConcept | undefined;
  valueCodeableConcept?: CodeableConcept | undefined;
}

/** The name of what is asserted, where the code says only that something is; undefined for every other value. */
export const assertedName = ({ code, valueCodeableConcept: value }: Coded): string | undefined => {
  if (!isAssertion(code)) return undefined;
  const text = nameOf(code) ?? 'Assertion';
  if (text.toLowerCase() !== 'assertion') return text;
  if (isAbout(value, smoking)) return 'Smoking status';
  if (isAbout(value, tobacco)) return 'Tobacco use';
  return isAbout(value, alcohol) ? 'Alcohol use' : 'Assertion';
};

/** The LOINC code that all codes of SNOMED CT of a concept mean, unless its names speak of something else than the general code. */
const loincOfConcepts = (code: CodeableConcept | undefined): string[] => {
  const codes = snomedOf(code);
  const [loinc, ...others] = new Set(codes.map((one) => loincOfSnomed[one]));
  if (loinc === undefined || others.length > 0) return [];
  const words = [code?.text, ...(code?.coding ?? []).map(({ display }) => display)].flatMap((name) => searchWords(name ?? ''));
  return words.some((word) => OTHER.test(word) || (loinc !== MEAN_PRESSURE && MEAN.test(word))) ? [] : [loinc];
};

/** LOINC codes of a value, also where SNOMED CT or an assertion says the same. */
export const loincMeaningOf = ({ code, valueCodeableConcept: value }: Coded): string[] => {
  const own = loincOf(code);
  if (own.length > 0) return own;
  if (isAssertion(code)) return isAbout(value, smoking) ? ['72166-2'] : [];
  return loincOfConcepts(code);
};

/** Codes that say the place, the weakest first: that of a visit unless somebody says a laboratory, measured on the body, told by the patient. */
const STRENGTH = ['unless laboratory', 'body', 'social'] as const;
export type VisitCode = (typeof STRENGTH)[number];

const meaningOf = ({ code, valueCodeableConcept: value }: Coded): VisitCode | undefined => {
  const isAsserted = isAssertion(code);
  // the place of a fetal heart rate is that of every heart rate
  const own = loincOf(code);
  const loinc = own.length > 0 ? own : snomedOf(code).map((one) => loincOfSnomed[one]);
  const isOf = (codes: ReadonlySet<string>) => (one: string | undefined) => one !== undefined && codes.has(one);
  const about = isAsserted ? [code, value] : [code];
  if (about.some((one) => [smoking, tobacco, alcohol].some((concepts) => isAbout(one, concepts))) || loinc.some(isOf(social)))
    return 'social';
  const isOfBody = loinc.some(isOf(body));
  // beside the code of the finger, that of arterial blood means the finger
  if (isOfBody && loinc.every((one) => isOf(body)(one) || isOf(shared)(one))) return 'body';
  return isAsserted || isOfBody || loinc.some(isOf(shared)) ? 'unless laboratory' : undefined;
};

/**
 * The same for an observation: by its own code, otherwise by the codes of all its components, of which the weakest counts.
 * @param isPanel it has no value of its own. Under a LOINC code that is not known here, its components count only if no laboratory measures any.
 */
export const visitCodeOf = (
  { code, valueCodeableConcept, component }: Pick<Observation, keyof Coded | 'component'>,
  isPanel: boolean,
): VisitCode | undefined => {
  const own = meaningOf({ code, valueCodeableConcept });
  const isOther = loincOf(code).length > 0;
  if (own !== undefined || component.length === 0 || (isOther && !isPanel)) return own;
  const parts = component.map(meaningOf);
  const weakest = parts.includes(undefined) ? undefined : STRENGTH.find((one) => parts.includes(one));
  return isOther && weakest === 'unless laboratory' ? undefined : weakest;
};
