import { setTimeout as after } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { Position } from '#infra/event-store/event-store';
import { policy } from '#contracts/policy';
import { routesOf } from '#infra/http/policy';
import { isOnServer } from '#tests/support/event-store';
import { app, kernel, startApplication } from './clinics.ts';
import { addedFor, callOf, type Group, groupsOf, verdictOf } from './routes.oracle.ts';
import { makeWorld, SAID, SECRETS, type Target, TARGETS, type Things, UNCHECKED, type Who, type World } from './routes.world.ts';

const ADDED_ID = randomUUID();
/** A server syncs each event to its disk before it answers. */
const MAX_MS = isOnServer ? 300_000 : 60_000;
jest.setTimeout(MAX_MS);

let world: World;
let groups: Map<string, Group>;
let cases = 0;
/** Where the log stood before the first call. */
let begun: Position;
const logged: string[] = [];

beforeAll(() => {
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
  }
  for (const say of ['log', 'warn', 'error'] as const)
    jest.spyOn(console, say).mockImplementation((...said) => void logged.push(said.join(' ')));
});
afterAll(() => {
  jest.restoreAllMocks();
});
// where requests are logged
startApplication({ environment: 'development' });
beforeAll(async () => {
  world = await makeWorld();
  begun = await kernel.log.store.head();
  groups = new Map(groupsOf(world, kernel).flatMap((group) => Object.keys(group.calls).map((route) => [route, group] as const)));
}, MAX_MS);

/** Fields that no form has, beside what it says: nobody makes up a role, whose something is, or who did it. */
const ADDED = {
  ...{ roles: ['SuperUser'], seeded: true, verified: true, origin: 'fhir', side: 'clinic', by_patient: true },
  ...Object.fromEntries(
    [
      ...['organization_id', 'from_organization_id', 'user_id', 'owner_id', 'account_id', 'administrator_id', 'last_edited_by'],
      ...['created_by', 'fhir_id', 'actor', 'recorded_at', 'password_hash', 'command_id', 'source', 'code'],
    ].map((field) => [field, ADDED_ID]),
  ),
  patient_ids: [ADDED_ID],
};

interface Said {
  status: number;
  text: string;
  cached: string | undefined;
  /** Whether it is what an allowed call is answered. */
  isDone: boolean;
}
interface Asked {
  key?: string;
  beside?: string;
  /** What is asked for, where it is not all that the target has. */
  of?: Things;
  done?: number;
}

const FORMS = new Set(['POST /api/ocr', 'POST /api/files/agreement/:patient_id']);
let lastForm: Promise<unknown> = Promise.resolve();
/** Forms with files go one after the other: all of them trying again and again for two places would take a busy machine's whole time. */
const ask = async (route: string, who: Who, target: Target, asked: Asked = {}): Promise<Said> => {
  if (!FORMS.has(route)) return send(route, who, target, asked);
  const answer = lastForm.then(() => send(route, who, target, asked));
  lastForm = answer.catch(() => undefined);
  return answer;
};

const send = async (route: string, who: Who, target: Target, asked: Asked): Promise<Said> => {
  const { key = randomUUID(), beside = '', of = world.things[target], done = 0 } = asked;
  const method = route.split(' ')[0]!;
  const [url, body, wanted] = callOf(groups.get(route)!.calls[route]!)(of, who, done);
  const type = typeof body === 'string' ? { 'content-type': 'multipart/form-data; boundary=x' } : {};
  const authorization = who.authorization === undefined ? {} : { authorization: who.authorization };
  const answer = await app.inject({
    // a stream of notices has no end
    method: (route === 'GET /api/notices' ? 'HEAD' : method) as 'GET',
    url: `${url}${beside}`,
    // nobody waits for another's tries
    remoteAddress: `10.0.${cases >> 8}.${cases & 255}`,
    headers: { ...type, ...authorization, 'idempotency-key': key },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : { ...ADDED, ...(body as object) } }),
  });
  cases++;
  // two forms with files are taken in at a time
  if (answer.statusCode === 503 && answer.body.includes('uploads-busy')) {
    await after(20);
    return send(route, who, target, { ...asked, key });
  }
  const { statusCode: status, body: text } = answer;
  const isDone = wanted === undefined ? status >= 200 && status < 300 : status === wanted;
  return { status, text, cached: answer.headers['cache-control'], isDone };
};

const targetsOf = ({ stands }: Group): readonly Target[] => (stands === undefined ? ['home'] : TARGETS);

