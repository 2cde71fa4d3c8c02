import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import request from 'supertest';
import type { Role } from '#contracts/people/accounts';
import { policy } from '#contracts/policy';
import { importStarterLists, makeCatalogues } from '#services/cli/catalogues';
import { totpCode } from '#infra/access/totp';
import { clinic } from '#services/cli/demo/clinic';
import type { Kernel } from '#services/cli/kernel';
import { seedFirstStart } from '#services/cli/seed';
import { reportBytes } from '#services/ocr/fixtures/make-files';
import { accountNamed, handleAccount, passwordChange, registration } from '#services/records/accounts/accounts.handlers';
import { handleOrganization } from '#services/records/organizations/organizations.handlers';
import { aUser } from '#tests/support/http-app';
import { compareWith, type OpenApi } from '#tests/support/openapi';
import { addImportNote, CLI, openWith, serve, settingsOn, temporaryFolder } from './kernel.ts';

/** The password of everybody for whom the document gives no other. */
const PASSWORD = 'seven grey herons';

interface Call {
  method: string;
  path: string;
  /** Username of who makes it. */
  who: string;
  body: string | undefined;
  isForm: boolean;
}

const document = readFileSync(new URL('../../docs/integrators.md', import.meta.url), 'utf8');
/** '`PUT /api/patients/<patients>` as `admin`', and the JSON block right below it, if any. */
const HEAD = /^`(POST|PUT|DELETE) (\/api\/\S+)`(?: as `(\w+)`)?(|, .*)\n(?:```json\n([\s\S]*?)```)?/gm;
const calls: Call[] = [...document.matchAll(HEAD)].map(([, method = '', path = '', who = 'doctor', more = '', body]) => ({
  ...{ method, path, who, body },
  isForm: more.includes('multipart/form-data'),
}));

/** The row of the policy table that a call of the document is. */
const routeOf = ({ method, path }: Call): string | undefined => {
  const said = path.replaceAll(/<[^>]+>|[\da-f]{8}-[\da-f-]{27}/g, ':').split('/');
  return Object.keys(policy).find((route) => {
    const [verb, address = ''] = route.split(' ');
    const parts = address.split('/').map((part) => (part.startsWith(':') ? ':' : part));
    return verb === method && parts.join('/') === said.join('/');
  });
};
/** A file for each form that wants another one than a report. */
const LISTS: Readonly<Record<string, string>> = {
  '/api/lab-parameters/import': 'code,primary name,aliases,unit,min,max\n718-7,Hemoglobin,Blutfarbstoff,g/dL,12,16\n',
  '/api/measurement-parameters/import': 'code,primary name,aliases,unit,min,max\n8302-2,Body height,Taille,cm,40,250\n',
  '/api/examination-templates/import': 'template name,parameters\nStature,Body height\n',
};
const onInvitation = (what: string) => `PUT /api/patient-invitations/invitation/:code/${what}`;
const MAY_LACK = [
  'DELETE /api/occupations/:id',
  'PUT /api/users/verify/:code',
  'POST /api/files/agreement/:patient_id',
  ...['reject', 'received', 'approve', 'resend', 'cancel'].map(onInvitation),
  'PUT /api/lab-parameters/merge/:id/undo',
  'PUT /api/comments/:id',
  'PUT /api/import-notes/:id/read',
  'PUT /api/users/email-change/:code',
  'DELETE /api/users/email-change',
  'DELETE /api/token',
];

it('has each changing call once, with its body', () => {
  const changing = Object.keys(policy).filter((route) => !route.startsWith('GET '));
  expect(calls.map(routeOf).toSorted()).toEqual(changing.toSorted());
  expect(calls.filter(({ body }) => body === undefined).map(routeOf)).toEqual(MAY_LACK);
});

