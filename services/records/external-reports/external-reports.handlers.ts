import { Module } from '@nestjs/common';
import { CommandHandler, CqrsModule, type ICommandHandler } from '@nestjs/cqrs';
import type { ExternalReportCommand } from '#contracts/items/external-reports';
import type { Accepted } from '#contracts/wire/command';
import { Access } from '#infra/access/access';
import { type Actor, notFound } from '#infra/event-store/actor';
import { Streams } from '#infra/event-store/streams';
import { externalReport } from './external-reports.decider.ts';

/** Every command on a report of an external record; the importer sends them, nobody else. */
export class HandleExternalReport {
  constructor(
    readonly command: ExternalReportCommand,
    readonly actor: Actor,
  ) {}
}

@CommandHandler(HandleExternalReport)
export class ExternalReportsHandler implements ICommandHandler<HandleExternalReport> {
  constructor(
    private readonly streams: Streams,
    private readonly access: Access,
  ) {}

  async execute({ command, actor }: HandleExternalReport): Promise<Accepted> {
    const stream = `external_report-${command.data.report_id}`;
    const patient_id =
      command.type === 'TakeExternalReport' ? command.data.patient_id : (await this.access.streamScope(actor, stream)).patient_id;
    if (patient_id === undefined) throw notFound();
    return this.streams.transact(externalReport, stream, command, actor, await this.access.patientScope(actor, patient_id));
  }
}

@Module({ imports: [CqrsModule], providers: [ExternalReportsHandler] })
export class ExternalReportsModule {}
