import type { ExternalReportEvent } from '#contracts/items/external-reports';
import { evolve, type Invitation, senderOf } from '#contracts/people/invitation-rules';
import { type InvitationEvent, invitationEvents } from '#contracts/people/invitations';
import { type Person, samePerson } from '#contracts/rules/persons';
import type { ReportEvent } from '#contracts/reports/reports';
import { fileOfPage, fileOfReport, filesNamedBy } from '#contracts/stored-files';
import { Refusal } from '#infra/event-store/decider';
import { type EventLog, ForgedEvent } from '#infra/event-store/event-log';
import { eventsOfTypes } from '#infra/event-store/of-types';

/** The record whose belongings are looked for, with the person as it says now. */
export interface Record {
  patient_id: string;
  organization_id: string;
  person: Person;
}

export interface Belongings {
  keys: string[];
  files: string[];
  kept_pages: string[];
}

interface Page {
  /** Whose record it is in, or would be: as validated, otherwise as it was matched when it was read. */
  patient_id: string | undefined;
  /** Who the page says it is about, where nobody was found; undefined where it names nobody. */
  named: Person | undefined;
  candidates: number;
}

interface Upload {
  /** Chosen before the upload. */
  patient_id: string | undefined;
  isBeingRead: boolean;
  pages: Map<string, Page>;
}

const TYPES: readonly string[] = [
  'ReportUploaded',
  'ReadingStarted',
  'PageGenerated',
  'PageRead',
  'PageUnread',
  'PageValidated',
  'ReadingFinished',
  'ReadingFailed',
  'ReportRemoved',
  'ExternalReportTaken',
  ...invitationEvents.map(({ type }) => type),
];

const namedOn = ({ recognition }: Extract<ReportEvent, { type: 'PageRead' }>['data']): Person | undefined => {
  const { patient_first_name: first_name, patient_last_name: last_name, date_of_birth } = recognition;
  return first_name || last_name || date_of_birth ? { first_name, last_name, date_of_birth } : undefined;
};

const note = (upload: Upload, event: ReportEvent): void => {
  switch (event.type) {
    case 'ReportUploaded':
      upload.patient_id = event.data.patient_id;
      upload.isBeingRead = true;
      return;
    case 'PageRead': {
      const { match, page_id } = event.data;
      const page = { patient_id: match.patient_id ?? undefined, named: namedOn(event.data), candidates: match.candidates };
      upload.pages.set(page_id, page);
      return;
    }
    case 'PageGenerated':
    case 'PageUnread':
      upload.pages.set(event.data.page_id, { patient_id: undefined, named: undefined, candidates: 0 });
      return;
    case 'PageValidated':
      upload.pages.set(event.data.page_id, { patient_id: event.data.patient_id, named: undefined, candidates: 1 });
      return;
    case 'ReadingStarted':
      upload.isBeingRead = true;
      return;
    case 'ReadingFinished':
    case 'ReadingFailed':
    case 'ReportRemoved':
      upload.isBeingRead = false;
      return;
    case 'PageRemoved':
    case 'RowsTakenUp':
    case 'CriticalRowsSeen':
  }
};

/**
 * Pages of an upload that go with the record: those that are in it, those that were matched with it, and those of nobody that name the same
 * person. A page that names nobody goes where everything else in the upload does.
 */
const pagesOf = ({ patient_id, person }: Record, upload: Upload): { own: string[]; kept: string[] } => {
  const isOwn = (page: Page): boolean | undefined => {
    if (page.patient_id !== undefined) return page.patient_id === patient_id;
    if (page.named !== undefined) return page.candidates === 0 && samePerson(page.named, person);
    return upload.patient_id === undefined ? undefined : upload.patient_id === patient_id;
  };
  const all = [...upload.pages].map(([page_id, page]) => ({ page_id, own: isOwn(page) }));
  const hasOwn = upload.patient_id === patient_id || all.some(({ own }) => own === true);
  const hasOthers = all.some(({ own }) => own === false);
  const goes = (own: boolean | undefined): boolean => own ?? (hasOwn && !hasOthers);
  const ids = (wanted: boolean) => all.flatMap(({ page_id, own }) => (goes(own) === wanted ? [page_id] : []));
  return hasOwn ? { own: ids(true), kept: ids(false) } : { own: [], kept: [] };
};

interface Read {
  uploads: Map<string, Upload>;
  /** Whole reports of external records, of all versions. */
  forms: Set<string>;
  invitations: Map<string, Invitation>;
}

