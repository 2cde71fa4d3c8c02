import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import type { Role } from '#contracts/people/accounts';
import type { Response, Test } from 'supertest';
import { Access } from '#infra/access/access';
import { EventLog } from '#infra/event-store/event-log';
import { positionToken } from '#infra/event-store/position-token';
import type { ReadStore } from '#infra/read-store/read-store';
import { Notices, type NoticesOptions } from '#projections/notices/notices';
import { projections } from '#projections/projections';
import { Reader } from '#projections/runner/reader';
import { ProjectionRunner } from '#projections/runner/runner';
import { ProjectedLabNames } from '#services/cli/lab-names';
import { openDocuments } from '#services/cli/read-engine';
import { LabNames } from '#services/lists/lab-names';
import { type HttpApp, openHttpApp } from './http-app.ts';
import { endReadStoresOf, readStoreOf } from './read-store.ts';

/** Somebody with a session, and the header to send. */
export interface SignedIn {
  user_id: string;
  session_id: string;
  authorization: string;
}

export interface ReadApp extends HttpApp {
  documents: ReadStore;
  runner: ProjectionRunner;
  reader: Reader;
  notices: Notices;
  /** Registers somebody and signs them in. */
  signIn(roles: Role[], organization_id: string | null, patient_ids?: string[]): Promise<SignedIn>;
  signOut(session_id: string): Promise<void>;
  /** A command. @param path below /api/ @param key sent again, it is the same command */
  send(method: 'post' | 'put' | 'delete', path: string, who: SignedIn, body?: object, key?: string): Test;
  /** Reads what is in the log by now. @param path below /api/ */
  get(path: string, who: SignedIn, query?: object): Promise<Response>;
  /** The position of the log's head, for `after`. */
  head(): Promise<string>;
  /** Adds a patient as the form does and answers its id. @param change of what `aPerson` says */
  addPatient(who: SignedIn, change?: object): Promise<string>;
}

let numbers = 900_000_000;
/** What the form for a patient sends; each has another social security number. */
export const aPerson = (change: object = {}) => ({
  ...{ first_name: 'Ava', last_name: 'Morgan', sex: 'Female', date_of_birth: '1968-05-02T00:00:00' },
  ...{ city_of_birth: 'Chicago', country_of_birth: 'USA', email: 'patient@example.org', social_security_number: String(++numbers) },
  ...change,
});

/** What a command that creates answers with. */
export const idOf = ({ body }: { body: unknown }): string => (body as { id: string }).id;

@Module({})
class ReadSideModule {}

/** Query modules over all projections, running, and notices: everything real, on a folder of its own. */
export const openReadApp = async (
  imports: NonNullable<ModuleMetadata['imports']>,
  notices: NoticesOptions = { gather: 5, beat: 60_000 },
): Promise<ReadApp> => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-test-'));
  const documents = await openDocuments(folder, { read_store: readStoreOf(folder) });
  const readSide: DynamicModule = {
    module: ReadSideModule,
    global: true,
    providers: [
      {
        provide: ProjectionRunner,
        inject: [EventLog],
        useFactory: (log: EventLog) => new ProjectionRunner({ log, store: documents, projections }),
      },
      { provide: Reader, inject: [ProjectionRunner], useFactory: (runner: ProjectionRunner) => new Reader(runner) },
      { provide: LabNames, inject: [EventLog, Reader], useFactory: (log: EventLog, reader: Reader) => new ProjectedLabNames(log, reader) },
      { provide: Notices, inject: [EventLog, Access], useFactory: (log: EventLog, access: Access) => new Notices(log, access, notices) },
    ],
    exports: [ProjectionRunner, Reader, Notices, LabNames],
  };
  const app = await openHttpApp({ imports: [readSide, ...imports] });
  const runner = app.app.get(ProjectionRunner);
  const hub = app.app.get(Notices);
  await runner.start();
  hub.start();
  const session = (type: 'SignedIn' | 'SignedOut', session_id: string, data: object, expected: 'any' | 'no-stream') =>
    app.log.append(`session-${session_id}`, [{ type, data: { session_id, ...data } }], expected, {
      command_id: randomUUID(),
      actor: { system: 'test' },
    });
  const head = async () => positionToken(app.store.log_id, await app.store.head());
  const send: ReadApp['send'] = (method, path, { authorization }, body, key = randomUUID()) => {
    const sent = app.http()[method](`/api/${path}`).set({ authorization, 'idempotency-key': key });
    return body === undefined ? sent : sent.send(body);
  };
  return {
    ...app,
    documents,
    runner,
    reader: app.app.get(Reader),
    notices: hub,
    head,
    send,
    get: async (path, { authorization }, query = {}) => {
      const after = await head();
      // on a busy machine it may take longer than the server waits
      for (;;) {
        const answer = await app
          .http()
          .get(`/api/${path}`)
          .query({ ...query, after })
          .set({ authorization });
        if (!(answer.body as { stale?: boolean }).stale) return answer;
      }
    },
    addPatient: async (who, change) => idOf(await send('post', 'patients', who, aPerson(change)).expect(201)),
    signIn: async (roles, organization_id, patient_ids = []) => {
      const { user_id } = await app.addUser(roles, organization_id, { patient_ids });
      const session_id = randomUUID();
      await session('SignedIn', session_id, { user_id }, 'no-stream');
      const { token } = await app.tokens.issue(session_id);
      return { user_id, session_id, authorization: `Bearer ${token}` };
    },
    signOut: async (session_id) => void (await session('SignedOut', session_id, {}, 'any')),
    close: async () => {
      await hub.stop();
      await runner.stop();
      await app.close();
      await documents.close();
      await endReadStoresOf(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** A clinic 'Lindenhof' with a doctor and an assistant, and a doctor of another clinic. */
export interface Clinic {
  app: ReadApp;
  clinic: string;
  doctor: SignedIn;
  assistant: SignedIn;
  stranger: SignedIn;
}

/** Opens the clinic of a test on the given modules; closing its `app` ends it. */
export const openClinic = async (imports: NonNullable<ModuleMetadata['imports']>): Promise<Clinic> => {
  const app = await openReadApp(imports);
  const clinic = await app.addClinic('Lindenhof');
  const [doctor, assistant] = [await app.signIn(['Doctor'], clinic), await app.signIn(['Assistant'], clinic)];
  return { app, clinic, doctor, assistant, stranger: await app.signIn(['Doctor'], await app.addClinic('Elsewhere')) };
};
