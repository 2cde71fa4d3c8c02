import { isDeepStrictEqual } from 'node:util';
import type { StoredEvent } from '#infra/event-store/event-store';
import { checkpointOf, collectionOf, readBuilds } from '#projections/runner/builds';
import { foldInMemory } from '#projections/runner/fold';
import type { Incoming } from '#infra/following/opened-events';
import type { AnyProjection } from '#projections/runner/projection';
import { projections } from '#projections/projections';
import type { Kernel } from '#services/cli/kernel';
import { SOCIAL_SECURITY_NUMBER, numberWithin } from '#contracts/people/patient-number';
import type { Book } from './book.ts';
import { stepOf, type Whose } from './load.ts';
import { closeFolder, GROUP, openFolder, startWork, TOPIC } from './parts.ts';
import type { Addresses } from './server.ts';
import { tally } from './tally.projection.ts';
import type { Findings } from './trial.ts';

const LYING = 'as they lay there';
const CAUGHT_UP = 'after they caught up';

/** Everything in the log, in order. */
export const wholeLog = async (kernel: Pick<Kernel, 'log'>): Promise<StoredEvent[]> => {
  const events: StoredEvent[] = [];
  for await (const event of kernel.log.store.readAll()) events.push(event);
  return events;
};

/**
 * Opens a folder whose process has ended, as the next process would, and holds it against what the outside world was told: the log, the
 * documents as they lie there and after they caught up, the jobs and the reservations.
 */
export const verifyFolder = async (data: string, book: Book, whose: Whose, found: Findings, servers?: Addresses): Promise<void> => {
  const kernel = await openFolder(data, { servers });
  try {
    const all = [...projections, tally];
    found.doubled.push(...book.contradictions.splice(0));
    checkLog(await wholeLog(kernel), book, whose, found);
    await checkDocuments(kernel, all, LYING, found);
    const atWork = await startWork(kernel, { all });
    await atWork.settled().catch((error: Error) => found.lost.push(error.message));
    await checkDocuments(kernel, all, CAUGHT_UP, found);
    for (const { name } of all) {
      for (const { key, error } of await atWork.runner.parked(name)) found.lost.push(`${name} parked ${key}: ${error}`);
    }
    for (const { name, parked } of atWork.reactionRunner.status()) {
      if (parked > 0) found.lost.push(`the reaction ${name} gave ${parked} events up`);
    }
    for (const { id, error } of await kernel.messaging.deadLetters(TOPIC, GROUP)) found.lost.push(`job ${id} was given up: ${error}`);
    const events = await wholeLog(kernel);
    found.verified += events.length;
    found.acknowledged += book.done.reduce((total, { size }) => total + size, 0);
    await checkJobs(kernel, events, found);
    await checkReservations(kernel, events, book, whose, found);
    await atWork.stop();
  } finally {
    await closeFolder(kernel);
  }
};

/** Each acknowledged command stands in the log exactly once, where it was said to, and the log itself has no seam. */
export const checkLog = (events: readonly StoredEvent[], book: Book, whose: Whose, { lost, doubled, unnamed }: Findings): void => {
  const byCommand = new Map<string, StoredEvent[]>();
  const revisions = new Map<string, number>();
  const ids = new Set<string>();
  let last = '';
  for (const event of events) {
    if (!event.intact) unnamed.push(`the event at ${event.position} is not what was written`);
    if (event.position <= last) doubled.push(`position ${event.position} comes after ${last}`);
    last = event.position;
    const before = revisions.get(event.stream) ?? -1;
    if (event.revision !== before + 1)
      (event.revision > before ? lost : doubled).push(`${event.stream} jumps from ${before} to ${event.revision}`);
    revisions.set(event.stream, event.revision);
    const id = `${event.stream} ${event.id}`;
    if (ids.has(id)) doubled.push(`event ${event.id} stands twice in ${event.stream}`);
    ids.add(id);
    const { command_id } = event.metadata;
    byCommand.set(command_id, [...(byCommand.get(command_id) ?? []), event]);
  }
  book.done.forEach((done, client) => {
    let before = '';
    for (const [k, { version, position }] of [...done].toSorted(([a], [b]) => a - b)) {
      const { command, stream, version: expected } = stepOf(client, k, whose);
      const here = (byCommand.get(command.command_id) ?? []).filter((event) => event.stream === stream);
      const what = `${command.type} of step ${client}/${k}, acknowledged at ${position}`;
      if (here.length === 0) lost.push(`${what}: not in the log`);
      else if (here.length > 1) doubled.push(`${what}: ${here.length} times in the log`);
      else if (here[0]!.revision !== version || here[0]!.position !== position || version !== expected) {
        lost.push(`${what} as version ${version}: stands as version ${here[0]!.revision} at ${here[0]!.position}`);
      }
      if (position <= before) lost.push(`${what}: acknowledged after what stands at ${before}`);
      before = position;
    }
  });
  book.refused.forEach((refused, client) => {
    for (const k of refused.keys()) {
      const { command } = stepOf(client, k, whose);
      if (byCommand.has(command.command_id)) doubled.push(`${command.type} of step ${client}/${k} was refused and stands in the log`);
    }
  });
};

/**
 * Every projection that serves holds what its fold up to its checkpoint gives, no more and no less. In MongoDB documents are written before their checkpoint, so that
 * those of the last writes may be ahead of it: what they hold shows once the projection has caught up.
 */
