import type { Inactivity } from '#contracts/people/external-states';
import { type ImportContext, importedId, type ImportedPatient } from './context.ts';
import type { References } from './references.ts';
import type { Json, RawResource } from './resources/fhir-file.ts';
import { Patient } from './resources/resource.ts';
import type { Found } from './unit.ts';

/** Other Patients that one is linked with, by their names; undefined where the link does not lead to a Patient for certain. */
export interface PatientLinks {
  isInactive: boolean;
  replacedBy: (string | undefined)[];
  replaces: string[];
  /** The same person by its source, without replacing it. */
  others: string[];
  /** What of `replacedBy` is in the file. */
  inFile: ReadonlyMap<string, RawResource>;
}

const MAX_LINKS = 20;
/** An id as R4 has it: what else a source writes there may be anything. */
const PATIENT = /^Patient\/[A-Za-z0-9\-.]{1,64}$/;

/** What a Patient says of itself and of others that are the same person. A link to itself says nothing. */
export const linksOf = ({ resource, reference }: Pick<Found, 'resource' | 'reference'>, references: References): PatientLinks => {
  const { active, link } = Patient.parse(resource);
  const named = link.slice(0, MAX_LINKS).flatMap(({ type, other }) => {
    const { name, reason } = references.subjectOf({ subject: JSON.parse(JSON.stringify(other ?? {})) as Json });
    if (name === reference) return [];
    const isCertain = reason === undefined && name !== undefined && PATIENT.test(name) && !references.isOfSeveral(name);
    return [{ type, name: isCertain ? name : undefined }];
  });
  const namesOf = (...types: string[]) =>
    named.flatMap(({ type, name }) => (types.includes(type ?? '') && name !== undefined ? [name] : []));
  const replacedBy = [...new Set(named.flatMap(({ type, name }) => (type === 'replaced-by' ? [name] : [])))];
  const inFile = replacedBy.flatMap((name) => {
    const other = references.find(name);
    return name === undefined || other === undefined ? [] : [[name, other] as const];
  });
  return {
    isInactive: active === false,
    replacedBy,
    replaces: [...new Set(namesOf('replaces'))],
    others: [...new Set(namesOf('refer', 'seealso'))],
    inFile: new Map(inFile),
  };
};

/**
 * What the record says of it; undefined where the Patient is in use.
 * @param known records of Patients of the file that were taken before it
 * @param recordOf the record that another Patient of the file has or will have; undefined where it is not taken
 */
export const inactivityOf = async (
  context: ImportContext,
  { isInactive, replacedBy, inFile }: PatientLinks,
  known: ReadonlyMap<string, ImportedPatient>,
  recordOf: (name: string, resource: RawResource) => Promise<string | undefined>,
): Promise<Inactivity | undefined> => {
  if (!isInactive && replacedBy.length === 0) return undefined;
  const replaced_by: NonNullable<Inactivity['replaced_by']> = [];
  for (const name of replacedBy) {
    if (name === undefined) {
      replaced_by.push({});
      continue;
    }
    const resource = inFile.get(name);
    const patient_id = known.get(name)?.patient_id ?? (resource ? await recordOf(name, resource) : importedId(context, name));
    replaced_by.push({ reference: name, ...(patient_id === undefined ? {} : { patient_id }) });
  }
  return { source: context.source, ...(replaced_by.length === 0 ? {} : { replaced_by }) };
};

/** The same for the answer of the import. */
export const linkReasons = ({ isInactive, replacedBy, replaces, others }: PatientLinks): string[] => [
  ...(replacedBy.length > 0 ? [`its source has replaced it by ${replacedBy.map((name) => name ?? 'another patient').join(', ')}`] : []),
  ...(isInactive && replacedBy.length === 0 ? ['it is inactive by its source'] : []),
  ...replaces.map((name) => `its source says that it replaces ${name}: both records stay`),
  ...others.map((name) => `its source says that ${name} is the same person: both records stay`),
];
