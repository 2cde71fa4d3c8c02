import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Accepted } from '#contracts/command';
import type { ReportCommand } from '#contracts/reports';
import type { Actor, Scope } from '#infra/access/actor';
import { Streams } from '#infra/event-store/streams';
import { report } from './reports.decider.ts';

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
  constructor(private readonly streams: Streams) {}

  execute({ command, actor, scope }: HandleReport): Promise<Accepted> {
    return this.streams.transact(report, `report-${command.data.report_id}`, command, actor, scope);
  }
}
