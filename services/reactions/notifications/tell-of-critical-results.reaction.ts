import { type CriticalResultEvent, isNews } from '#contracts/lab/critical-results';
import type { LabResultEvent } from '#contracts/lab/lab-results';
import type { NotificationAbout } from '#contracts/people/notifications';
import { criticalValuesOf, type SeenValue, unseenOf } from '#contracts/observations/critical';
import { isCritical } from '#contracts/observations/flags';
import { criticalRowsOf } from '#contracts/reports/critical-rows';
import type { ReportEvent } from '#contracts/reports/reports';
import type { EventMeta } from '#contracts/wire/envelope';
import { usersOf } from '#infra/access/users-of';
import type { Actor } from '#infra/event-store/actor';
import { type EventLog, ForgedEvent } from '#infra/event-store/event-log';
import type { Streams } from '#infra/event-store/streams';
import { createdId } from '#infra/http/command-key';
import { criticalResult } from '../../records/lab-results/critical-results.decider.ts';
import { labResult } from '../../records/lab-results/lab-results.decider.ts';
import { notifications } from '../../records/notifications/notifications.decider.ts';
import { criticalRowsOn, type Page, report } from '../../records/reports/reports.decider.ts';
import type { Effects, Reaction } from '../reaction.ts';
import { isNew, raise } from './raise.ts';

type OfResult = LabResultEvent | CriticalResultEvent;
type OfPage = Extract<ReportEvent, { type: 'PageRead' | 'PageValidated' | 'RowsTakenUp' | 'CriticalRowsSeen' | 'PageRemoved' }>;

/** News for the doctors of a clinic after an event. */
interface News {
  about: NotificationAbout & ({ lab_result_id: string } | { page_id: string });
  /** The event brought critical values that wait: 'earlier' are old ones of an import. */
  raises: 'no' | 'now' | 'earlier';
  /** True while any of these values wait. */
  isWaiting: () => Promise<boolean>;
}

const REACTIONS: Actor = { kind: 'system', part: 'reactions' };

/**
 * The doctors of a clinic are told of a critical result, and of critical rows of a page that are in no record, until one of them has seen them or they
 * are critical no more (ruling 62). What imports bring long after it was collected is one notification an hour.
 */
export const tellOfCriticalResults = ({ log, streams }: { log: EventLog; streams: Streams }): Reaction => {
  const ofPage = pagesIn(log);
  /** The last notification of earlier results: thousands of one import make one. */
  let lastEarlier = '';
  return {
    name: 'tell-of-critical-results',
    types: [
      ...['LabResultRecorded', 'LabResultCorrected', 'LabResultRemoved', 'CriticalResultSeen'],
      ...['PageRead', 'PageValidated', 'RowsTakenUp', 'CriticalRowsSeen', 'PageRemoved'],
    ],
    react: async (happened, meta, effects) => {
      const { organization_id, recorded_at: at } = meta;
      // older events raised nothing, and leave nothing to settle
      if (organization_id === undefined || !isNew(at)) return;
      const event = happened as OfResult | OfPage;
      const news = await ('lab_result_id' in event.data ? ofResult(log, event as OfResult, meta) : ofPage(event as OfPage));
      if (!news) return;
      const { about, raises, isWaiting } = news;
      const earlier = createdId(organization_id, `earlier critical results ${at.slice(0, 13)}`);
      if (raises === 'earlier' && earlier === lastEarlier) return;
      if (raises === 'no' && (await isWaiting())) return;
      const staff = await usersOf(log, organization_id);
      const doctors = staff.flatMap(({ user_id, roles }) => (roles.includes('Doctor') ? [user_id] : []));
      if (raises === 'now') await raise(streams, doctors, { kind: 'CriticalResult', about, at }, effects);
      if (raises === 'earlier') {
        await raise(streams, doctors, { kind: 'EarlierCriticalResults', about: {}, at }, { id: () => earlier });
        lastEarlier = earlier;
        return;
      }
      // looked up after that: it may have been seen meanwhile
      if (await isWaiting()) return;
      // all staff: roles may have changed since it was raised
      for (const { user_id } of staff) await settle(streams, user_id, about, effects);
    },
  };
};

const settle = async (
  streams: Streams,
  user_id: string,
  { lab_result_id, page_id }: NotificationAbout,
  effects: Effects,
): Promise<void> => {
  const of = { ...(lab_result_id === undefined ? {} : { lab_result_id }), ...(page_id === undefined ? {} : { page_id }) };
  const command_id = createdId(effects.id(), `settle ${user_id}`);
  const command = { type: 'SettleNotifications' as const, command_id, data: { user_id, ...of } };
  await streams.transact(notifications, `notifications-${user_id}`, command, REACTIONS, {});
};