describe('the bodies of the document', () => {
  let app: NestFastifyApplication;
  let kernel: Kernel;
  let stop: () => Promise<void>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    folder = await temporaryFolder();
    kernel = await openWith(await settingsOn(folder.path));
    await seedFirstStart(kernel, () => undefined);
    await importStarterLists(kernel);
    await makeCatalogues(kernel);
    await handleOrganization(kernel.streams, { type: 'RegisterOrganization', command_id: randomUUID(), data: clinic }, CLI);
    const { organization_id } = clinic;
    const people: [string, Role][] = [
      ['doctor', 'Doctor'],
      ['administrator', 'OrganizationAdmin'],
    ];
    for (const [username, role] of people) {
      const user = { ...aUser, username, email: `${username}@clinic.example`, password: PASSWORD, roles: [role], organization_id };
      await handleAccount(kernel, await registration(user, randomUUID()), CLI);
    }
    const admin = await accountNamed(kernel, 'admin');
    await handleAccount(kernel, await passwordChange(admin, 'new_password', PASSWORD, randomUUID()), CLI);
    ({ app, stop } = await serve(kernel));
  }, 120_000);
  afterAll(async () => {
    await stop();
    await folder.remove();
  });

  interface Answer {
    id?: string;
    position?: string;
    items?: { id: string; position: string }[];
  }
  const known = new Map<string, string>();
  const replaced = (text: string) => text.replaceAll(/<([^>]+)>/g, (_, name: string) => known.get(name) ?? `<${name}> is not known`);

  const passwords: Record<string, string> = { nurse: 'seven quiet lamps', ada: 'a walk in the hills' };
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (username: string): Promise<string> => {
    const token = tokens.get(username) ?? signIn(username);
    tokens.set(username, token);
    return token;
  };
  const signIn = async (username: string): Promise<string> => {
    const { body } = await request(app.getHttpServer())
      .post('/api/token')
      .send({ username, password: passwords[username] ?? PASSWORD })
      .expect(200);
    const { token, user } = body as { token: string; user: { organization_id: string | null } };
    if (user.organization_id !== null) known.set('clinic', user.organization_id);
    return token;
  };

  /** The first page of the upload, once it was read. */
  const learnPage = async (authorization: string): Promise<void> => {
    for (;;) {
      const { body } = await request(app.getHttpServer()).get(replaced('/api/ocr/<ocr>')).set({ authorization });
      const { status, pages = [] } = body as { status?: string; pages?: { id: string }[] };
      if (status === 'Failed') throw new Error('The upload could not be read');
      if (status === 'Finished' && pages[0]) return void known.set('page', pages[0].id);
      await wait(50);
    }
  };

  /** What the link of the last such mail holds. */
  const learnFromMail = async (name: 'code' | 'token' | 'invitation' | 'address-code', link: RegExp): Promise<void> => {
    for (;;) {
      const found = (await kernel.mail.outbox())!.map(({ text }) => link.exec(text)?.[1]).find((held) => held !== undefined);
      if (found !== undefined) return void known.set(name, found);
      await wait(50);
    }
  };

  interface SecondFactorSaid {
    secret?: string;
    recovery_codes?: string[];
  }
  /** What the nurse's app shows, and what the nurse's password is answered with from then on. */
  const learnSecondFactor = async ({ secret, recovery_codes: [one, another] = [] }: SecondFactorSaid): Promise<void> => {
    if (secret !== undefined) known.set('app-code', totpCode(secret, Date.now()));
    if (!one || !another) return;
    const credentials = { username: 'nurse', password: 'nine loud kettles' };
    const { body } = await request(app.getHttpServer()).post('/api/token').send(credentials).expect(200);
    known.set('second-step', (body as { second_step: string }).second_step);
    known.set('recovery-code', one).set('another-recovery-code', another);
  };

  /** The first that the person is told. */
  const learnNotification = async (authorization: string): Promise<void> => {
    for (;;) {
      const { body } = await request(app.getHttpServer()).get('/api/notifications').set({ authorization });
      const { items = [] } = body as { items?: { id: string }[] };
      if (items[0]) return void known.set('notification', items[0].id);
      await wait(50);
    }
  };

  const send = async ({ method, path, who, body, isForm }: Call) => {
    const authorization = `Bearer ${await tokenOf(who)}`;
    if (body?.includes('<notification>')) await learnNotification(authorization);
    if (path.includes('<import-note>')) {
      const patient = { patient_id: known.get('patients')!, organization_id: clinic.organization_id };
      known.set('import-note', await addImportNote(kernel, patient, 'Penicillin'));
    }
    if (body?.includes('<page>')) await learnPage(authorization);
    if (path.includes('<invitation>')) await learnFromMail('invitation', /\/receiveinvitation\/(\S+)/);
    if (path.includes('<address-code>')) await learnFromMail('address-code', /\/confirm-address\/(\S+)/);
    if (path.includes('<code>')) await learnFromMail('code', /\/verify\/(\S+)/);
    if (body?.includes('<token>')) await learnFromMail('token', /token=([^&\s]+)/);
    const verb = method.toLowerCase() as 'post' | 'put' | 'delete';
    const call = request(app.getHttpServer())[verb](replaced(path)).set({ authorization });
    const fields = body === undefined ? undefined : (JSON.parse(replaced(body)) as Record<string, string>);
    if (path === '/api/users') known.set('username', fields?.['username'] ?? '');
    if (path === '/api/organizations') known.set('other-username', fields?.['username'] ?? '');
    if (!isForm) return fields === undefined ? call : call.send(fields);
    if (path.startsWith('/api/files/agreement/')) return call.attach('agreement', Buffer.from(reportBytes('s1_quest')), 'agreement.pdf');
    const list = LISTS[path];
    if (list !== undefined) return call.field(fields ?? {}).attach('file', Buffer.from(list), 'list.csv');
    return call.field(fields ?? {}).attach('files', Buffer.from(reportBytes('s1_quest')), 'report.pdf');
  };

  it('are accepted as they stand there, one after the other, and described by the OpenAPI document as is what they are answered', async () => {
    const { body: openApi } = await request(app.getHttpServer()).get('/api/openapi.json').expect(200);
    const described = compareWith(openApi as OpenApi);
    for (const call of calls) {
      const answer = await send(call);
      const isAccepted = answer.status >= 200 && answer.status < 300;
      expect([call.method, call.path, isAccepted ? 'accepted' : `${answer.status} ${answer.text}`]).toEqual([
        ...[call.method, call.path],
        'accepted',
      ]);
      const route = routeOf(call)!;
      if (call.body !== undefined) {
        expect([route, described.body(route, JSON.parse(replaced(call.body)))]).toEqual([route, undefined]);
      }
      const said = answer.status === 204 ? undefined : (answer.body as unknown);
      expect([route, described.answer(route, answer.status, said)]).toEqual([route, undefined]);
      const { id, position, items } = answer.body as Answer;
      const [made, at] = [id ?? items?.[0]?.id, position ?? items?.[0]?.position];
      if (at !== undefined) known.set('position', at);
      await learnSecondFactor(answer.body as SecondFactorSaid);
      if (call.path.startsWith('/api/files/agreement/')) known.set('agreement', made!);
      if (call.path.endsWith('/invite') && made !== undefined) known.set('invitations', made);
      if (/^\/api\/lab-parameters\/(merge|request_parameter)$/.test(call.path)) known.set(call.path.replace('/api/', ''), made!);
      if (call.method === 'POST' && made !== undefined) known.set(call.path.replace('/api/', ''), made);
    }
  }, 120_000);
});
