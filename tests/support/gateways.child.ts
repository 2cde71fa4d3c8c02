import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SqliteGatewayLog } from '#services/gateway/log/sqlite/sqlite-gateway-log';
import { SqliteGroupStore } from '#services/gateway/persistent/sqlite/sqlite-group-store';
import { serveLog } from '#services/gateway/server/serve-log';
import { logOf } from './event-store.ts';

// Servers of events for a run of tests, in one process: one for each data folder that is asked for, with its log beside that folder.
// POST /?data=FOLDER answers the address of its server, which is started where none is; DELETE ends those of the folder and of folders in it,
// and removes their logs unless it is told to keep them (&keep=1).

interface Served {
  address: string;
  close(): Promise<void>;
}
const served = new Map<string, Promise<Served>>();

const serve = async (data: string): Promise<Served> => {
  const folder = logOf(data);
  const onFatal = (error: Error): never => {
    throw error;
  };
  const log = await SqliteGatewayLog.open({ folder: join(folder, 'log'), onFatal });
  const store = SqliteGroupStore.open({ file: join(folder, 'subscriptions.sqlite'), onFatal });
  const gateway = await serveLog(log, store, { port: 0, host: '127.0.0.1' });
  return {
    address: `esdb://127.0.0.1:${gateway.port}?tls=false`,
    close: async () => {
      await gateway.close();
      await store.close();
      await log.close();
    },
  };
};

const end = async (folder: string, isKept: boolean): Promise<void> => {
  for (const [data, one] of served) {
    if (data !== folder && !data.startsWith(`${folder}/`)) continue;
    served.delete(data);
    await (await one).close();
    if (!isKept) await rm(logOf(data), { recursive: true, force: true });
  }
};

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url!, 'http://localhost');
  const data = searchParams.get('data')!;
  const work = async (): Promise<string> => {
    if (request.method === 'DELETE') {
      await end(data, searchParams.has('keep'));
      return '';
    }
    const one = served.get(data) ?? serve(data);
    served.set(data, one);
    return (await one).address;
  };
  work().then(
    (text) => response.end(text),
    (error: Error) => response.writeHead(500).end(String(error.stack)),
  );
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ TEST_GATEWAYS: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});

// Lasts until whoever asked for it closes the line or is gone.
process.stdin.resume().once('end', () => process.exit(0));
