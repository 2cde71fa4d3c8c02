import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { IntakesController } from './intakes.controller.ts';
import { IntakesHandler } from './intakes.handlers.ts';

@Module({ imports: [CqrsModule], controllers: [IntakesController], providers: [IntakesHandler] })
export class IntakesModule {}
