import { Body, Controller, Delete, Module, Param, Post, Put } from '@nestjs/common';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { z } from 'zod';
import type { Accepted } from '#contracts/wire/command';
import {
  type ExaminationTemplateCommand,
  ExaminationTemplateUpdate,
  NewExaminationTemplate,
} from '#contracts/examinations/examination-templates';
import { ById, Version } from '#contracts/wire/primitives';
import type { UserActor } from '#infra/event-store/actor';
import { CommandKey, createdId } from '#infra/http/command-key';
import { CurrentActor } from '#infra/http/current-actor';
import { ExaminationTemplatesHandler, HandleExaminationTemplate } from './examination-templates.handlers.ts';

/** The version it was looked at with, where the caller knows it. */
const Seen = z.object({ version: Version.optional() }).optional();

@Controller('api/examination-templates')
export class ExaminationTemplatesController {
  constructor(private readonly commands: CommandBus) {}

  /** A public template, or a private one for the forms of one patient. */
  @Post()
  create(
    @Body({ schema: NewExaminationTemplate }) { name, parameter_ids, patient_id }: NewExaminationTemplate,
    @CommandKey() command_id: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Accepted> {
    const template = { template_id: createdId(command_id, 'examination-template'), name, parameter_ids };
    const command: ExaminationTemplateCommand = patient_id
      ? { type: 'CreatePatientTemplate', command_id, data: { ...template, patient_id } }
      : { type: 'CreateTemplate', command_id, data: template };
    return this.commands.execute(new HandleExaminationTemplate(command, actor));
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
