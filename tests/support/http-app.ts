import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Global, Module, type ModuleMetadata, type Provider } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import type { NewUser, Role } from '#contracts/people/accounts';
import type { Environment } from '#contracts/wire/configuration';
import { AccessLedger } from '#infra/access-ledger/access-ledger';
import { ReadRecorder } from '#infra/access-ledger/read-recorder';
import { SqliteAccessLedger } from '#infra/access-ledger/sqlite/sqlite-access-ledger';
import { Access } from '#infra/access/access';
import { KnownBrowsers } from '#infra/access/known-browsers';
import type { Actor } from '#infra/event-store/actor';
import { ConsentForms } from '#infra/consent/consent-forms';
import { EventLog } from '#infra/event-store/event-log';
import { EventStore } from '#infra/event-store/event-store';
import { Reservations } from '#infra/event-store/reservations';
import type { Faults } from '#infra/event-store/sqlite/faults';
import { Streams } from '#infra/event-store/streams';
import { assertPolicy } from '#infra/http/policy';
import { DirectoryFiles } from '#infra/files/directory/directory-files';
import { ArrivingFiles } from '#infra/files/arriving-files';
import { SealedFiles } from '#infra/files/sealed-files';
import { httpAdapter } from '#infra/http/adapter';
import { readBodies } from '#infra/http/bodies';
import { OrderedErasures } from '#services/cli/account-erasures';
import { AccountErasures } from '#services/records/accounts/account-erasures';
import { OwnInvitations } from '#services/records/accounts/own-invitations';
import { httpProviders } from '#infra/http/http-providers';
import { limitLoad, type Rates } from '#infra/http/limits';
import { recordReads } from '#infra/http/record-reads';
import { logRequests } from '#infra/http/request-log';
import { RuntimeInfo } from '#infra/http/runtime-info';
import { secure } from '#infra/http/secure';
import { DirectoryMail } from '#infra/mail/directory/directory-mail';
import { Mail } from '#infra/mail/mail';
import { Pictures } from '#infra/pictures/pictures';
import { Tokens } from '#infra/http/tokens';
import { Trial } from '#infra/http/trial';
import { acceptUploads } from '#infra/http/uploads';
import { Keys } from '#infra/keys/keys';
import { Alarms } from '#infra/telemetry/alarms';
import { Following } from '#infra/telemetry/following';
import { handleAccount, registration } from '#services/records/accounts/accounts.handlers';
import { handleOrganization } from '#services/records/organizations/organizations.handlers';
import { type Engines, openEngines } from './engines.ts';

const seeding: Actor = { kind: 'system', part: 'test' };
export const PASSWORD = 'correct horse';
/** The secret of an application in the environment `local`, to be sent as X-Local-Secret. */
export const LOCAL_SECRET = 'of this start';

export interface HttpApp extends Engines {
  app: NestFastifyApplication;
  reservations: Reservations;
  access: Access;
  tokens: Tokens;
  /** On its way into `ledger`; `flush` writes what was noted. */
  reads: ReadRecorder;
  ledger: AccessLedger;
  mail: Mail;
  files: DirectoryFiles;
  sealedFiles: SealedFiles;
  /** Folder of the temporary files of uploads. */
  arriving: string;
  pictures: Pictures;
  /** To the handlers of the given modules. */
  commands: CommandBus;
  /** What was logged of requests. */
  requestLog: string[];
  /** Supertest on the running application. */
  http(): ReturnType<typeof request>;
  addClinic(name?: string, time_zone?: string, by?: Actor): Promise<string>;
  /** Registers a user with the password PASSWORD; answers its id and name. */
  addUser(
    roles: Role[],
    organization_id: string | null,
    more?: { patient_ids?: string[]; npi?: string },
  ): Promise<{ user_id: string; username: string }>;
  /** Signs in through a session of its own and answers the header to send. */
  bearer(username: string): Promise<{ authorization: string }>;
}

interface HttpAppOptions {
  environment?: Environment;
  faults?: Faults;
  trustProxy?: string[];
  /** No limits of load where it is left out. */
  rates?: Rates;
  silence_ms?: number;
  /** Where people reach it. */
  public_url?: string;
  /** Part of the heap that may be in use, where there are rates. */
  heap?: number;
}

