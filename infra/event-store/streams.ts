import type { Accepted } from '#contracts/wire/command';
import { type Actor, eventActor, notFound, reaches, sameActor, type Scope, sentBy } from './actor.ts';
import { KeyDestroyed } from '../keys/keys.ts';
import { accessUnverified, type CommandShape, type Decider, type EventShape, Refusal } from './decider.ts';
import { type EventLog, ForgedEvent, type Opened } from './event-log.ts';
import { BEGINNING, type Position, WrongExpectedRevision } from './event-store.ts';
import { positionToken } from './position-token.ts';
import { Stale } from './stale.ts';
import { Turns } from './turns.ts';
import { isOwnedByFirst } from './unverified.ts';

const ATTEMPTS = 8;

/** A stream folded to its last event. `version` is that event's revision, -1 where the stream does not exist. */
interface Folded<State> {
  state: State;
  version: number;
  position: Position;
  scope?: Scope;
  /** When its last event was recorded. */
  recorded_at?: string;
}

/** What a command would make of a stream. */
export interface Foreseen<State> {
  before: State;
  after: State;
  /** Of the stream before it, -1 where there is none. */
  version: number;
  isChange: boolean;
  /** It was done already. */
  isDone: boolean;
}

/** Deciders on streams: where a command becomes events. */
export class Streams {
  /** One command that comes twice at once is compared with itself, which the ids of its events alone cannot do. */
  private readonly turns = new Turns();

  constructor(private readonly log: EventLog) {}

  /**
   * Decides a command on a stream and appends what it decides, expecting the stream to be exactly as it was folded. In this order: scope,
   * repetition, version, decision. A command_id that already caused events here is answered with where they stand, whatever the item looks
   * like now, but only what was sent then (ruling 60). A command without a version is decided anew where somebody else wrote in between.
   * @param scope whose a new stream will be; an existing one keeps what its first event says
   * @throws Refusal 404 missing or out of scope, 409 the command_id of somebody else, 422 that of another content; Stale; what the decider refuses; ForgedEvent
   */
  async transact<S, C extends CommandShape, E extends EventShape>(
    decider: Decider<S, C, E>,
    stream: string,
    command: C,
    actor: Actor,
    scope?: Scope,
  ): Promise<Accepted> {
    return this.turns.of(`${stream} ${command.command_id}`, () => this.decide(decider, stream, command, actor, scope));
  }

  private async decide<S, C extends CommandShape, E extends EventShape>(
    decider: Decider<S, C, E>,
    stream: string,
    command: C,
    actor: Actor,
    scope?: Scope,
  ): Promise<Accepted> {
    for (let attempt = 1; ; attempt++) {
      const events = await this.readAll(stream);
      const folded = fold(decider, events);
      refuseAbandoned(events);
      const reached = folded.scope ?? scope ?? {};
      if (!reaches(actor, stream, reached)) throw notFound();
      const before = await this.answerTo(stream, command.command_id, actor, events);
      if (before) return before;
      const version = versionOf(command);
      if (version !== undefined && folded.version >= 0 && version !== folded.version) {
        throw new Stale(shown(decider, folded.state), folded.version);
      }

      const decided = decider.decide(command, folded.state);
      if (decided.length === 0) return this.accepted(stream, folded.version, folded.position);
      const expected = folded.version < 0 ? 'no-stream' : { exact: folded.version };
      const context = {
        command_id: command.command_id,
        actor: eventActor(actor),
        sent: sentBy(actor),
        notBefore: folded.recorded_at,
        ...reached,
      };
      try {
        const { revision, position } = await this.log.append(stream, decided, expected, context);
        return this.accepted(stream, revision, position);
      } catch (error) {
        if (error instanceof KeyDestroyed) throw erased();
        if (!(error instanceof WrongExpectedRevision)) throw error;
        if (attempt === ATTEMPTS) throw new Refusal('busy', 'Others are changing this just now, please try again', {}, 409);
      }
    }
  }

