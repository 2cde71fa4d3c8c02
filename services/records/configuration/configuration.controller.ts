import { Controller, Get, Param } from '@nestjs/common';
import { choices, type Configuration, WEB_VERSION } from '#contracts/wire/configuration';
import { notFound } from '#infra/event-store/actor';
import { isSeededAdministratorUntouched, seededAdministrator } from '#infra/access/seeded-administrator';
import { EventLog } from '#infra/event-store/event-log';
import { RuntimeInfo } from '#infra/http/runtime-info';

/** The documents ask for the roles under two names. */
const lists: Readonly<Record<string, readonly string[]>> = { ...choices, userRoles: choices.user_roles };

@Controller('api/configuration')
export class ConfigurationController {
  constructor(
    private readonly runtime: RuntimeInfo,
    private readonly log: EventLog,
  ) {}

  @Get(':name')
  async read(@Param('name') name: string): Promise<Configuration | { items: readonly string[] }> {
    if (name === 'read') return this.configuration();
    const items = Object.hasOwn(lists, name) ? lists[name] : undefined;
    if (!items) throw notFound();
    return { items };
  }

  private async configuration(): Promise<Configuration> {
    const { environment, version } = this.runtime;
    const prefilled = environment === 'local' && (await isSeededAdministratorUntouched(this.log));
    return {
      environment,
      versions: { application: version, web: WEB_VERSION },
      ...(prefilled ? { sign_in_prefill: { ...seededAdministrator } } : {}),
    };
  }
}