/** A Nest application of the given modules on the real embedded engines, with guard, validation and answers as in production. */
export const openHttpApp = async (
  modules: Pick<ModuleMetadata, 'imports' | 'controllers' | 'providers'>,
  { environment = 'local', faults, trustProxy, rates, silence_ms, heap, public_url }: HttpAppOptions = {},
): Promise<HttpApp> => {
  const engines = await openEngines(faults ? { faults } : {});
  const { store, keys, log, streams } = engines;
  const mail = await DirectoryMail.open({ folder: join(engines.folder, 'outbox') });
  const files = await DirectoryFiles.open({ folder: join(engines.folder, 'files') });
  const sealedFiles = new SealedFiles(files, keys);
  const arriving = join(engines.folder, 'arriving');
  const pictures = new Pictures();
  const trial = new Trial(log, environment === 'local' ? LOCAL_SECRET : undefined);
  const [reservations, access, tokens] = [new Reservations(log, keys), new Access(log, trial), new Tokens(keys)];
  const ledger = await SqliteAccessLedger.open({ file: join(engines.folder, 'access.sqlite'), secret: () => keys.secret('access-ledger') });
  // Written where a test asks for it: the others need no thread for it.
  const reads = new ReadRecorder({ ledger, alarms: new Alarms(() => undefined), soon: 3_600_000 });
  const provided: Provider[] = [
    { provide: AccessLedger, useValue: ledger },
    { provide: EventStore, useValue: store },
    { provide: Keys, useValue: keys },
    { provide: EventLog, useValue: log },
    { provide: Streams, useValue: streams },
    { provide: Reservations, useValue: reservations },
    { provide: Access, useValue: access },
    { provide: Tokens, useValue: tokens },
    { provide: Mail, useValue: mail },
    { provide: SealedFiles, useValue: sealedFiles },
    { provide: ArrivingFiles, useValue: ArrivingFiles.open(arriving) },
    { provide: Pictures, useValue: pictures },
    { provide: AccountErasures, useValue: new OrderedErasures({ log, streams, access }) },
    { provide: OwnInvitations, useValue: { has: async () => false, acceptOpened: async () => [] } satisfies OwnInvitations },
    { provide: ConsentForms, useValue: new ConsentForms(join(engines.folder, 'consent')) },
    { provide: Following, useValue: { health: async () => ({ status: 'healthy', parked: 0, forged: 0 }) } satisfies Following },
    { provide: Trial, useValue: trial },
    { provide: KnownBrowsers, useValue: new KnownBrowsers(keys, public_url?.startsWith('https:') === true) },
    { provide: RuntimeInfo, useValue: new RuntimeInfo(environment, '1.2.3') },
  ];

  @Global()
  @Module({ providers: provided, exports: provided.map((provider) => (provider as { provide: typeof Access }).provide) })
  class KernelModule {}

  const { imports = [], controllers = [], providers = [] } = modules;
  const testing = await Test.createTestingModule({
    imports: [KernelModule, CqrsModule, ...imports],
    controllers,
    providers: [...httpProviders, ...providers],
  }).compile();
  const app = testing.createNestApplication<NestFastifyApplication>(
    httpAdapter({ forceCloseConnections: true, trustProxy, ...(silence_ms && { silence_ms }) }),
    { logger: false },
  );
  const requestLog: string[] = [];
  try {
    logRequests(app, { log: (line: string) => void requestLog.push(line) });
    await secure(app, public_url);
    if (rates) await limitLoad(app, rates, heap);
    readBodies(app);
    recordReads(app, reads);
    await acceptUploads(app);
    assertPolicy(app);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  } catch (error) {
    await engines.close();
    throw error;
  }
  const http = () => request(app.getHttpServer());
  return {
    ...engines,
    app,
    reservations,
    access,
    tokens,
    reads,
    ledger,
    mail,
    files,
    sealedFiles,
    arriving,
    pictures,
    commands: app.get(CommandBus, { strict: false }),
    requestLog,
    http,
    addClinic: async (name = 'Clinic', time_zone = 'UTC', by = seeding) => {
      const organization_id = randomUUID();
      const place = { address: 'Street 1', city: 'Bern', zip: '3000', phone: '+41310000000' };
      const data = { organization_id, status: 'Approved', name, ...place, time_zone } as const;
      const command = { type: 'RegisterOrganization', command_id: randomUUID(), data } as const;
      await handleOrganization(streams, command, by);
      return organization_id;
    },
    addUser: async (roles, organization_id, { npi, ...particulars } = {}) => {
      const username = `u-${randomUUID()}`;
      const user: NewUser = { ...aUser, username, roles, organization_id, ...(npi === undefined ? {} : { npi }) };
      const command = await registration(user, randomUUID(), particulars);
      const { id } = await handleAccount({ log, streams, reservations }, command, seeding);
      return { user_id: id, username };
    },
    bearer: async (username) => {
      const { body } = await http().post('/api/token').send({ username, password: PASSWORD }).expect(200);
      return { authorization: `Bearer ${(body as { token: string }).token}` };
    },
    close: async () => {
      await app.close();
      await pictures.close();
      await ledger.close();
      await engines.close();
    },
  };
};

/** What the form for a user sends, but for name, roles and organization. */
export const aUser = {
  password: PASSWORD,
  first_name: 'Ada',
  last_name: 'Quill',
  email: 'ada@example.org',
  phone_number: '+41310000001',
  occupations: [],
};
