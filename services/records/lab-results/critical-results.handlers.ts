import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { criticalValuesOf } from '#contracts/observations/critical';
import type { Accepted } from '#contracts/wire/command';
import { Access } from '#infra/access/access';
import { notFound, type UserActor } from '#infra/event-store/actor';
import { Refusal } from '#infra/event-store/decider';
import { Stale } from '#infra/event-store/stale';
import { Streams } from '#infra/event-store/streams';
import { labResult } from './lab-results.decider.ts';
import { criticalResult } from './critical-results.decider.ts';

/** A doctor pressed 'Seen' at a version of a lab result. */
export class HandleCriticalResult extends Command<Accepted> {
  constructor(
    readonly command_id: string,
    readonly data: { lab_result_id: string; version: number },
    readonly actor: UserActor,
  ) {
    super();
  }
}

/**
 * The values come from the lab result at its head. The event names them: whatever is written to the result at that moment is another value, and
 * waits for a doctor again.
 */
@CommandHandler(HandleCriticalResult)
export class CriticalResultsHandler implements ICommandHandler<HandleCriticalResult> {
  constructor(
    private readonly streams: Streams,
    private readonly access: Access,
  ) {}

  /** @throws Refusal 404 missing, removed or out of scope, 422 without a critical value; Stale where it was changed since it was looked at */
  async execute({ command_id, data: { lab_result_id, version }, actor }: HandleCriticalResult): Promise<Accepted> {
    const result = `lab_result-${lab_result_id}`;
    const { patient_id } = await this.access.streamScope(actor, result);
    if (patient_id === undefined) throw notFound();
    const scope = await this.access.patientScope(actor, patient_id);
    const stream = `critical_result-${lab_result_id}`;
    const before = await this.streams.repeated(stream, command_id, actor);
    if (before) return before;
    const { state, version: current } = await this.streams.load(labResult, result, actor);
    if (state.status !== 'recorded') throw notFound();
    if (version !== current) throw new Stale(labResult.shown?.(state) ?? null, current);
    const values = criticalValuesOf(state.content);
    if (values.length === 0) throw new Refusal('not-critical', 'This lab result has no critical value');
    const command = { type: 'SeeCriticalResult' as const, command_id, data: { lab_result_id, patient_id, values } };
    return this.streams.transact(criticalResult, stream, command, actor, scope);
  }
}
