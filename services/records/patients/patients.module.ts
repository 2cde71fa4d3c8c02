import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { PatientsController } from './patients.controller.ts';
import { PatientsHandler } from './patients.handlers.ts';

@Module({ imports: [CqrsModule], controllers: [PatientsController], providers: [PatientsHandler] })
export class PatientsModule {}
