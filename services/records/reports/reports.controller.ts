import { Body, Controller, Delete, Module, Param, Post, Put, Req } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { z } from 'zod';
import type { Accepted } from '#contracts/wire/command';
import { ById, Comment } from '#contracts/wire/primitives';
import { CriticalRowsTask, type PageAccepted, PageValidation, rowCounts } from '#contracts/reports/reports';
import { fileOfReport } from '#contracts/stored-files';
import { Access } from '#infra/access/access';
import { notFound, type UserActor } from '#infra/event-store/actor';
import { personOf } from '#infra/access/person-of';
import { Refusal } from '#infra/event-store/decider';
import { EventLog } from '#infra/event-store/event-log';
import { Streams } from '#infra/event-store/streams';
import { ArrivingFiles, type Receive } from '#infra/files/arriving-files';
import { SealedFiles } from '#infra/files/sealed-files';
import { CommandKey } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { HandleReport, ReportsHandler } from './reports.handlers.ts';
import { contentOf, readUpload } from './reports.upload.ts';

/** What Fastify's multipart plugin adds to a request. */
interface Multipart {
  isMultipart(): boolean;
  parts(): Parameters<typeof readUpload>[0];
}

/** Removing asks a person for the reason (ruling 11). */
const Removal = z.object({ comment: Comment }).prefault({ comment: '' });

@Controller('api/ocr')
export class ReportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly access: Access,
    private readonly files: SealedFiles,
    private readonly arriving: ArrivingFiles,
    private readonly log: EventLog,
    private readonly streams: Streams,
  ) {}

  /** Multipart form: `files`, `ocr_type`, `patient_id`. Each file becomes a report of its own; it is stored before the event that names it. */
  @Post()
  async upload(@Req() request: Multipart, @CommandKey() key: string, @CurrentActor() actor: UserActor): Promise<{ items: Accepted[] }> {
    if (!request.isMultipart())
      throw new Refusal('upload', 'A form with files is wanted', { files: ['Field is required'] }, 422, { files: 'at least 1 file' });
    return this.arriving.during((receive) => this.store(request, key, actor, receive));
  }

  private async store(request: Multipart, key: string, actor: UserActor, receive: Receive): Promise<{ items: Accepted[] }> {
    const { uploads, ocr_type, patient_id } = await readUpload(request.parts(), key, receive);
    if (ocr_type !== 'tesseract')
      throw new Refusal('ocr-type', 'This engine is not configured', { ocr_type: ['This engine is not configured'] }, 422, {
        ocr_type: ['tesseract'],
      });
    if (patient_id !== undefined) await this.access.patientScope(actor, patient_id);
    const organization_id = actor.organization_id;
    if (organization_id === null) throw notFound();
    const items: Accepted[] = [];
    for (const { report_id, command_id, name, content_type, file } of uploads) {
      // A form that is sent again is answered: what was stored at first stays as it is.
      const sender = actor.sent === undefined ? actor : { ...actor, sent: contentOf({ name, content_type, file, ocr_type, patient_id }) };
      const before = await this.streams.repeated(`report-${report_id}`, command_id, sender);
      if (before) {
        items.push(before);
        continue;
      }
      await this.files.put(fileOfReport(report_id), file.content(), `report:${report_id}`);
      const data = { report_id, organization_id, name, content_type, bytes: file.bytes, ocr_type, ...(patient_id ? { patient_id } : {}) };
      items.push(await this.commands.execute(new HandleReport({ type: 'UploadReport', command_id, data }, sender, { organization_id })));
    }
    return { items };
  }

  /** Answers what was saved: rows without a parameter await the catalogue and are kept. */
  @Put('validate')
  async validate(
    @Body({ schema: PageValidation }) validation: PageValidation,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<PageAccepted> {
    const { organization_id } = await this.access.patientScope(actor, validation.patient_id);
    const patient = await personOf(this.log, validation.patient_id, organization_id);
    if (!patient) throw notFound();
    const data = { ...validation, patient };
    const accepted: Accepted = await this.commands.execute(new HandleReport({ type: 'ValidatePage', command_id, data }, actor));
    return { ...accepted, ...rowCounts(validation.row_data) };
  }

  /** The first doctor and the time are kept. */
  @Put(':id/seen')
  seen(
    @Param({ schema: ById }) { id: report_id }: z.infer<typeof ById>,
    @Body({ schema: CriticalRowsTask }) task: z.infer<typeof CriticalRowsTask>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    return this.commands.execute(new HandleReport({ type: 'SeeCriticalRows', command_id, data: { report_id, ...task } }, actor));
  }

  /** Removes the report with its pages and the results that were taken from them. */
  @Delete(':id')
  remove(
    @Param('id') report_id: string,
    @Body({ schema: Removal }) { comment }: z.infer<typeof Removal>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    return this.commands.execute(new HandleReport({ type: 'RemoveReport', command_id, data: { report_id, comment } }, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [ReportsController], providers: [ReportsHandler] })
export class ReportsModule {}
