import { Body, Controller, Delete, HttpCode, Module, Param, Post, Put, Req } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { z } from 'zod';
import type { ListImport } from '#contracts/catalogues/list-import';
import type { Accepted } from '#contracts/wire/command';
import {
  type ExaminationTemplateCommand,
  ExaminationTemplateUpdate,
  NewExaminationTemplate,
} from '#contracts/examinations/examination-templates';
import { ById, Version } from '#contracts/wire/primitives';
import type { UserActor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { Reservations } from '#infra/event-store/reservations';
import { Streams } from '#infra/event-store/streams';
import { CommandKey, createdId } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { LabNames } from '../../lists/lab-names.ts';
import { importUpload } from '../../lists/list-import.ts';
import { type ListRequest, readListUpload } from '../../lists/list-upload.ts';
import { readTemplateRows } from './examination-templates.file.ts';
import { ExaminationTemplatesHandler, HandleExaminationTemplate } from './examination-templates.handlers.ts';
import { templatePlanner } from './examination-templates.list.ts';

/** The version it was looked at with, where the caller knows it. */
const Seen = z.object({ version: Version.optional() }).optional();

@Controller('api/examination-templates')
export class ExaminationTemplatesController {
  constructor(
    private readonly commands: CommandBus,
    readonly log: EventLog,
    readonly streams: Streams,
    readonly reservations: Reservations,
    readonly handler: ExaminationTemplatesHandler,
    readonly labNames: LabNames,
  ) {}

  /** A public template, or a private one for the forms of one patient. */
  @Post()
  create(
    @Body({ schema: NewExaminationTemplate }) { name, parameter_ids, kind, patient_id }: NewExaminationTemplate,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const template = { template_id: createdId(command_id, 'examination-template'), kind, name, parameter_ids };
    const command: ExaminationTemplateCommand = patient_id
      ? { type: 'CreatePatientTemplate', command_id, data: { ...template, patient_id } }
      : { type: 'CreateTemplate', command_id, data: template };
    return this.commands.execute(new HandleExaminationTemplate(command, actor));
  }

  /** Multipart form: a CSV `file`, and `dry_run` to be told what it would do. 409 where the catalogue changed since the named `plan`. */
  @Post('import')
  @HttpCode(200)
  async import(@Req() request: ListRequest, @CommandKey() key: string, @CurrentActor() actor: UserActor): Promise<ListImport> {
    const upload = await readListUpload(request);
    const planner = templatePlanner(this, actor, (command) => this.commands.execute(new HandleExaminationTemplate(command, actor)));
    return importUpload(readTemplateRows(upload.bytes, upload.name), planner, { ...upload, key }, this.log);
  }

  /** 404 for what belongs to others, 422 for 'LastUsed'. */
  @Put(':id')
  update(
    @Param({ schema: ById }) { id: template_id }: z.infer<typeof ById>,
    @Body({ schema: ExaminationTemplateUpdate }) template: ExaminationTemplateUpdate,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const command = { type: 'UpdateTemplate' as const, command_id, data: { ...template, template_id } };
    return this.commands.execute(new HandleExaminationTemplate(command, actor));
  }

  @Delete(':id')
  remove(
    @Param({ schema: ById }) { id: template_id }: z.infer<typeof ById>,
    @Body({ schema: Seen }) seen: z.infer<typeof Seen>,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const data = { template_id, ...(seen?.version === undefined ? {} : { version: seen.version }) };
    return this.commands.execute(new HandleExaminationTemplate({ type: 'RemoveTemplate', command_id, data }, actor));
  }
}

@Module({ imports: [CqrsModule], controllers: [ExaminationTemplatesController], providers: [ExaminationTemplatesHandler] })
export class ExaminationTemplatesModule {}
