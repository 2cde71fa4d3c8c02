import { useLocation } from 'wouter';
import type { CriticalPageView, CriticalResultView } from '#contracts/lab/critical-results';
import type { LabValueView } from '#contracts/lab/lab-results';
import type { CriticalSeen, SeenValue } from '#contracts/observations/critical';
import type { PatientView } from '#contracts/people/patients';
import { compare } from '#contracts/rules/compare';
import { collectedShown } from '#contracts/wire/clock';
import type { Accepted } from '#contracts/wire/command';
import { dayIn } from '#web/lib/dates.ts';
import { http } from '#web/lib/http.ts';
import { type Live, useLive } from '#web/lib/live.ts';
import { remarkOn } from '#web/charts/export/remark.ts';
import { showValue } from '#web/lib/numbers.ts';
import { markRow } from '#web/lib/returning.ts';
import { readsAsPatient, useSession } from '#web/lib/session.tsx';
import { rowPlace } from '#web/record/form/row-place.ts';
import { usePatient } from '#web/record/patient/patients.data.ts';

export interface CriticalResults {
  items: CriticalResultView[];
  overall_count: number;
  unseen: number;
  /** Report pages with critical rows that are in no record. */
  pages: CriticalPageView[];
}

/** How many are read at once. */
const TAKE = 200;

/** Critical results of a record that wait for 'Seen' or for a check, the newest first; for the staff of its clinic. @param patientId null: nothing is read */
export const useCriticalResults = (patientId: string | null): Live<CriticalResults> =>
  useLive<CriticalResults>(
    ['lab-results', 'reports'],
    patientId === null ? null : `/api/critical-results?${new URLSearchParams({ patient_id: patientId, take: String(TAKE) })}`,
    { quiet: true },
  );

/** The patient where this is the record of the person's own clinic, whatever other clinics the screen shows beside it; never for patients. */
export const useOwnRecord = (patientId: string): PatientView | undefined => {
  const { user } = useSession();
  const { data } = usePatient(patientId);
  return data && data.read_only !== true && !readsAsPatient(user, patientId) ? data : undefined;
};

/** What is marked as seen: a result, or the critical rows of a page, of the version that was looked at. */
export type Markable = Pick<CriticalResultView, 'id' | 'version'> & Partial<Pick<CriticalPageView, 'page_id' | 'report_id'>>;

export const keyOf = ({ id, version }: Markable): string => `${id} ${version}`;

const pending = new Map<string, Promise<Accepted>>();

/** Marks a version as seen; the same version is sent once at a time, whichever button sends it. */
export const markCriticalSeen = (one: Markable, commandId: string): Promise<Accepted> => {
  const { id, version, report_id, page_id } = one;
  const [path, task] =
    report_id === undefined
      ? [`/api/critical-results/${id}/seen`, { version }]
      : [`/api/ocr/${report_id}/seen`, { page_id, page_version: version }];
  const key = keyOf(one);
  const sent = pending.get(key) ?? http.send<Accepted>('PUT', path, task, { commandId, quiet: true }).finally(() => pending.delete(key));
  pending.set(key, sent);
  return sent;
};

/** The list of lab results on a record. */
export const labListAddress = (patientId: string, place: Readonly<Record<string, string>> = {}): string =>
  `/patients/${patientId}?${new URLSearchParams({ lab_view: 'list', ...place })}`;

/** The result that was last asked for, whichever link asked. */
let latest: object | undefined;

/** Opens the list of lab results at one of them, unless another one is asked for or the screen is left before its place is known. */
export const useOpenResult = (): ((patientId: string, id: string) => Promise<void>) => {
  const [, navigate] = useLocation();
  return async (patientId, id) => {
    const mine = {};
    latest = mine;
    const { href } = location;
    const { lab_skip } = await rowPlace('lab-results', patientId, id, new URLSearchParams());
    if (latest !== mine || location.href !== href) return;
    markRow(id);
    navigate(labListAddress(patientId, lab_skip === undefined ? {} : { lab_skip }));
  };
};

/** The values among them that no doctor has seen. */
export const unseenValues = <V extends { seen?: CriticalSeen | undefined }>(values: readonly V[]): V[] =>
  values.filter(({ seen }) => seen === undefined);

