import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { DiagnosesController } from './diagnoses.controller.ts';
import { DiagnosesHandler } from './diagnoses.handlers.ts';

@Module({ imports: [CqrsModule], controllers: [DiagnosesController], providers: [DiagnosesHandler] })
export class DiagnosesModule {}
