import { Module } from '@nestjs/common';
import { ExaminationTemplatesQueries } from './examination-templates.queries.ts';

@Module({ controllers: [ExaminationTemplatesQueries] })
export class ExaminationTemplatesQueriesModule {}