export const checkDocuments = async (
  kernel: Kernel,
  all: readonly AnyProjection[],
  when: string,
  { lost, doubled }: Findings,
): Promise<void> => {
  const opened: Incoming[] = [];
  for await (const stored of kernel.log.store.readAll()) opened.push(await kernel.log.open(stored));
  for (const projection of all) {
    const builds = await readBuilds(kernel.documents, projection);
    const build = builds?.serving ?? builds?.building ?? null;
    const checkpoint = build === null ? undefined : await kernel.documents.checkpoint(checkpointOf(projection, build));
    if (builds === undefined || build === null || checkpoint === undefined) {
      if (when !== LYING) lost.push(`${projection.name} serves nothing, ${when}`);
      continue;
    }
    if (builds.log_id !== kernel.log.store.log_id && when === LYING) continue; // of another log: the product will not show them
    if (when === CAUGHT_UP && checkpoint.position < (opened.at(-1)?.meta.position ?? ''))
      lost.push(`${projection.name} is behind, ${when}`);
    const expected = await foldInMemory(
      projection,
      opened.filter(({ meta }) => meta.position <= checkpoint.position),
    );
    for await (const { id, position, data } of kernel.documents.scan(collectionOf(projection, build))) {
      const wanted = expected.get(id);
      expected.delete(id);
      const isAhead = when === LYING && position > checkpoint.position && kernel.settings.read_store !== undefined;
      const same = wanted !== undefined && wanted.position === position && isDeepStrictEqual(JSON.parse(JSON.stringify(wanted.data)), data);
      if (isAhead || same) continue;
      const behind = wanted !== undefined && position < wanted.position;
      (behind ? lost : doubled).push(`${projection.name} ${id} at ${position}, ${when}: not what a rebuild gives (${wanted?.position})`);
    }
    for (const id of expected.keys()) lost.push(`${projection.name} has no document ${id}, ${when}`);
  }
};

/** Every uploaded report was read once, and what was read entered the record once. */
const checkJobs = async (kernel: Kernel, events: readonly StoredEvent[], { lost, doubled }: Findings): Promise<void> => {
  const times = (stream: string, type: string): number => events.filter((event) => event.stream === stream && event.type === type).length;
  for (const uploaded of events.filter(({ type, metadata }) => type === 'ReportUploaded' && 'user_id' in metadata.actor)) {
    for (const type of ['ReadingStarted', 'PageRead', 'ReadingFinished']) {
      const found = times(uploaded.stream, type);
      if (found === 0) lost.push(`the job of ${uploaded.stream} left no ${type}`);
      if (found > 1) doubled.push(`the job of ${uploaded.stream} left ${found} ${type}`);
    }
  }
  const fromPages = new Map<string, number>();
  const saved = new Set<string>();
  for (const stored of events) {
    if (stored.type !== 'LabResultRecorded' && stored.type !== 'PageRead') continue;
    const opened = await kernel.log.open(stored);
    if (opened.kind !== 'opened') continue;
    const { page_id, saved: rows } = opened.event.data as { page_id?: string; saved?: unknown[] };
    if (page_id === undefined) continue;
    if (stored.type === 'PageRead' && rows!.length > 0) saved.add(page_id);
    if (stored.type === 'LabResultRecorded') fromPages.set(page_id, (fromPages.get(page_id) ?? 0) + 1);
  }
  for (const page of saved) if (!fromPages.has(page)) lost.push(`what was read on page ${page} did not enter the record`);
  for (const [page, n] of fromPages) if (n > 1) doubled.push(`what was read on page ${page} entered the record ${n} times`);
};

/** Whoever has a number has it alone, and no number is held for somebody who does not have it. */
const checkReservations = async (
  kernel: Kernel,
  events: readonly StoredEvent[],
  book: Book,
  whose: Whose,
  found: Findings,
): Promise<void> => {
  const numbers = new Map<string, string>();
  for (const stored of events) {
    if (!stored.stream.startsWith('patient-')) continue;
    const opened = await kernel.log.open(stored);
    if (opened.kind !== 'opened') continue;
    const number = (opened.event.data as { social_security_number?: string }).social_security_number;
    if (number === undefined) numbers.delete(stored.stream);
    else numbers.set(stored.stream, numberWithin(stored.metadata.organization_id ?? '', number));
  }
  const owners = new Map<string, string>();
  for (const [stream, number] of numbers) {
    if (owners.has(number)) found.doubled.push(`${stream} and ${owners.get(number)} hold the same number`);
    owners.set(number, stream);
    const owner = await kernel.reservations.ownerOf(SOCIAL_SECURITY_NUMBER, number);
    if (`patient-${owner}` !== stream) found.lost.push(`the number of ${stream} is reserved for ${owner ?? 'nobody'}`);
  }
  const open = new Set(book.next().map((k, client) => stepOf(client, k, whose).stream));
  for (const [client, refused] of book.refused.entries()) {
    for (const k of refused.keys()) {
      const { stream, command } = stepOf(client, k, whose);
      if (command.type !== 'RegisterPatient' || open.has(stream)) continue;
      const owner = await kernel.reservations.ownerOf(
        SOCIAL_SECURITY_NUMBER,
        numberWithin(whose.organization_id, command.data.social_security_number),
      );
      if (`patient-${owner}` === stream) found.lost.push(`a number is held for ${stream}, which was refused`);
    }
  }
};
