import { Controller, Get } from '@nestjs/common';
import { EventLog } from '#infra/event-store/event-log';
import { RuntimeInfo } from '#infra/http/runtime-info';

interface Health {
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
    private readonly runtime: RuntimeInfo,
  ) {}

  @Get()
  read(): Health {
    return { log_id: this.log.store.log_id, ...this.log.store.health(), version: this.runtime.version };
  }
}
