import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import { LAB_MERGES, type LabMergeCommand, mergeDoubts } from '#contracts/lab/lab-merges';
import type { Actor } from '#infra/event-store/actor';
import { type FieldErrors, Refusal } from '#infra/event-store/decider';
import { Streams } from '#infra/event-store/streams';
import { labMerges } from './lab-merges.decider.ts';
import { type LabParameter, labParameter } from './lab-parameters.decider.ts';
import { isRequestedAs, present } from './lab-parameters.handlers.ts';

/** Making several parameters of the catalogue one, and undoing it. */
export class HandleLabMerge {
  constructor(
    readonly command: LabMergeCommand,
    readonly actor: Actor,
  ) {}
}

type Merge = Extract<LabMergeCommand, { type: 'MergeLabParameters' }>['data'];
type Existing = Exclude<LabParameter, { status: 'none' }>;

const refuse = (code: string, message: string, field: string) => new Refusal(code, message, { [field]: [message] });

@CommandHandler(HandleLabMerge)
export class LabMergesHandler implements ICommandHandler<HandleLabMerge> {
  constructor(private readonly streams: Streams) {}

  async execute({ command, actor }: HandleLabMerge): Promise<Accepted> {
    const before = await this.streams.repeated(LAB_MERGES, command.command_id, actor);
    if (before) return before;
    if (command.type === 'MergeLabParameters') await this.refuseUnfit(command.data, actor);
    return this.streams.transact(labMerges, LAB_MERGES, command, actor, {});
  }

  /** What the parameters themselves say, each at the head of its stream. @throws Refusal */
  private async refuseUnfit({ kept_id, merged_ids, aliases, confirmed }: Merge, actor: Actor): Promise<void> {
    const kept = await this.parameter(kept_id, actor);
    if (kept.status !== 'Approved') throw refuse('not-approved', 'Only an approved parameter can take in others', 'kept_id');
    const others: Existing[] = [];
    for (const id of merged_ids) {
      const other = await this.parameter(id, actor);
      const isNamed = aliases.some(({ parameter_id, alias }) => parameter_id === id && isRequestedAs(other.content, alias));
      if (other.content.aliases.length === 0 && !isNamed) throw refuse('nameless', 'The name that was requested is needed', 'aliases');
      others.push(other);
    }
    const open = mergeDoubts(described(kept), others.map(described)).filter(({ code }) => !confirmed.includes(code));
    if (open.length === 0) return;
    const errors: FieldErrors = { confirmed: open.map(({ text }) => text) };
    throw new Refusal('doubts', 'These do not fit together: each has to be confirmed', errors, 422, {
      confirmed: open.map(({ code }) => code),
    });
  }

  private async parameter(id: string, actor: Actor): Promise<Existing> {
    const state = await present(this.streams.load(labParameter, `lab_parameter-${id}`, actor), labParameter.initial);
    if (state.status === 'none') throw new Refusal('parameter-missing', 'There is no such parameter', {}, 404);
    if (state.status === 'Removed') throw refuse('removed', 'A removed parameter cannot be merged', 'parameter_ids');
    return state;
  }
}

const described = ({ content }: Existing) => ({ ...content, id: content.parameter_id, name: content.aliases[0] ?? '' });
