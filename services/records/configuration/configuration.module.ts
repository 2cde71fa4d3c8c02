import { Module } from '@nestjs/common';
import { ConfigurationController } from './configuration.controller.ts';
import { HealthController } from './health.controller.ts';

@Module({ controllers: [ConfigurationController, HealthController] })
export class ConfigurationModule {}
