import { Controller, Get } from '@nestjs/common';
import type { Health } from '#contracts/wire/health';
import { EventLog } from '#infra/event-store/event-log';
import { RuntimeInfo } from '#infra/http/runtime-info';
import { Following } from '#infra/telemetry/following';

@Controller('api/health')
export class HealthController {
  constructor(
    private readonly log: EventLog,
    private readonly following: Following,
    private readonly runtime: RuntimeInfo,
  ) {}

  @Get()
  async read(): Promise<Health> {
    const { log, following, runtime } = this;
    const { status } = await following.health();
    return { status, writable: log.store.health().writable, version: runtime.version };
  }
}
