import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blackPng } from '#tests/support/pictures';
import { startServer } from '#tests/support/running';
import { apiAs } from '../e2e/api.ts';

// what a process has loaded is a file on Linux alone
const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux(
  'the process with the keys loads nothing that opens pictures, also once it filed one',
  async () => {
    const server = await startServer();
    try {
      const { token } = await apiAs(server.url, 'doctor');
      const form = new FormData();
      form.append('agreement', new Blob([new Uint8Array(await blackPng(60, 80))]), 'signed.png');
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
      const answer = await fetch(`${server.url}/api/files/agreement/${randomUUID()}`, { method: 'POST', headers, body: form });
      expect(answer.status).toBe(201);
      const pid = (await readFile(join(server.data, 'owner'), 'utf8')).trim();
      const loaded = await readFile(`/proc/${pid}/maps`, 'utf8');
      expect(loaded).toContain('.node'); // SQLite is
      expect(loaded).not.toMatch(/vips|sharp/);
    } finally {
      await server.dispose();
    }
  },
  120_000,
);
