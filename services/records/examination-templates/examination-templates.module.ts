import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ExaminationTemplatesController } from './examination-templates.controller.ts';
import { ExaminationTemplatesHandler } from './examination-templates.handlers.ts';

@Module({ imports: [CqrsModule], controllers: [ExaminationTemplatesController], providers: [ExaminationTemplatesHandler] })
export class ExaminationTemplatesModule {}
