import { compare } from '#contracts/rules/compare';
import { searchWords } from '#contracts/rules/search-text';
import { areOfOtherKinds } from '#contracts/rules/unit-measures';
import { codeInWords } from '#contracts/wire/code-systems';
import type { Coding } from '#contracts/wire/coding';
import type { OpenQuestion } from '#contracts/wire/open-questions';
import type { Parameter } from './directories.ts';
import { isOfStrips, type Material, materialInName, materialOf } from '#contracts/rules/materials';
import { askCode } from './questions.ts';
import { shortened } from './resources/fhir-text.ts';

/**
 * LOINC codes that name the same analyte as the first of each row, whatever the method or the property that is measured: values in other
 * units are series of their own. LOINC is a registered trademark of Regenstrief Institute, Inc.; codes are used under its licence.
 */
const alike: readonly (readonly string[])[] = [
  ['2345-7', '2339-0', '1558-6', '14749-6', '15074-8', '14771-0'],
  ['3094-0', '6299-2', '22664-7', '14937-7'],
  ['2160-0', '38483-4', '14682-9', '59826-8'],
  ['2951-2', '2947-0'],
  ['2823-3', '6298-4'],
  ['2075-0', '2069-3'],
  ['2028-9', '20565-8', '1963-8'],
  ['17861-6', '49765-1', '2000-8'],
  ['33914-3', '98979-8', '62238-1', '48642-3', '77147-7', '69405-9'],
  ['13457-7', '18262-6', '2089-1', '69419-0', '22748-8'],
  ['2085-9', '14646-4'],
  ['2093-3', '14647-2'],
  ['2571-8', '14927-8'],
  ['4548-4', '17856-6', '59261-8'],
  ['718-7', '20509-6', '59260-0'],
  ['4544-3', '20570-8'],
  ['6690-2', '26464-8'],
  ['789-8', '26453-1'],
  ['777-3', '26515-7'],
  ['3016-3', '11580-8'],
  ['1989-3', '62292-8', '14635-7'],
  ['1975-2', '14631-6'],
  ['1742-6', '1743-4'],
  ['1920-8', '30239-8'],
  ['8302-2', '3137-7'],
  ['29463-7', '3141-9'],
  ['59408-5', '2708-6'],
  ['9318-7', '14959-1', '32294-1'],
];

const groupOf = new Map(alike.flatMap((codes) => codes.map((code) => [code, codes] as const)));

/** LOINC codes of the starter list whose system is blood, serum or plasma: all of it but the ratio of albumin and creatinine in urine. */
const ofBlood = new Set(
  (
    '718-7 4544-3 789-8 6690-2 777-3 787-2 785-6 786-4 788-0 32623-1 751-8 770-8 731-0 736-9 742-7 5905-5 711-2 713-8 704-7 706-2 4537-7 ' +
    '2345-7 3094-0 2160-0 98979-8 2951-2 2823-3 2075-0 2028-9 17861-6 19123-9 2777-1 2885-2 1751-7 1975-2 1968-7 1742-6 1920-8 6768-6 ' +
    '2324-2 2532-0 2157-6 1798-8 3040-3 3084-1 2093-3 2085-9 13457-7 43396-1 2571-8 4548-4 3016-3 3024-7 3051-0 2276-4 2498-4 2500-7 ' +
    '2502-3 2132-9 2284-8 62292-8 1988-5 30522-7 5902-2 6301-6 14979-9 3255-7 48065-7 10839-9 30934-4 33762-6 2857-1 2986-8 2842-3 2143-6'
  ).split(' '),
);

/** Material of a parameter by its names or its code; undefined if neither says. */
const measuredIn = ({ name, aliases, code }: Parameter): Material | undefined =>
  [name, ...aliases].map(materialInName).find((one) => one !== undefined) ??
  (code !== undefined && ofBlood.has(code) ? 'blood' : undefined);

/** Description of a value in an external record. */
export interface Called {
  name: string;
  /** All of its LOINC codes. */
  loinc: readonly string[];
  /** The code that identifies it, of whatever system. */
  coding?: Coding | undefined;
  /** '' where it has none. */
  unit: string;
  /** A number, not words. */
  isNumber: boolean;
  /** Its specimen in words. */
  specimen?: string | undefined;
  method?: string | undefined;
  /** Names of the reports and panels that list it. */
  lists?: readonly string[] | undefined;
  /** Their specimens, in words. */
  listSpecimens?: readonly string[] | undefined;
}

/** The catalogue's parameter, or none, and a name of the value that is not the name of another parameter. */
export interface Known<P> {
  parameter: P | undefined;
  name: string;
  /** The contradiction that makes its code invalid. */
  asks?: OpenQuestion;
}

