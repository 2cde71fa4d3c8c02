import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { LabResultsController } from './lab-results.controller.ts';
import { LabResultsHandler } from './lab-results.handlers.ts';

@Module({ imports: [CqrsModule], controllers: [LabResultsController], providers: [LabResultsHandler] })
export class LabResultsModule {}