  /**
   * What `transact` would do with a command, without doing it; of one that was done already what it did. For a look before many commands.
   * @throws Refusal as `transact`
   */
  async foresee<S, C extends CommandShape, E extends EventShape>(
    decider: Decider<S, C, E>,
    stream: string,
    command: C,
    actor: Actor,
    scope?: Scope,
  ): Promise<Foreseen<S>> {
    const events = await this.readAll(stream);
    const folded = fold(decider, events);
    refuseAbandoned(events);
    if (!reaches(actor, stream, folded.scope ?? scope ?? {})) throw notFound();
    if (await this.answerTo(stream, command.command_id, actor, events)) {
      const isOfIt = ({ meta }: Opened) => meta.command_id === command.command_id;
      const first = events.findIndex(isOfIt);
      const { state: before, version } = fold(decider, events.slice(0, first));
      return {
        before,
        after: fold(decider, events.slice(0, events.findLastIndex(isOfIt) + 1)).state,
        version,
        isChange: true,
        isDone: true,
      };
    }
    const decided = decider.decide(command, folded.state);
    return {
      before: folded.state,
      after: decided.reduce(decider.evolve, folded.state),
      version: folded.version,
      isChange: decided.length > 0,
      isDone: false,
    };
  }

  /** The stream's state, version and scope. @throws Refusal 404 where it is missing or out of the actor's scope */
  async load<S, C extends CommandShape, E extends EventShape>(
    decider: Decider<S, C, E>,
    stream: string,
    actor: Actor,
  ): Promise<{ state: S; version: number; scope: Scope }> {
    const { state, version, scope } = fold(decider, await this.readAll(stream));
    if (!scope || !reaches(actor, stream, scope)) throw notFound();
    return { state, version, scope };
  }

  /** What a command was answered before; for handlers that check or write something else first. @throws Refusal 404, 409, 422 as `transact` */
  async repeated(stream: string, commandId: string, actor: Actor): Promise<Accepted | undefined> {
    const events = await this.readAll(stream);
    const first = events[0];
    if (first && !reaches(actor, stream, scopeOf(first.meta))) throw notFound();
    return this.answerTo(stream, commandId, actor, events);
  }

  private async answerTo(stream: string, commandId: string, actor: Actor, events: readonly Opened[]): Promise<Accepted | undefined> {
    const caused = events.filter(({ meta }) => meta.command_id === commandId);
    const last = caused.at(-1);
    if (!last) return undefined;
    if (!sameActor(last.meta.actor, actor)) {
      throw new Refusal('command-of-another', 'This command was already sent by somebody else', {}, 409);
    }
    await this.log.refuseAnother(last.meta, sentBy(actor));
    return this.accepted(stream, last.meta.revision, last.meta.position);
  }

  private accepted(stream: string, version: number, position: Position): Accepted {
    return { id: stream.slice(stream.indexOf('-') + 1), version, position: positionToken(this.log.store.log_id, position) };
  }

  private async readAll(stream: string): Promise<Opened[]> {
    const events: Opened[] = [];
    for await (const opened of this.log.read(stream)) {
      if (opened.kind === 'forged') throw new ForgedEvent(opened);
      events.push(opened);
    }
    const [first] = events;
    if (first && isUnverified(first) && isOwnedByFirst(stream)) throw accessUnverified();
    return events;
  }
}

/** Folds what can be read; an erased event counts for the version and says nothing. */
const fold = <S, C extends CommandShape, E extends EventShape>(decider: Decider<S, C, E>, events: readonly Opened[]): Folded<S> => {
  let state = decider.initial;
  for (const opened of events) {
    if (opened.kind === 'opened' && opened.event.type !== 'Abandoned') state = decider.evolve(state, opened.event as EventShape as E);
  }
  const [first, last] = [events[0], events.at(-1)];
  return {
    state,
    version: last?.meta.revision ?? -1,
    position: last?.meta.position ?? BEGINNING,
    ...(first && !isUnverified(first) ? { scope: scopeOf(first.meta) } : {}),
    ...(last ? { recorded_at: last.meta.recorded_at } : {}),
  };
};

const isUnverified = (opened: Opened): boolean => opened.kind === 'opened' && opened.event.type === 'AccessUnverified';

const shown = <S, C extends CommandShape, E extends EventShape>(decider: Decider<S, C, E>, state: S): unknown =>
  decider.shown ? decider.shown(state) : state;

const scopeOf = ({ organization_id, patient_id }: Scope): Scope => ({
  ...(organization_id === undefined ? {} : { organization_id }),
  ...(patient_id === undefined ? {} : { patient_id }),
});

/** Somebody else took over the value that was reserved for this stream: it can never begin (see Reservations). */
const refuseAbandoned = (events: readonly Opened[]): void => {
  const first = events[0];
  if (first?.kind === 'opened' && first.event.type === 'Abandoned') {
    throw new Refusal('abandoned', 'This took too long and was given up, please enter it again', {}, 409);
  }
};

const erased = () => new Refusal('erased', 'This record was erased', {}, 404);

const versionOf = ({ data }: CommandShape): number | undefined =>
  'version' in data && typeof data.version === 'number' ? data.version : undefined;