/** What nobody else may be told: of each clinic to whom it is not, and of the record of this one not to doctors who read it across clinics. */
const hiddenFrom = (who: Who, route: string): string[] => {
  // every mail, to super users alone
  if (route === 'GET /api/outbox') return [];
  if (who.state === 'out') return [...SECRETS.home, ...SECRETS.foreign, UNCHECKED, SAID];
  // super users administer accounts and organizations, and read histories (ruling 13)
  if (who.roles.includes('SuperUser') && /\/(users|organizations|audit)/.test(route)) return [UNCHECKED, SAID];
  const isAcross = who.clinic === 'connected' && who.roles.includes('Doctor');
  const hidden = (['home', 'foreign'] as const).flatMap((clinic) => {
    if (who.clinic === clinic || who.own === clinic || (clinic === 'home' && isAcross)) return [];
    // patients find doctors by name
    return SECRETS[clinic].filter((word) => route !== 'GET /api/providers' || !word.endsWith(' people'));
  });
  const isStaff = who.clinic === 'home' || who.clinic === 'foreign';
  return [...hidden, ...(isStaff ? [] : [UNCHECKED]), ...(isStaff || who.own ? [] : [SAID])];
};

/** Before the invitation is taken back, and what removes things last of all. */
const order = (route: string) =>
  route === 'DELETE /api/token' ? 3 : route.startsWith('DELETE /api/patients') ? 2 : /^DELETE|\/cancel$/.test(route) ? 1 : 0;
const routes = Object.keys(policy)
  .filter((route) => route !== 'POST /api/organizations')
  .sort((a, b) => order(a) - order(b));

it('has a call here for every route there is', () => {
  const asked = [...groups.keys(), 'POST /api/organizations'].sort();
  expect(asked).toEqual(routesOf(app).sort());
  expect(asked).toEqual(Object.keys(policy).sort());
});

/** What goes on by itself: files are read, and what follows from an event is done. */
const BESIDE = new Set(['catalogue', 'ocr', 'reactions', 'reports', 'reservations']);
let seen: { position?: Position; count: number } = { count: 0 };
/** How many events there are that a request wrote. */
const written = async () => {
  for await (const { position, metadata } of kernel.log.store.readAll(seen.position === undefined ? {} : { after: seen.position })) {
    const isOurs = !('system' in metadata.actor) || !BESIDE.has(metadata.actor.system);
    seen = { position, count: seen.count + (isOurs ? 1 : 0) };
  }
  return seen.count;
};

it('ruling 41: the code of a mail opens its page to anybody, and lets nobody but the person addressed say yes', async () => {
  const before = await written();
  const by = (who: Who, method: 'GET' | 'PUT', what = '') => {
    const url = `/api/patient-invitations/invitation/${world.mailed}${what}`;
    const headers = who.authorization === undefined ? {} : { authorization: who.authorization };
    return app.inject({ method, url, headers }).then(({ statusCode }) => statusCode);
  };
  for (const [name, who] of world.people) {
    const isIts = who.clinic === 'home' && who.roles.includes('Doctor');
    const mayAsk = who.roles.includes('Doctor') || who.roles.includes('Patient');
    const yes = who.state === 'out' ? 401 : who.state === 'held' || !mayAsk ? 403 : isIts ? 409 : 404;
    const wanted = { name, page: who.state === 'held' ? 403 : 200, yes };
    expect({ name, page: await by(who, 'GET'), yes: await by(who, 'PUT', '/approve') }).toEqual(wanted);
  }
  expect(await written()).toBe(before);
});

describe('the key of a command that somebody else sent', () => {
  const creating = [
    'POST /api/lab-results',
    'POST /api/examinations',
    'POST /api/examination-templates',
    'POST /api/comments',
    'POST /api/ocr',
  ];
  it.each(creating)('opens nothing of what it made, nor makes anything anew: %s', async (route) => {
    const key = randomUUID();
    const [ours, theirs] = [world.people.get('doctor of the clinic')!, world.people.get('doctor of another clinic')!];
    expect((await ask(route, theirs, 'foreign', { key })).status).toBe(201);
    const before = await written();
    const { status, text } = await ask(route, ours, 'home', { key });
    expect(status).toBeGreaterThanOrEqual(400);
    for (const secret of SECRETS.foreign) expect(text).not.toContain(secret);
    expect(await written()).toBe(before);
  });
});

