import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { RecordLooksController } from './record-looks.controller.ts';
import { RecordLooksHandler } from './record-looks.handlers.ts';

@Module({ imports: [CqrsModule], controllers: [RecordLooksController], providers: [RecordLooksHandler] })
export class RecordLooksModule {}
