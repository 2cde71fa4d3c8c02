import { type CodeableConcept, DiagnosticReport, Links, Specimen } from './resources/resource.ts';
import { isOfLaboratory } from './laboratories.ts';
import { materialOf } from '#contracts/rules/materials';
import { nameOf, plain, shortened } from './resources/fhir-text.ts';
import type { References } from './references.ts';
import type { Found, Unit } from './unit.ts';

const wordsOf = (concept: CodeableConcept | undefined): string[] =>
  [concept?.text, ...(concept?.coding ?? []).map(({ display }) => display), ...(concept?.coding ?? []).map(({ code }) => code)].flatMap(
    (one) => plain(one) ?? [],
  );

/** Name of a specimen without a type or display, and of one that is not in the file. */
export const UNKNOWN_SPECIMEN = 'unknown specimen';

/** Specimens of a result, a panel or a report in words: the words that name the material, otherwise the type. Undefined if it has none. */
export const specimenOf = ({ resource }: Pick<Found, 'resource'>, references: References): string | undefined => {
  const words = Links.parse(resource).specimen.map(({ reference, display }) => {
    const found = references.find(reference, resource);
    const names = [...(found ? wordsOf(Specimen.parse(found).type) : []), ...(plain(display) ? [plain(display)!] : [])];
    return names.find((name) => materialOf(name) !== undefined) ?? names[0] ?? UNKNOWN_SPECIMEN;
  });
  return words.length === 0 ? undefined : shortened([...new Set(words)].join(', '), 200);
};

/** Names and specimens of the reports and panels that list a result. */
export interface Lists {
  names: string[];
  specimens: string[];
  /** One of them is of a laboratory by its category. */
  isLaboratory: boolean;
}

/** By the reference of a result. */
export const listsOf = ({ byType, references }: Pick<Unit, 'byType' | 'references'>): ReadonlyMap<string, Lists> => {
  const lists = new Map<string, Lists>();
  const within = new Map<string, string[]>();
  for (const { reference, container } of byType.Observation) {
    if (container !== undefined) within.set(container, [...(within.get(container) ?? []), reference]);
  }
  for (const found of [...byType.DiagnosticReport, ...byType.Observation]) {
    const { reference: own, container = own, resource } = found;
    const { result, hasMember } = Links.parse(resource);
    const linked = [...result, ...hasMember].flatMap(({ reference }) => references.nameOf(reference, container) ?? []);
    const listed = new Set([...linked, ...(within.get(own) ?? [])]);
    if (listed.size === 0) continue;
    const name = nameOf(DiagnosticReport.pick({ code: true }).parse(resource).code);
    const specimen = specimenOf(found, references);
    const isLaboratory = DiagnosticReport.shape.category.parse(resource['category']).some(isOfLaboratory);
    for (const each of listed) {
      const said = lists.get(each) ?? { names: [], specimens: [], isLaboratory: false };
      if (name !== undefined) said.names.push(name);
      if (specimen !== undefined) said.specimens.push(specimen);
      said.isLaboratory ||= isLaboratory;
      lists.set(each, said);
    }
  }
  return lists;
};
