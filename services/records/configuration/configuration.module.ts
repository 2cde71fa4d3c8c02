import { Module } from '@nestjs/common';
import { ConfigurationController } from './configuration.controller.ts';
import { HealthController } from './health.controller.ts';
import { OpenApiController } from './openapi.controller.ts';

@Module({ controllers: [ConfigurationController, HealthController, OpenApiController] })
export class ConfigurationModule {}