const nameKey = (name: string): string => searchWords(name).join(' ');

/** The contradiction between a value and its code; undefined if there is none. */
const againstCode = (parameter: Parameter, called: Called): OpenQuestion | undefined => {
  const { unit, isNumber, specimen, coding } = called;
  const { name, unit: usual = '' } = parameter;
  const code = coding?.code ?? '';
  if (isNumber && areOfOtherKinds(unit, usual)) return askCode(`Its code ${code} is that of '${name}' in ${usual}, its unit is ${unit}`);
  const usually = measuredIn(parameter);
  const isOther = (material: Material | undefined) => usually !== undefined && material !== undefined && material !== usually;
  const is = `Its code ${code} is that of '${name}' in ${usually ?? ''}`;
  if (isOther(materialInName(called.name))) return askCode(`${is}, its name is '${called.name}'`);
  const specimens = specimen !== undefined && materialOf(specimen) !== undefined ? [specimen] : (called.listSpecimens ?? []);
  const others = specimens.filter((words) => isOther(materialOf(words)));
  return others.length > 0 && others.length === specimens.length ? askCode(`${is}, its specimen is '${others.join("', '")}'`) : undefined;
};

/** True if a value without a code may be the parameter of its name: its unit is of that kind, and its material too if one is named. */
const isAsNamed = (parameter: Parameter, called: Called): boolean => {
  const { unit, isNumber, specimen, method = '', lists = [], listSpecimens = [] } = called;
  const { unit: usual = '' } = parameter;
  if (isNumber ? areOfOtherKinds(unit, usual) : usual !== '') return false;
  // who adds a parameter of another material says so in its name
  const material = measuredIn(parameter) ?? 'blood';
  if (specimen !== undefined && materialOf(specimen) !== material) return false;
  if (isOfStrips(method, unit) && material !== 'urine') return false;
  const around = [...[method, ...lists].map(materialInName), ...listSpecimens.map(materialOf)];
  return around.every((one) => one === undefined || one === material);
};

/** Distinction between a value and the parameter of the same name: its code, its specimen, its list or its method. */
const distinction = ({ specimen, lists = [], listSpecimens = [], method, coding }: Called): string | undefined => {
  if (coding) return codeInWords(coding);
  const inLists = [...listSpecimens.filter((words) => materialOf(words)), ...lists.filter((words) => materialInName(words))].sort(compare);
  return specimen ?? inLists[0] ?? method;
};

/** The name of a value that is not in the catalogue, with its specimen or another distinction if needed. */
const distinctName = (called: Called, isOfCatalogue: boolean): string => {
  const { name, listSpecimens = [], specimen = listSpecimens[0] ?? '' } = called;
  const material = materialOf(specimen);
  const isSaid = material === undefined || material === 'blood' || materialInName(name) === material;
  const beside = isSaid ? (isOfCatalogue ? distinction(called) : undefined) : specimen;
  return beside === undefined ? name : `${shortened(name, 120)} (${shortened(beside, 70)})`;
};

/**
 * Finds the catalogue's parameter for a value. Only what has no code is found by its name, word for word an alias: under a code that the
 * catalogue does not know, 'Glucose' may be that of urine.
 */
export const parameterFinder = <P extends Parameter>(parameters: readonly P[]): ((called: Called) => Known<P>) => {
  const byCode = new Map(parameters.flatMap((one) => (one.code === undefined ? [] : [[one.code, one] as const])));
  const byName = new Map<string, P | null>();
  for (const one of parameters) {
    for (const name of [one.name, ...one.aliases]) {
      const key = nameKey(name);
      const other = byName.get(key);
      // a name that two parameters have means neither
      byName.set(key, other === undefined || other?.id === one.id ? one : null);
    }
  }
  const coded = (loinc: readonly string[]): P | undefined => {
    const known = loinc.flatMap((code) => {
      const parameter = [code, ...(groupOf.get(code) ?? [])].map((one) => byCode.get(one)).find(Boolean);
      return parameter ? [{ parameter, analyte: groupOf.get(code) ?? parameter.id }] : [];
    });
    // codes of two analytes mean neither
    return new Set(known.map(({ analyte }) => analyte)).size === 1 ? known[0]!.parameter : undefined;
  };
  return (called) => {
    const named = byName.get(nameKey(called.name));
    const parameter = called.coding ? coded(called.loinc) : (named ?? undefined);
    const asks = called.coding && parameter && againstCode(parameter, called);
    const isIt = parameter !== undefined && (called.coding ? asks === undefined : isAsNamed(parameter, called));
    if (isIt) return { parameter, name: called.name };
    return { parameter: undefined, name: distinctName(called, named !== undefined), ...(asks ? { asks } : {}) };
  };
};
