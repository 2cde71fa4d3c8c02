import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ExaminationsController } from './examinations.controller.ts';
import { ExaminationsHandler } from './examinations.handlers.ts';

@Module({ imports: [CqrsModule], controllers: [ExaminationsController], providers: [ExaminationsHandler] })
export class ExaminationsModule {}
