import type { Became } from './became.ts';
import type { ImportContext } from './context.ts';
import { type OwnText, refusalOfReport } from './import-report-texts.ts';
import { nameOf } from './resources/fhir-text.ts';
import { DiagnosticReport, Links } from './resources/resource.ts';
import type { Unit } from './unit.ts';

/** Names of the reports that list an observation, by its reference. */
export const reportNames = (unit: Unit): Map<string, string[]> => {
  const names = new Map<string, string[]>();
  for (const { resource, reference: container } of unit.byType.DiagnosticReport) {
    const report = DiagnosticReport.parse(resource);
    const name = nameOf(report.code);
    if (name === undefined) continue;
    for (const { reference } of report.result) {
      const listed = unit.references.nameOf(reference, container);
      if (listed !== undefined) names.set(listed, [...(names.get(listed) ?? []), name]);
    }
  }
  return names;
};

/** Names of what each report and each panel lists or contains, each once; of what nobody can name, ''. */
export const listedBy = ({ byType, references }: Pick<Unit, 'byType' | 'references'>): ReadonlyMap<string, string[]> => {
  const contained = new Map<string, string[]>();
  for (const { reference, container } of byType.Observation) {
    if (container !== undefined) contained.set(container, [...(contained.get(container) ?? []), reference]);
  }
  const listed = new Map<string, string[]>();
  for (const { reference, type, resource, container = reference } of [...byType.DiagnosticReport, ...byType.Observation]) {
    const { result, hasMember } = Links.parse(resource);
    const named = (type === 'DiagnosticReport' ? result : hasMember).map((one) => references.nameOf(one.reference, container) ?? '');
    const all = new Set([...named, ...(contained.get(reference) ?? [])]);
    if (all.size > 0) listed.set(reference, [...all]);
  }
  return listed;
};

const OWN = 'its conclusion or file';

/**
 * A report is what its results are and what it says itself: taken with either.
 * @param texts what became of what it says itself
 */
export const tallyReports = (
  { tally }: ImportContext,
  unit: Unit,
  became: Became,
  listed: ReadonlyMap<string, readonly string[]>,
  texts: ReadonlyMap<string, OwnText>,
  hasTakenBack: (reference: string) => boolean,
): void => {
  for (const found of unit.byType.DiagnosticReport) {
    const { reference } = found;
    const results = (listed.get(reference) ?? []).map((result) => became.get(result));
    const { became: own, reason = '' } = texts.get(reference) ?? { became: 'none' };
    const refusal = refusalOfReport(found);
    const isChanged =
      own === 'imported' || own === 'withdrawn' || results.some((result) => result === 'imported' || result === 'withdrawn');
    if (refusal) {
      if (hasTakenBack(reference) || isChanged) tally.withdrawn(reference);
      else if (own === 'unchanged') tally.unchanged(reference);
      else tally.skipped(reference, reason || refusal.reason);
      continue;
    }
    const isNotTaken = own === 'skipped' || own === 'superseded';
    const isThere = isChanged || own === 'unchanged' || results.includes('unchanged');
    if (isChanged) tally.imported(reference);
    else if (isThere) tally.unchanged(reference);
    else if (isNotTaken) tally.skipped(reference, reason);
    else if (results.length > 0) tally.skipped(reference, 'none of its results was taken');
    else tally.skipped(reference, 'a report without results, a conclusion or a file');
    if (!isThere) continue;
    if (isNotTaken) tally.part(reference, `${OWN} is not taken: ${reason}`);
    // the record's note has it as left out
    if (own === 'skipped') became.set(reference, 'skipped');
    const missing = results.filter((result) => result === undefined || result === 'skipped' || result === 'superseded').length;
    if (missing > 0) tally.part(reference, `${missing} of its ${results.length} results were not taken`);
  }
};
