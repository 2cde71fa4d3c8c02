import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { GraphVisualsController } from './graph-visuals.controller.ts';
import { GraphVisualsHandler } from './graph-visuals.handlers.ts';

@Module({ imports: [CqrsModule], controllers: [GraphVisualsController], providers: [GraphVisualsHandler] })
export class GraphVisualsModule {}
