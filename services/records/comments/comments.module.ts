import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CommentsController } from './comments.controller.ts';
import { CommentsHandler } from './comments.handlers.ts';

@Module({ imports: [CqrsModule], controllers: [CommentsController], providers: [CommentsHandler] })
export class CommentsModule {}
