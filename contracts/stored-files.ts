import type { CatalogueEvent } from './catalogues/catalogues.ts';
import type { ExternalReportEvent } from './items/external-reports.ts';
import type { ErasureEvent } from './people/erasures.ts';
import type { PatientEvent } from './people/patients.ts';
import type { ReportEvent } from './reports/reports.ts';

/** An upload, as it was sent. */
export const fileOfReport = (report_id: string): string => `report/${report_id}`;
/** The image of a page. */
export const fileOfPage = (page_id: string): string => `page/${page_id}`;
/** What a patient signed, as PDF. */
export const fileOfAgreement = (agreement_id: string): string => `agreement/${agreement_id}`;
/** A whole report of an external record, as its source formatted it. */
export const fileOfForm = (file_id: string): string => `external-report/${file_id}`;
/** An official list, as it was given; its release says its name. */
export const fileOfCatalogue = (id: string): string => `catalogues/${id}`;

/** Files and outcome of a FHIR import that waits or runs; named by no event. */
export const fileOfImport = (id: string): string => `import/${id}`;

type Naming = ReportEvent | CatalogueEvent | ErasureEvent | PatientEvent | ExternalReportEvent;
type Data<T extends Naming['type']> = Extract<Naming, { type: T }>['data'];
type Names = { [T in Naming['type']]?: (data: Data<T>) => readonly string[] };

const agreementOf = ({ agreement_id }: { agreement_id?: string | undefined }): string[] =>
  agreement_id === undefined ? [] : [fileOfAgreement(agreement_id)];

/** Events that name a stored file: it was stored before them, and stays for them. */
const named: Names = {
  ReportUploaded: ({ report_id }) => [fileOfReport(report_id)],
  PageRead: ({ page_id }) => [fileOfPage(page_id)],
  PageUnread: ({ page_id }) => [fileOfPage(page_id)],
  CatalogueReleaseImported: ({ file }) => [file],
  // an earlier version's files stay with it until the record is erased: a file that comes again has the same name
  ExternalReportTaken: ({ file_ids }) => file_ids.map(fileOfForm),
  PatientRegistered: agreementOf,
  PatientCorrected: agreementOf,
};

/** Events after which a file is needed no more; its name does not come again. */
const freed: Names = {
  PageRemoved: ({ page_id }) => [fileOfPage(page_id)],
  ReportRemoved: ({ report_id }) => [fileOfReport(report_id)],
  ErasureOrdered: ({ files }) => files,
};

const namesIn =
  (names: Names) =>
  ({ type, data }: { type: string; data: object }): readonly string[] =>
    names[type as Naming['type']]?.(data as never) ?? [];

export const filesNamedBy = namesIn(named);
export const filesFreedBy = namesIn(freed);

/** Types of the events that decide whether a file is needed. */
export const fileEvents: readonly string[] = [...Object.keys(named), ...Object.keys(freed)];

/** What is stored by this release; files of another kind are not its own to judge. */
export const isStoredKind = (name: string): boolean =>
  [fileOfReport, fileOfPage, fileOfAgreement, fileOfForm, fileOfCatalogue, fileOfImport].some((nameOf) => name.startsWith(nameOf('')));
