import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { LabParametersController } from './lab-parameters.controller.ts';
import { LabParametersHandler } from './lab-parameters.handlers.ts';

@Module({ imports: [CqrsModule], controllers: [LabParametersController], providers: [LabParametersHandler] })
export class LabParametersModule {}
