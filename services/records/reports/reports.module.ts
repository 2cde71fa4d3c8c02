import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ReportsController } from './reports.controller.ts';
import { ReportsHandler } from './reports.handlers.ts';

@Module({ imports: [CqrsModule], controllers: [ReportsController], providers: [ReportsHandler] })
export class ReportsModule {}
