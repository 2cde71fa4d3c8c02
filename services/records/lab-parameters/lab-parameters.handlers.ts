import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import { LAB_MERGES } from '#contracts/lab/lab-merges';
import type { LabParameterCommand } from '#contracts/lab/lab-parameters';
import { type Actor, isStaff } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { Streams } from '#infra/event-store/streams';
import { labMerges } from './lab-merges.decider.ts';
import { labParameter } from './lab-parameters.decider.ts';

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
    return this.streams.transact(labParameter, stream, command, actor, {});
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
