import { hkdfSync } from 'node:crypto';
import { Controller, Get } from '@nestjs/common';
import type { KeptKey } from '#contracts/people/accounts';
import type { UserActor } from '#infra/event-store/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { Keys } from '#infra/keys/keys';

/**
 * The key under which a browser seals what its user typed and could not send: derived for each user from a secret of the key store, so that
 * nothing on the computer opens it without signing in here. It is answered to that user alone and stands in no log.
 */
@Controller('api/users')
export class KeptKeyController {
  constructor(private readonly keys: Keys) {}

  @Get('kept-key')
  async keptKey(@CurrentActor() { user_id }: UserActor): Promise<KeptKey> {
    const secret = await this.keys.secret('kept-content');
    return { key: Buffer.from(hkdfSync('sha256', secret, '', `kept content of user ${user_id}`, 32)).toString('base64') };
  }
}
