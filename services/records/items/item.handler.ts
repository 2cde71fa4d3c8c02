import type { ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import { type ItemKind, itemKinds } from '#contracts/items/item-kinds';
import type { Access } from '#infra/access/access';
import { type Actor, notFound } from '#infra/event-store/actor';
import type { CommandShape, Decider, EventShape } from '#infra/event-store/decider';
import type { Streams } from '#infra/event-store/streams';
import type { Item } from './item.decider.ts';

/** A command on an item, from whoever sends it. Each kind has its own, so that it is found by its name. */
export abstract class HandleItem<C extends CommandShape> {
  constructor(
    readonly command: C,
    readonly actor: Actor,
  ) {}
}

/** The item as it is stored. @throws Refusal 404 where it is missing or out of the actor's scope */
export type StoredItem<Content> = () => Promise<{ state: Item<Content>; version: number }>;

/** Whose record it is comes from the patient's own stream at its head: an item of a removed patient is not there any more. */
export abstract class ItemHandler<C extends CommandShape, E extends EventShape, Content> implements ICommandHandler<HandleItem<C>> {
  protected constructor(
    private readonly kind: ItemKind,
    private readonly decider: Decider<Item<Content>, C, E>,
    private readonly streams: Streams,
    private readonly access: Access,
  ) {}

  async execute({ command, actor }: HandleItem<C>): Promise<Accepted> {
    const { stream: prefix, id } = itemKinds[this.kind];
    const data = command.data as Record<string, string>;
    const stream = `${prefix}-${data[id]}`;
    const patient_id = data['patient_id'] ?? (await this.access.streamScope(actor, stream)).patient_id;
    if (patient_id === undefined) throw notFound();
    const scope = await this.access.patientScope(actor, patient_id);
    const before = await this.streams.repeated(stream, command.command_id, actor);
    if (before) return before;
    const prepared = await this.prepare(command, () => this.streams.load(this.decider, stream, actor), actor);
    return this.streams.transact(this.decider, stream, prepared, actor, scope);
  }

  /** The command with what it names looked up, where the kind has something to look up. @throws Refusal where the catalogue does not have it */
  protected abstract prepare(command: C, stored: StoredItem<Content>, actor: Actor): Promise<C>;
}

/**
 * What the record holds already of an item that a person corrects, so that a choice which has retired since may stay. Undefined where the
 * choice is not to be checked: what was stored meanwhile is shown first, and a removed or external item is refused for that.
 */
export const heldContent = async <Content>(
  { version: opened }: { version: number },
  stored: StoredItem<Content>,
): Promise<Content | undefined> => {
  const { state, version } = await stored();
  return opened < version || state.status !== 'recorded' || state.origin === 'fhir' ? undefined : state.content;
};