describe.each(routes)('%s', (route) => {
  const isChange = !route.startsWith('GET');
  const everyone = () => {
    const group = groups.get(route)!;
    return [...world.people].flatMap(([name, who]) =>
      targetsOf(group).flatMap((target) => {
        const one = { name, who, target, verdict: verdictOf(group, who, target) };
        return [{ ...one, beside: '' }, ...(group.across ? [{ ...one, beside: '&all_clinics=true' }] : [])];
      }),
    );
  };

  it('refuses whom the documents do not name: as what is not there, without a word of it, and changing nothing', async () => {
    const before = await written();
    const wrong: string[] = [];
    const saidToNobody = new Set<string>();
    const refused = everyone().filter(({ verdict }) => verdict !== 'answered');
    await Promise.all(
      refused.map(async ({ name, who, target, verdict, beside }) => {
        const { status, text, cached } = await ask(route, who, target, { beside });
        if (!cached?.includes('no-store')) wrong.push(`${name}, ${target}: ${cached}`);
        if (status === 404) saidToNobody.add(text);
        const leaked = [...SECRETS.home, ...SECRETS.foreign, UNCHECKED, SAID].filter((secret) => text.includes(secret));
        if (status !== verdict || leaked.length > 0) wrong.push(`${name}, ${target}: ${status}, not ${verdict} ${leaked.join()}`);
      }),
    );
    expect(wrong).toEqual([]);
    expect(saidToNobody.size).toBeLessThanOrEqual(1);
    expect(await written()).toBe(before);
  });

  it('answers whom the documents name, each with nothing of a record that is not theirs', async () => {
    const wrong: string[] = [];
    const added = addedFor(groups.get(route)!.calls[route]!);
    const key = randomUUID();
    const done = new Map<Target, number>();
    /** What the key was for, at home. */
    let first: Things | undefined;
    for (const { name, who, target, verdict, beside } of everyone()) {
      if (verdict !== 'answered') continue;
      const isThere = target === 'home' || target === 'foreign';
      const of = added && isThere ? await world.add(added, target) : world.things[target];
      const before = done.get(target) ?? 0;
      const isKeyed = !first && target === 'home';
      const { status, text, cached, isDone } = await ask(route, who, target, { of, beside, done: before, ...(isKeyed && { key }) });
      if (isDone) done.set(target, before + 1);
      if (isDone && isKeyed) first = of;
      const leaked = hiddenFrom(who, route).filter((secret) => text.includes(secret));
      const isCached = !cached?.includes('no-store');
      if (!isDone || isCached || leaked.length > 0)
        wrong.push(`${name}, ${target}: ${status} ${cached} ${leaked.join()} ${isDone ? '' : text}`);
    }
    expect(wrong).toEqual([]);
    expect(done.size > 0 || everyone().every(({ verdict }) => verdict !== 'answered')).toBe(true);
    await kernel.runner.settled();
    if (!isChange || !first) return;

    // the key of a command that was answered opens its answer to nobody else
    const before = await written();
    for (const { name, who, target, verdict } of everyone()) {
      if (verdict === 'answered' || target !== 'home') continue;
      const { status, text } = await ask(route, who, target, { key, of: first });
      const leaked = SECRETS.home.filter((secret) => text.includes(secret));
      if (status !== verdict || leaked.length > 0) wrong.push(`${name} with the key: ${status}, not ${verdict} ${leaked.join()}`);
    }
    expect(wrong).toEqual([]);
    expect(await written()).toBe(before);
  });
});

it('took nothing that a form does not say: no role, owner or author', async () => {
  const taken: string[] = [];
  let count = 0;
  for await (const stored of kernel.log.store.readAll({ after: begun })) {
    count++;
    const opened = await kernel.log.open(stored);
    if (opened.kind === 'opened' && JSON.stringify([opened.event, opened.meta]).includes(ADDED_ID)) taken.push(stored.type);
    const data = opened.kind === 'opened' ? (opened.event.data as { roles?: string[]; seeded?: boolean }) : {};
    if (data.roles?.includes('SuperUser') || data.seeded === true) taken.push(stored.type);
  }
  expect(taken).toEqual([]);
  expect(count).toBeGreaterThan(100);
});

it('wrote no word of a record into a log', () => {
  const said = [...SECRETS.home, ...SECRETS.foreign, UNCHECKED, SAID].filter((word) => logged.join('').includes(word));
  expect(said).toEqual([]);
  expect(logged.join('')).toContain('GET /api/lab-results/:id 200');
});

it('asked every route as everybody, of everything', () => expect(cases).toBeGreaterThan(4000));
