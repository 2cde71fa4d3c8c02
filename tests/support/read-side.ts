import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import type { Role } from '#contracts/people/accounts';
import { Access } from '#infra/access/access';
import { EventLog } from '#infra/event-store/event-log';
import type { ReadStore } from '#infra/read-store/read-store';
import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';
import { Notices, type NoticesOptions } from '#projections/notices/notices';
import { projections } from '#projections/projections';
import { Reader } from '#projections/runner/reader';
import { ProjectionRunner } from '#projections/runner/runner';
import { ProjectedLabNames } from '#services/cli/lab-names';
import { LabNames } from '#services/lists/lab-names';
import { type HttpApp, openHttpApp } from './http-app.ts';

export interface ReadApp extends HttpApp {
  documents: ReadStore;
  runner: ProjectionRunner;
  reader: Reader;
  notices: Notices;
  /** Registers somebody and signs them in; answers the header to send. */
  signIn(
    roles: Role[],
    organization_id: string | null,
    patient_ids?: string[],
  ): Promise<{ user_id: string; session_id: string; authorization: string }>;
  signOut(session_id: string): Promise<void>;
}

@Module({})
class ReadSideModule {}

/** Query modules over all projections, running, and notices: everything real, on a folder of its own. */
export const openReadApp = async (
  imports: NonNullable<ModuleMetadata['imports']>,
  notices: NoticesOptions = { gather: 5, beat: 60_000 },
): Promise<ReadApp> => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-test-'));
  const documents = await SqliteReadStore.open({ file: join(folder, 'documents.sqlite') });
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
  return {
    ...app,
    documents,
    runner,
    reader: app.app.get(Reader),
    notices: hub,
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
      await rm(folder, { recursive: true, force: true });
    },
  };
};
