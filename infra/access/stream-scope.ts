import { accessUnverified } from '../event-store/decider.ts';
import { ForgedEvent, type EventLog } from '../event-store/event-log.ts';
import { type Actor, notFound, reaches, type Scope } from '../event-store/actor.ts';

/** What a stream says about itself without a key: whose it is and what happened, as types. */
export interface Outline {
  scope: Scope;
  types: ReadonlySet<string>;
  /** Revision of the last event. */
  version: number;
}

/** Reads a stream's envelopes at its head; undefined where it does not exist. @throws ForgedEvent */
export const outlineOf = async (log: EventLog, stream: string): Promise<Outline | undefined> => {
  let outline: (Outline & { types: Set<string> }) | undefined;
  for await (const stored of log.store.readStream(stream)) {
    if (!stored.intact) {
      const opened = await log.open(stored);
      if (opened.kind === 'forged') throw new ForgedEvent(opened);
      if (!outline) throw accessUnverified(); // whose the stream is, nobody knows
      outline.types.add('AccessUnverified');
      outline.version = stored.revision;
      continue;
    }
    const { organization_id, patient_id } = stored.metadata;
    outline ??= {
      scope: { ...(organization_id === undefined ? {} : { organization_id }), ...(patient_id === undefined ? {} : { patient_id }) },
      types: new Set(),
      version: 0,
    };
    outline.types.add(stored.type);
    outline.version = stored.revision;
  }
  return outline;
};

/** The outline of a stream that the actor may know of. @throws Refusal 404 where it is missing or out of scope */
export const reachedOutline = async (log: EventLog, actor: Actor, stream: string): Promise<Outline> => {
  const outline = await outlineOf(log, stream);
  if (!outline || !reaches(actor, stream, outline.scope)) throw notFound();
  return outline;
};
