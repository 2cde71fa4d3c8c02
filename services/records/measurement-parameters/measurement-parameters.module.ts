import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MeasurementParametersController } from './measurement-parameters.controller.ts';
import { MeasurementParametersHandler } from './measurement-parameters.handlers.ts';

@Module({ imports: [CqrsModule], controllers: [MeasurementParametersController], providers: [MeasurementParametersHandler] })
export class MeasurementParametersModule {}
