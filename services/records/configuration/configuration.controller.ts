import { Controller, Get, Param, Req } from '@nestjs/common';
import { choices, type Configuration, WEB_VERSION } from '#contracts/wire/configuration';
import { notFound } from '#infra/event-store/actor';
import { readIdentity } from '#infra/access/identity';
import { hasKnownPassword, seededAdministrator, seededAdministratorId } from '#infra/access/known-passwords';
import { RealData } from '#infra/access/real-data';
import { EventLog } from '#infra/event-store/event-log';
import type { HttpRequest } from '#infra/http/request';
import { RuntimeInfo } from '#infra/http/runtime-info';

/** The documents ask for the roles under two names. */
const lists: Readonly<Record<string, readonly string[]>> = { ...choices, userRoles: choices.user_roles };

@Controller('api/configuration')
export class ConfigurationController {
  private readonly realData: RealData;

  constructor(
    private readonly runtime: RuntimeInfo,
    private readonly log: EventLog,
  ) {
    this.realData = new RealData(log);
  }

  @Get(':name')
  async read(
    @Param('name') name: string,
    @Req() request: HttpRequest,
  ): Promise<Configuration | { items: readonly string[]; overall_count: number }> {
    if (name === 'read') return this.configuration(request);
    const items = Object.hasOwn(lists, name) ? lists[name] : undefined;
    if (!items) throw notFound();
    return { items, overall_count: items.length };
  }

  private async configuration(request: HttpRequest): Promise<Configuration> {
    const { environment, version } = this.runtime;
    const prefilled = this.runtime.takesKnownPasswords(request) && (await this.isUntouched());
    return {
      environment,
      versions: { application: version, web: WEB_VERSION },
      ...(prefilled ? { sign_in_prefill: { ...seededAdministrator } } : {}),
    };
  }

  /** Whether nobody has begun to work here: the administrator's password is the first one, and only what came with the program is there. */
  private async isUntouched(): Promise<boolean> {
    const administrator = await readIdentity(this.log, seededAdministratorId);
    return administrator !== undefined && hasKnownPassword(administrator) && !(await this.realData.exists());
  }
}
