import { Controller, Get } from '@nestjs/common';
import type { SessionView } from '#contracts/people/accounts';
import { Access } from '#infra/access/access';
import { LONGEST_SESSION } from '#infra/access/identity';
import type { UserActor } from '#infra/event-store/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { Reader } from '../runner/reader.ts';
import { type SessionDocument, sessions } from './sessions.projection.ts';

/** The latest are enough: a session lasts for half a day. */
const MOST = 100;

@Controller('api/users')
export class SessionsQueries {
  constructor(
    private readonly reader: Reader,
    private readonly access: Access,
  ) {}

  /** The own sessions that are not over, as the streams say now: the one that asks, then the latest. */
  @Get('sessions')
  async list(@CurrentActor() { user_id, session_id }: UserActor): Promise<{ items: SessionView[]; overall_count: number }> {
    const oldest = new Date(Date.now() - LONGEST_SESSION).toISOString();
    const { items: documents } = await this.reader.find<SessionDocument>(sessions, {
      filter: { user_id: { eq: user_id }, signed_in_at: { gte: oldest } },
      sort: [['signed_in_at', 'desc']],
      take: MOST,
    });
    const own = documents.find(({ id }) => id === session_id)?.data ?? (await this.current(user_id, session_id));
    const items = own ? [shown(own, true)] : [];
    for (const { id, data } of documents) {
      if (id !== session_id && (await this.access.actor(id))) items.push(shown(data, false));
    }
    return { items, overall_count: items.length };
  }

  /** The session that asks, where no read model has it: it began a moment ago, or while the disk was full. */
  private async current(user_id: string, session_id: string): Promise<SessionDocument | undefined> {
    const session = await this.access.session(session_id);
    return session && { session_id, user_id, signed_in_at: session.signed_in_at, user_agent: null };
  }
}

const shown = ({ session_id, signed_in_at, user_agent }: SessionDocument, is_current: boolean): SessionView => ({
  id: session_id,
  signed_in_at,
  user_agent,
  is_current,
});
