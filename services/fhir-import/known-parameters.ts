import { searchWords } from '#contracts/rules/search-text';
import type { Parameter } from './directories.ts';

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
];

const groupOf = new Map(alike.flatMap((codes) => codes.map((code) => [code, codes] as const)));

const nameKey = (name: string): string => searchWords(name).join(' ');

/**
 * Finds the catalogue's parameter for a code. Only what has no code is found by its name, word for word an alias: under a code that the
 * catalogue does not know, 'Glucose' may be that of urine.
 */
export const parameterFinder = <P extends Parameter>(
  parameters: readonly P[],
): ((loinc: string | undefined, name: string) => P | undefined) => {
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
  return (loinc, name) => {
    if (loinc !== undefined) {
      const codes = [loinc, ...(groupOf.get(loinc) ?? [])];
      return codes.map((code) => byCode.get(code)).find((one) => one !== undefined);
    }
    return byName.get(nameKey(name)) ?? undefined;
  };
};
