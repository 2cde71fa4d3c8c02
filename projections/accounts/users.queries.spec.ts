import { UserView } from '#contracts/people/accounts';
import { openReadApp, type ReadApp } from '#tests/support/read-side';
import { positionToken } from '#infra/event-store/position-token';
import { AccountsQueriesModule } from './users.queries.ts';

describe('GET /api/users', () => {
  let app: ReadApp;
  let clinic: string;
  let admin: { user_id: string; authorization: string };
  const read = (query: string, { authorization }: { authorization: string }, headers: Record<string, string> = {}) =>
    app
      .http()
      .get(`/api/users${query}`)
      .set({ authorization, ...headers });

  beforeAll(async () => {
    app = await openReadApp([AccountsQueriesModule]);
    clinic = await app.addClinic();
    admin = await app.signIn(['OrganizationAdmin'], clinic);
    await app.signIn(['Doctor'], clinic);
    await app.signIn(['Doctor'], await app.addClinic());
    await app.runner.settled();
  });
  afterAll(() => app.close());

  it('lists the users of the own organization, with nothing but what the view names', async () => {
    const { body } = await read('', admin).expect(200);
    expect(body.overall_count).toBe(2);
    for (const item of body.items as UserView[]) {
      expect(UserView.strict().parse(item)).toEqual(item);
      expect(item.organization_id).toBe(clinic);
    }
  });

  it('lists everybody to the super user', async () => {
    const superUser = await app.signIn(['SuperUser'], null);
    const after = positionToken(app.store.log_id, await app.store.head());
    const { body } = await read(`?after=${after}`, superUser).expect(200);
    expect(body.overall_count).toBe(4);
    expect(body.stale).toBeUndefined();
  });

  it('finds by how a last name begins, asked in a header that no log of addresses keeps', async () => {
    const search = (query: unknown): Record<string, string> => ({
      'x-search': Buffer.from(JSON.stringify({ query })).toString('base64url'),
    });
    expect((await read('?take=1', admin, search(' QUÍ')).expect(200)).body.overall_count).toBe(2);
    expect((await read('', admin, search('Nobody')).expect(200)).body).toEqual({ items: [], overall_count: 0 });
    await read('', admin, { 'x-search': '!!' }).expect(400);
  });

  it('leaves out who was removed, says when it is stale, and is closed to others', async () => {
    const leaving = await app.signIn(['Assistant'], clinic);
    await app.log.append(`user-${leaving.user_id}`, [{ type: 'UserRemoved', data: { user_id: leaving.user_id } }], 'stream-exists', {
      command_id: '7b0f6a51-6c0e-4df8-9c63-0b1fb1f9c0aa',
      actor: { system: 'test' },
      organization_id: clinic,
    });
    await app.runner.settled();
    expect((await read('', admin).expect(200)).body.overall_count).toBe(2);
    expect((await read('?after=elsewhere', admin).expect(200)).body.stale).toBe(true);
    await read('?skip=-1', admin).expect(400);
    await read('', await app.signIn(['Doctor'], clinic)).expect(403);
  });
});
