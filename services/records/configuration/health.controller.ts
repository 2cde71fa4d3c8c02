import { Controller, Get } from '@nestjs/common';
import { EventLog } from '#infra/event-store/event-log';
import { RuntimeInfo } from '#infra/http/runtime-info';
import { Following, type FollowingHealth } from '#infra/telemetry/following';

interface Health extends FollowingHealth {
  log_id: string;
  /** False while the disk is full or failed; `reason` says which. Reading goes on. */
  writable: boolean;
  reason?: string;
  version: string;
}

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
    return { log_id: log.store.log_id, ...log.store.health(), version: runtime.version, ...(await following.health()) };
  }
}
