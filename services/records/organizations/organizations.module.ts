import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { OrganizationsHandler } from './organizations.handlers.ts';

@Module({ imports: [CqrsModule], providers: [OrganizationsHandler] })
export class OrganizationsModule {}
