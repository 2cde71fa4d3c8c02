import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { idBytes } from '#infra/event-store/event-id';
import { join } from 'node:path';
import { LogWriter } from './log-writer.ts';
import { gatewayLogFile, openForWriting } from './schema.ts';
import { SqliteGatewayLog } from './sqlite-gateway-log.ts';

const NOTHING = new Uint8Array();

it('does not end before an event that it shows, though its writer has not told of the commit yet', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-log-'));
  const log = await SqliteGatewayLog.open({ folder, onFatal: () => undefined });
  try {
    const db = openForWriting(gatewayLogFile(folder));
    const event = { type: 'Sample', id: idBytes(crypto.randomUUID()), isJson: false, metadata: NOTHING, data: NOTHING };
    new LogWriter(db).commit([{ kind: 'append', stream: 'a', expected: 'any', events: [event] }]);
    db.close();
    const { events } = await log.readAll({ from: 1, direction: 'forwards', limit: 10 });
    expect(events.map(({ stream }) => stream)).toEqual(['$gateway', 'a']);
    expect(log.head()).toBe(events.at(-1)!.position);
  } finally {
    await log.close();
    rmSync(folder, { recursive: true });
  }
});
