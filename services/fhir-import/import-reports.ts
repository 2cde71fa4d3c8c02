import type { Became } from './became.ts';
import type { ImportContext } from './context.ts';
import { refusalOf } from './refusal.ts';
import { nameOf } from './resources/fhir-text.ts';
import { DiagnosticReport } from './resources/resource.ts';
import { withdraw } from './resources/skipped.ts';
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

/** A report is what its results are: taken with them. */
export const tallyReports = ({ tally }: ImportContext, unit: Unit, became: Became, hasTakenBack: (reference: string) => boolean): void => {
  const contained = new Map<string, string[]>();
  for (const { reference, container } of unit.byType.Observation) {
    if (container !== undefined) contained.set(container, [...(contained.get(container) ?? []), reference]);
  }
  for (const found of unit.byType.DiagnosticReport) {
    const { reference, resource } = found;
    const report = DiagnosticReport.parse(resource);
    const listed = report.result.map((result) => unit.references.nameOf(result.reference, reference) ?? '');
    const results = [...new Set([...listed, ...(contained.get(reference) ?? [])])].map((result) => became.get(result));
    const refusal = refusalOf(found) ?? (report.status === 'cancelled' ? withdraw('cancelled') : undefined);
    const isChanged = results.some((result) => result === 'imported' || result === 'withdrawn');
    if (refusal) {
      if (hasTakenBack(reference) || isChanged) tally.withdrawn(reference);
      else tally.skipped(reference, refusal.reason);
      continue;
    }
    if (isChanged) tally.imported(reference);
    else if (results.includes('unchanged')) tally.unchanged(reference);
    else if (results.length > 0) tally.skipped(reference, 'none of its results was taken');
    else tally.skipped(reference, 'a report without results: its text or file is not taken');
    const missing = results.filter((result) => result === undefined || result === 'skipped' || result === 'superseded').length;
    if (missing === results.length) continue;
    if (missing > 0) tally.part(reference, `${missing} of its ${results.length} results were not taken`);
    if (report.conclusion !== undefined || report.presentedForm.length > 0) tally.part(reference, 'its conclusion or file is not taken');
  }
};
