import type { EventActor } from '#contracts/wire/envelope';
import type { ErasedAccount } from '#contracts/people/account-erasure';
import type { ErasureEvent } from '#contracts/people/erasures';
import { type Chain, proveLog } from '#infra/event-store/chain-hash';
import type { EventLog, Opened } from '#infra/event-store/event-log';
import { belongingsOfSubject, streamOfSubject } from '../records/erasures/erasures.handlers.ts';
import type { Keys } from '#infra/keys/keys';

/** What proves an erasure: made from the log and the key store, as often as it is asked for. */
export interface Certificate {
  erasure_id: string;
  /** 'patient:ID' of a record, 'user:ID' of an account. */
  subject: string;
  /** Only of a record. */
  patient_id?: string;
  /** Only of an account: name and roles of a closed one remain in history and access log. */
  outcome?: ErasedAccount['outcome'];
  organization_id: string | null;
  /** UTC with milliseconds, as all times here. */
  ordered_at: string;
  ordered_by: EventActor;
  /** Null where the reason's own key was destroyed since. */
  reason: string | null;
  /** When documents, files and keys were gone. */
  erased_at: string;
  keys: { subject: string; key_ids: string[]; destroyed_at: string | null }[];
  files: string[];
  documents: { projection: string; count: number }[];
  /** Pages of others in uploads that went: they stay. */
  kept_pages: string[];
  /** The log up to the order: as the erasure recorded it, which is what it was found to be when this was issued. */
  log: Chain & { log_id: string; up_to: string };
  /** Of them what can no longer be opened: the bytes stand, the key is gone. */
  erased: Chain & { streams: number };
  /** Keys and files that belong to the record and are not gone: recorded since, and not taken yet. */
  left: string[];
  /** Whether nothing is left, the hashes above came out the same when this was issued, and no event's bytes had changed. */
  whole: boolean;
  issued_at: string;
  release: string;
}

type Ordered = Extract<ErasureEvent, { type: 'ErasureOrdered' }>['data'];
type Destroyed = Extract<ErasureEvent, { type: 'KeyDestroyed' }>['data'];

/** How far an erasure has come, from the subject's own stream: its first and its last order, and the event that says that the last was carried out. */
export const erasureOf = async (log: EventLog, subject: string) => {
  let first: Opened | undefined;
  let ordered: Opened | undefined;
  let destroyed: Extract<Opened, { kind: 'opened' }> | undefined;
  let isClosed = false;
  for await (const opened of log.read(streamOfSubject(subject))) {
    const type = opened.kind === 'opened' ? opened.event.type : opened.type;
    if (type === 'AccountClosed') isClosed = true;
    if (type === 'ErasureOrdered') [first, ordered, destroyed] = [first ?? opened, opened, undefined];
    if (type === 'KeyDestroyed' && opened.kind === 'opened') destroyed = opened;
  }
  return { first, ordered, destroyed, isClosed };
};

/** What belongs to the subject and its last order does not name. */
const leftOf = async (log: EventLog, subject: string, organization_id: string, named: readonly string[]): Promise<string[]> => {
  const { keys, files } = await belongingsOfSubject(log, subject, organization_id);
  return [...keys, ...files].filter((name) => !named.includes(name));
};

/** Reads the whole log twice. Undefined while the erasure was not ordered, or is not done. */
export const certify = async (
  { log, keys }: { log: EventLog; keys: Keys },
  subject: string,
  release: string,
): Promise<Certificate | undefined> => {
  const { first, ordered, destroyed, isClosed } = await erasureOf(log, subject);
  if (!first || !ordered || !destroyed) return undefined;
  const done = destroyed.event.data as Destroyed;
  const order = ordered.kind === 'opened' ? (ordered.event.data as Ordered) : undefined;
  const { organization_id, position } = ordered.meta;

  const gone = new Map(done.keys.flatMap(({ key_ids }) => key_ids.map((id): [string, string | null] => [id, null])));
  for await (const { id, destroyed_at } of keys.list()) if (gone.has(id)) gone.set(id, destroyed_at ?? null);
  const proof = await proveLog(log.store, position, new Set(gone.keys()));
  const files = order?.files ?? [];
  const left = await leftOf(log, subject, organization_id ?? '', [...done.keys.map((key) => key.subject), ...files]);
  const same = (a: Chain, b: Chain): boolean => a.events === b.events && a.chain_hash === b.chain_hash;
  return {
    erasure_id: done.erasure_id,
    subject,
    ...(subject.startsWith('patient:') ? { patient_id: subject.slice('patient:'.length) } : { outcome: isClosed ? 'closed' : 'erased' }),
    organization_id: organization_id ?? null,
    ordered_at: first.meta.recorded_at,
    ordered_by: first.meta.actor,
    reason: order?.reason ?? null,
    erased_at: destroyed.meta.recorded_at,
    keys: done.keys.map(({ key_ids, ...key }) => ({ ...key, key_ids, destroyed_at: gone.get(key_ids[0] ?? '') ?? null })),
    files,
    documents: done.documents,
    kept_pages: order?.kept_pages ?? [],
    log: { log_id: log.store.log_id, up_to: position, ...done.log },
    erased: done.erased,
    left,
    whole: left.length === 0 && same(proof.log, done.log) && same(proof.sealed, done.erased) && proof.damaged.length === 0,
    issued_at: new Date().toISOString(),
    release,
  };
};

const personOf = (actor: EventActor): string => ('user_id' in actor ? `user ${actor.user_id} (${actor.role})` : `system (${actor.system})`);

const listed = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];

const verdictOf = ({ whole, left }: Certificate): string => {
  if (whole) return 'Nothing else was touched';
  if (left.length > 0) return 'NOT ALL OF THE RECORD IS GONE YET: see above';
  return 'THE LOG IS NOT WHAT IT WAS when the record was erased: see anamnesis projections verify';
};

/** The certificate for a person to read, keep or print. */
export const printed = (certificate: Certificate): string => {
  const { log, erased } = certificate;
  return [
    `Certificate of erasure ${certificate.erasure_id}`,
    certificate.patient_id === undefined
      ? `Account            ${certificate.subject.slice('user:'.length)}${certificate.outcome === 'closed' ? ', closed: name and roles stay beside what was done' : ''}`
      : `Patient record     ${certificate.patient_id}`,
    `Ordered            ${certificate.ordered_at} by ${personOf(certificate.ordered_by)}`,
    `Reason             ${certificate.reason ?? '(erased)'}`,
    `Erased             ${certificate.erased_at}`,
    ...listed(
      'Keys destroyed',
      certificate.keys.map(({ subject, key_ids, destroyed_at }) =>
        `${subject}  ${key_ids.join(', ') || 'never had one'}  ${destroyed_at ?? ''}`.trimEnd(),
      ),
    ),
    ...listed('Files removed', certificate.files),
    ...listed(
      'Documents purged',
      certificate.documents.map(({ projection, count }) => `${projection}: ${count}`),
    ),
    ...listed('STILL THERE, recorded since: ask for this certificate again', certificate.left),
    ...listed('Pages of others in the same uploads, kept; open them at /ocr-page/<id>', certificate.kept_pages),
    '',
    verdictOf(certificate),
    `  ${log.events} events up to ${log.up_to} of log ${log.log_id}`,
    `    chain hash ${log.chain_hash}`,
    `  ${erased.events} of them, in ${erased.streams} streams, can no longer be opened`,
    `    chain hash ${erased.chain_hash}`,
    `Issued ${certificate.issued_at} by anamnesis ${certificate.release}`,
  ].join('\n');
};
