import { besideOf } from './elements/elements.ts';
import { isObject, listOf } from './elements/treatment.ts';
import type { References } from './references.ts';
import type { RawResource } from './resources/fhir-file.ts';
import { plainLines } from './resources/fhir-text.ts';
import { DiagnosticReport, Links } from './resources/resource.ts';

/** Parts in words that make a report by themselves. People, visit, order, dates and its kind do not: nearly every report has them. */
const OWN_PARTS: ReadonlySet<string> = new Set(['conclusionCode', 'imagingStudy', 'media', 'security']);

/** A specimen that may have changed its results: hemolyzed, too little, with a remark. */
const isDoubtful = (specimen: RawResource | undefined): boolean =>
  specimen !== undefined &&
  (specimen['status'] === 'unsatisfactory' || ['condition', 'note'].some((element) => listOf(specimen[element]).length > 0));

/** Whether a report says something besides its results. */
export const hasOwnText = (resource: RawResource, references: References): boolean =>
  plainLines(DiagnosticReport.parse(resource).conclusion) !== undefined ||
  listOf(resource['presentedForm']).length > 0 ||
  (besideOf(resource, references) ?? []).some(({ element }) => OWN_PARTS.has(element)) ||
  Links.parse(resource).specimen.some(({ reference }) => isDoubtful(references.find(reference, resource)));

/** Why nobody can say what a report says itself: that is not as R4 has it. Undefined where it can be read. */
export const unreadText = ({ conclusion = null, conclusionCode, presentedForm }: Partial<RawResource>): string | undefined => {
  if (conclusion !== null && typeof conclusion !== 'string') return 'its conclusion cannot be read';
  if (!listOf(conclusionCode).every(isObject)) return 'a code of its conclusion cannot be read';
  return listOf(presentedForm).every(isObject) ? undefined : 'a file of it cannot be read';
};