/** The names of the values that no doctor has seen and their day, to tell it from others: 'Potassium, 11/27/2026'. */
export const resultName = (result: CriticalResultView): string =>
  `${unseenValues(result.parameters)
    .map(({ catalogue_name, name }) => catalogue_name ?? name)
    .join(', ')}, ${collectedShown(result)}`;

const ARRIVED = { manual: 'typed', ocr: 'read', fhir: 'imported' } as const;

type Unchecked = Pick<CriticalResultView, 'origin' | 'parameters' | 'since'>;

/** 'unchecked: Potassium 7.4 HH, read 11/27/2026'. @param timeZone the clinic's */
export const uncheckedText = ({ origin, parameters, since }: Unchecked, timeZone: string | undefined): string => {
  return `unchecked: ${valuesText(parameters)}, ${ARRIVED[origin]} ${dayIn(timeZone, since)}`;
};

/** 'Potassium 7.4 HH, Glucose ≤ 20 LL'. */
export const valuesText = (values: readonly (SeenValue & Pick<LabValueView, 'catalogue_name'>)[]): string =>
  values.map((entry) => [entry.catalogue_name ?? entry.name, showValue(entry), entry.flag].filter(Boolean).join(' ')).join(', ');

/** 'unchecked: Potassium 7.4 HH, read 11/27/2026'; of a validated page 'awaits the catalogue: Rarum 3 HH'. @param timeZone the clinic's */
export const pageText = ({ is_validated, values, read_at }: CriticalPageView, timeZone: string | undefined): string => {
  if (is_validated) return `awaits the catalogue: ${valuesText(values)}`;
  return `unchecked: ${valuesText(values)}${read_at === undefined ? '' : `, read ${dayIn(timeZone, read_at)}`}`;
};

/** Screen of a page, among the others of its file. */
export const pageAddress = ({ report_id, page_id }: Pick<CriticalPageView, 'report_id' | 'page_id'>): string =>
  `/reports/${report_id}/page/${page_id}`;

/** Whether all drafts and all new results are among those that were read: the earlier ones come after them. */
const areAllRead = ({ items, overall_count }: CriticalResults): boolean =>
  overall_count <= items.length || items.some(({ draft, state }) => !draft && state === 'earlier');

/** The newest unchecked result and how many more there are; undefined without any. */
export const uncheckedSummary = (results: CriticalResults | undefined, timeZone: string | undefined): string | undefined => {
  if (results === undefined) return undefined;
  const all = [
    ...results.items.flatMap((result) => (result.draft ? [{ at: result.since, text: uncheckedText(result, timeZone) }] : [])),
    ...results.pages.map((page) => ({ at: page.read_at ?? '', text: pageText(page, timeZone) })),
  ];
  const [newest, ...others] = all.toSorted((a, b) => compare(b.at, a.at)).map(({ text }) => text);
  if (newest === undefined) return undefined;
  if (!areAllRead(results)) return `${newest} and more`;
  return others.length === 0 ? newest : `${newest} and ${others.length} more`;
};

/** 'critical, not seen: Potassium 7.4 HH, 11/27/2026 and 2 more'; undefined where no result waits for 'Seen'. */
export const unseenSummary = ({ items, unseen }: CriticalResults): string | undefined => {
  const first = items.find(({ state }) => state !== 'seen');
  if (!first) return undefined;
  const text = `critical, not seen: ${valuesText(unseenValues(first.parameters))}, ${collectedShown(first)}`;
  return unseen > 1 ? `${text} and ${(unseen - 1).toLocaleString('en-US')} more` : text;
};

/** What the section says in its head, and what besides on paper, for the staff of its clinic alone. */
export const useCriticalSummary = (patientId: string): { unchecked?: string | undefined; onPaper?: string | undefined } => {
  const patient = useOwnRecord(patientId);
  const live = useCriticalResults(patient ? patientId : null);
  const { data, error } = live;
  if (!data) return error ? { onPaper: remarkOn('critical results', live, undefined)?.says } : {};
  const unchecked = uncheckedSummary(data, patient?.time_zone);
  const both = [unchecked, unseenSummary(data)].filter((text) => text !== undefined);
  return { unchecked, onPaper: both.length === 0 ? undefined : `Also in this record: ${both.join('; ')}.` };
};