/** Everything of the log that may belong to the record, in one pass. */
const readLog = async (log: EventLog, { patient_id, organization_id }: Record): Promise<Read> => {
  const [uploads, forms, invitations]: [Read['uploads'], Read['forms'], Read['invitations']] = [new Map(), new Set(), new Map()];
  for await (const stored of eventsOfTypes(log.store, TYPES)) {
    const { stream, metadata } = stored;
    const isInvitation = stream.startsWith('invitation-');
    if (!isInvitation && metadata.organization_id !== organization_id) continue;
    if (stored.type === 'ExternalReportTaken' && metadata.patient_id !== patient_id) continue;
    const opened = await log.open(stored);
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
    if (opened.kind === 'erased') continue;
    const event = opened.event as ReportEvent | ExternalReportEvent | InvitationEvent;
    if (event.type === 'ExternalReportTaken') {
      for (const file of filesNamedBy(event)) forms.add(file);
    } else if (isInvitation) {
      const invitation_id = stream.slice('invitation-'.length);
      invitations.set(invitation_id, evolve(invitations.get(invitation_id) ?? { status: 'none' }, event as InvitationEvent));
    } else {
      const report_id = stream.slice('report-'.length);
      const upload = uploads.get(report_id) ?? { patient_id: undefined, isBeingRead: false, pages: new Map() };
      note(upload, event as ReportEvent);
      uploads.set(report_id, upload);
    }
  }
  return { uploads, forms, invitations };
};

/** Invitations by which a clinic named the record. What the person sent goes with the account: its consent stands until it is revoked (decision 0100). */
const invitationsOf = ({ patient_id }: Record, invitations: Read['invitations']): string[] =>
  [...invitations].flatMap(([id, state]) => {
    if (state.status === 'none' || senderOf[state.facts.invitation_type] === 'patient') return [];
    return state.facts.patient_id === patient_id ? [id] : [];
  });

/** What the patient signed, however often. */
const agreementsOf = async (log: EventLog, patient_id: string): Promise<string[]> => {
  const files = new Set<string>();
  for await (const opened of log.read(`patient-${patient_id}`)) {
    if (opened.kind === 'opened') for (const file of filesNamedBy(opened.event)) files.add(file);
  }
  return [...files];
};

/**
 * Everything that goes with a record besides its own streams, read from the whole log at its head and from no read model: what is not found
 * now would stay for ever. Pages of removed reports too, whose words still lie sealed in the log.
 * @throws Refusal 409 while an upload of this patient is being read, ForgedEvent, KeysUnavailable
 */
export const belongingsOf = async (log: EventLog, record: Record): Promise<Belongings> => {
  const found: { pages: string[]; reports: string[]; kept: string[] } = { pages: [], reports: [], kept: [] };
  const { uploads, forms, invitations } = await readLog(log, record);
  for (const [report_id, upload] of uploads) {
    const { own, kept } = pagesOf(record, upload);
    if (own.length === 0 && upload.patient_id !== record.patient_id) continue;
    if (upload.isBeingRead) {
      throw new Refusal('being-read', 'A report of this patient is being read at this moment. Please try again when it is done', {}, 409);
    }
    found.pages.push(...own);
    found.reports.push(report_id);
    found.kept.push(...kept);
  }
  const { pages, reports, kept } = found;
  return {
    // The record's own key last: while it stands, an erasure that was broken off can be seen to be unfinished.
    keys: [
      ...pages.map((id) => `page:${id}`),
      ...reports.map((id) => `report:${id}`),
      ...invitationsOf(record, invitations).map((id) => `invitation:${id}`),
      `patient:${record.patient_id}`,
    ],
    files: [...pages.map(fileOfPage), ...reports.map(fileOfReport), ...(await agreementsOf(log, record.patient_id)), ...forms],
    kept_pages: kept,
  };
};

/** Everything that goes with an account besides its own streams: invitations that its owner sent, which hold the name under keys of their own. */
export const belongingsOfAccount = async (log: EventLog, user_id: string): Promise<Belongings> => {
  const keys: string[] = [];
  for await (const stored of eventsOfTypes(log.store, ['InvitationSent'])) {
    const opened = await log.open(stored);
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
    if (opened.kind === 'erased') continue;
    const { data } = opened.event as Extract<InvitationEvent, { type: 'InvitationSent' }>;
    if (senderOf[data.invitation_type] === 'patient' && data.user_id === user_id) keys.push(`invitation:${data.invitation_id}`);
  }
  return { keys: [...keys, `user:${user_id}`], files: [], kept_pages: [] };
};
