import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/wire/command';
import type { PageValidation, ReportCommand } from '#contracts/reports/reports';
import type { Actor, Scope } from '#infra/event-store/actor';
import { outlineOf } from '#infra/access/stream-scope';
import { type FieldErrors, Refusal } from '#infra/event-store/decider';
import { EventLog } from '#infra/event-store/event-log';
import { Stale } from '#infra/event-store/stale';
import { Streams } from '#infra/event-store/streams';
import { report, shownPage } from './reports.decider.ts';

/** Every command on a report, from whoever sends it. `scope` is needed for the upload alone. */
export class HandleReport {
  constructor(
    readonly command: ReportCommand,
    readonly actor: Actor,
    readonly scope?: Scope,
  ) {}
}

@CommandHandler(HandleReport)
export class ReportsHandler implements ICommandHandler<HandleReport> {
  constructor(
    private readonly streams: Streams,
    private readonly log: EventLog,
  ) {}

  /** @throws Stale with what the page holds now, where it was changed since it was opened (ruling 12) */
  async execute({ command, actor, scope }: HandleReport): Promise<Accepted> {
    const stream = `report-${command.data.report_id}`;
    if (command.type === 'ValidatePage') await this.refuseUnknownParameters(command.data.row_data);
    try {
      return await this.streams.transact(report, stream, command, actor, scope);
    } catch (error) {
      if (!('page_version' in command.data) || !(error instanceof Refusal && error.code === 'stale')) throw error;
      const { state } = await this.streams.load(report, stream, actor);
      const { current, version } = shownPage(state, command.data.page_id);
      throw new Stale(current, version);
    }
  }

  private async refuseUnknownParameters(rows: PageValidation['row_data']): Promise<void> {
    const ids = new Set(rows.flatMap(({ entry }) => entry.parameter_id ?? []));
    const unknown = new Set<string>();
    for (const id of ids) if (!(await outlineOf(this.log, `lab_parameter-${id}`))) unknown.add(id);
    const errors: FieldErrors = {};
    rows.forEach(({ entry }, index) => {
      if (entry.parameter_id !== null && unknown.has(entry.parameter_id)) {
        errors[`row_data.${index}.entry.parameter_id`] = ['The catalogue has no such parameter'];
      }
    });
    if (unknown.size > 0) throw new Refusal('unknown-parameter', 'The catalogue has no such parameter', errors);
  }
}
