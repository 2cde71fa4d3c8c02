import { Controller, Get, Param, Req } from '@nestjs/common';
import { choices, type Configuration, WEB_VERSION } from '#contracts/wire/configuration';
import { notFound } from '#infra/event-store/actor';
import { accountsWithKnownPassword, seededAdministrator, seededAdministratorId } from '#infra/access/known-passwords';
import { EventLog } from '#infra/event-store/event-log';
import type { HttpRequest } from '#infra/http/request';
import { RuntimeInfo } from '#infra/http/runtime-info';
import { Trial } from '#infra/http/trial';

/** The documents ask for the roles under two names. */
const lists: Readonly<Record<string, readonly string[]>> = { ...choices, userRoles: choices.user_roles };

@Controller('api/configuration')
export class ConfigurationController {
  constructor(
    private readonly runtime: RuntimeInfo,
    private readonly trial: Trial,
    private readonly log: EventLog,
  ) {}

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
    return { environment, versions: { application: version, web: WEB_VERSION }, ...(await this.knownPasswords(request)) };
  }

  /** The content of the form for signing in, for a browser that opened the printed address; for others, that they need it. */
  private async knownPasswords(request: HttpRequest): Promise<Pick<Configuration, 'sign_in_prefill' | 'needs_local_address'>> {
    const accounts = (await this.trial.lasts()) ? await accountsWithKnownPassword(this.log) : [];
    if (accounts.length > 0 && !this.trial.isKnownTo(request)) return { needs_local_address: true };
    const isFirst = accounts.some(({ user_id }) => user_id === seededAdministratorId);
    return isFirst ? { sign_in_prefill: { ...seededAdministrator } } : {};
  }
}