type Fold<S> = { initial: S; evolve: (state: S, event: any) => S };

/** A stream up to an event of that revision, without it, and as a whole. @throws ForgedEvent */
const folded = async <S>(log: EventLog, { initial, evolve }: Fold<S>, stream: string, revision = Infinity) => {
  let [now, before, after] = [initial, initial, initial];
  for await (const opened of log.read(stream)) {
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
    if (opened.kind === 'erased') continue;
    if (opened.meta.revision <= revision) before = now;
    now = evolve(now, opened.event);
    if (opened.meta.revision <= revision) after = now;
  }
  return { before, after, now };
};

const criticalOf = (state: typeof labResult.initial): SeenValue[] => (state.status === 'recorded' ? criticalValuesOf(state.content) : []);

const ofResult = async (log: EventLog, { type, data }: OfResult, meta: EventMeta): Promise<News | undefined> => {
  // most results are never critical
  if (type === 'LabResultRecorded' && !data.parameters.some(isCritical)) return undefined;
  const { lab_result_id, patient_id } = data;
  const about = { lab_result_id, patient_id };
  const unseen = async (critical: readonly SeenValue[]) =>
    critical.length === 0 ? [] : unseenOf(critical, (await folded(log, criticalResult, `critical_result-${lab_result_id}`)).now);
  const result = (revision?: number) => folded(log, labResult, `lab_result-${lab_result_id}`, revision);
  const isWaiting = async () => (await unseen(criticalOf((await result()).now))).length > 0;
  if (type === 'CriticalResultSeen') return { about, raises: 'no', isWaiting };
  const { before, after, now } = await result(meta.revision);
  const [known, critical] = [criticalOf(before), criticalOf(after)];
  if (known.length === 0 && critical.length === 0) return undefined;
  const waiting = await unseen(criticalOf(now));
  // what another event corrected since, that one tells of
  const added = unseenOf(critical, known).filter((value) => unseenOf([value], waiting).length === 0);
  if (added.length === 0 || after.status !== 'recorded') return { about, raises: 'no', isWaiting };
  const stood = before.status === 'recorded' ? before.content.parameters : [];
  const isNow = isNews({ ...after.content, origin: after.origin }, added, stood, meta.recorded_at);
  return { about, raises: isNow ? 'now' : 'earlier', isWaiting };
};

const pagesIn = (log: EventLog) => {
  /** Pages of the report that was removed last that ever had critical rows: each of its pages is an event. */
  let removed: { report_id: string; pages: ReadonlySet<string> } | undefined;
  const pagesOf = async (report_id: string): Promise<{ pages: Readonly<Record<string, Page>>; isRemoved: boolean }> => {
    const { now } = await folded(log, report, `report-${report_id}`);
    return now.status === 'none' ? { pages: {}, isRemoved: false } : { pages: now.pages, isRemoved: now.status === 'removed' };
  };
  const hadRows = ({ reading, validation }: Page): boolean =>
    (reading !== undefined && criticalRowsOf({ ...reading, validation: null }).length > 0) ||
    (validation !== undefined && criticalRowsOf({ recognition: null, match: null, validation }).length > 0);

  return async ({ type, data }: OfPage): Promise<News | undefined> => {
    const { report_id, page_id } = data;
    // most pages never have any
    if (type === 'PageRead' && criticalRowsOf({ ...data, validation: null }).length === 0) return undefined;
    if (type === 'PageRemoved' && removed?.report_id === report_id && !removed.pages.has(page_id)) return undefined;
    const { pages } = await pagesOf(report_id);
    const had = Object.keys(pages).filter((id) => hadRows(pages[id]!));
    if (type === 'PageRemoved') removed = { report_id, pages: new Set(had) };
    if (!had.includes(page_id)) return undefined;
    const isWaiting = async () => {
      const now = await pagesOf(report_id);
      const page = now.pages[page_id];
      return page !== undefined && !now.isRemoved && unseenOf(criticalRowsOn(page), page.seen).length > 0;
    };
    const raises = (type === 'PageRead' || type === 'PageValidated') && (await isWaiting()) ? 'now' : 'no';
    return { about: { report_id, page_id }, raises, isWaiting };
  };
};
