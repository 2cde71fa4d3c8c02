import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { labParameterId } from '#catalogues/lab-parameter';
import { searchText } from '#contracts/rules/search-text';
import type { Accepted } from '#contracts/wire/command';
import { LAB_MERGES } from '#contracts/lab/lab-merges';
import type { LabParameterCommand } from '#contracts/lab/lab-parameters';
import { type Actor, isStaff } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { Streams } from '#infra/event-store/streams';
import { labMerges } from './lab-merges.decider.ts';
import { type LabParameter, labParameter } from './lab-parameters.decider.ts';

/** Every command on a parameter of the catalogue; it belongs to no organization. */
export class HandleLabParameter {
  constructor(
    readonly command: LabParameterCommand,
    readonly actor: Actor,
  ) {}
}

/** Who is staff of a clinic that waits or was rejected is nobody here: what the others may do is the policy's. */
const isAllowed = (actor: Actor): boolean => actor.kind === 'system' || actor.roles.includes('SuperUser') || isStaff(actor);

/** What stands on another's lines is changed there, or once the merge was undone. */
const refusedWhileMerged = (type: LabParameterCommand['type']): boolean => type !== 'RequestLabParameter' && type !== 'ImportLabParameter';

/** What was requested under the name `alias`; of what was found on a page, only its id tells the name. */
export const isRequestedAs = (
  { parameter_id, aliases: [asked] }: Exclude<LabParameter, { status: 'none' }>['content'],
  alias: string,
): boolean => (asked === undefined ? labParameterId(undefined, alias) === parameter_id : searchText(asked) === searchText(alias));

@CommandHandler(HandleLabParameter)
export class LabParametersHandler implements ICommandHandler<HandleLabParameter> {
  constructor(private readonly streams: Streams) {}

  async execute({ command, actor }: HandleLabParameter): Promise<Accepted> {
    const { parameter_id } = command.data;
    const stream = `lab_parameter-${parameter_id}`;
    if (!isAllowed(actor)) throw new Refusal('not-allowed', "You're not authorized to be here!", {}, 403);
    const before = await this.streams.repeated(stream, command.command_id, actor);
    if (before) return before;
    if (refusedWhileMerged(command.type)) await this.refuseMerged(parameter_id, command.type, actor);
    if (command.type === 'ApproveLabParameter') await this.refuseLostName(stream, command.data.aliases, actor);
    return this.streams.transact(labParameter, stream, command, actor, {});
  }

  /** Under other names alone its rows would wait for ever, and nobody would be asked for them any more. @throws Refusal */
  private async refuseLostName(stream: string, aliases: readonly string[], actor: Actor): Promise<void> {
    const state = await present(this.streams.load(labParameter, stream, actor), labParameter.initial);
    if (state.status === 'none' || state.status === 'Approved' || state.status === 'Removed') return;
    if (aliases.some((alias) => isRequestedAs(state.content, alias))) return;
    const message = 'Keep the name that was requested among the names: rows of reports wait under it';
    throw new Refusal('name-lost', message, { aliases: [message] });
  }

  /** @throws Refusal 409 where it stands on the lines of another one, or is to be removed and others stand on its lines */
  private async refuseMerged(parameter_id: string, type: LabParameterCommand['type'], actor: Actor): Promise<void> {
    const { merges } = await present(this.streams.load(labMerges, LAB_MERGES, actor), labMerges.initial);
    if (merges.some(({ merged_ids }) => merged_ids.includes(parameter_id))) {
      throw new Refusal('merged', 'This parameter was merged into another one: undo the merge first', {}, 409);
    }
    if (type === 'RemoveLabParameter' && merges.some(({ kept_id }) => kept_id === parameter_id)) {
      throw new Refusal('merged', 'Other parameters were merged into this one: undo these merges first', {}, 409);
    }
  }
}

/** The state of a stream, its beginning where there is none yet. */
export const present = async <S>(loaded: Promise<{ state: S }>, initial: S): Promise<S> => {
  try {
    return (await loaded).state;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return initial;
    throw error;
  }
};
