import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { readToken } from '#infra/event-store/position-token';
import type { Notice } from '#contracts/wire/notices';
import { Book } from './book.ts';
import { killProduct, signIn, startProduct, workThrough } from './product.ts';
import { type Scenario, until } from './trial.ts';
import { verifyFolder } from './verify.ts';

/** Listens as a screen does; answers the furthest position it was told of each slice. */
const listen = (url: string, token: string, signal: AbortSignal): Map<string, string> => {
  const told = new Map<string, string>();
  const follow = async (): Promise<void> => {
    const response = await fetch(`${url}/api/notices`, { headers: { authorization: `Bearer ${token}` }, signal });
    let text = '';
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      const lines = text.split('\n');
      text = lines.pop()!;
      for (const line of lines) {
        if (!line.startsWith('data: ')) continue;
        const { slice, position } = JSON.parse(line.slice(6)) as Notice;
        told.set(slice, readToken(position)!.position);
      }
    }
  };
  follow().catch(() => undefined); // ends with the product, or by the signal
  return told;
};

/** Asks for notices and never reads a word of them. */
const deaf = async (url: string, token: string): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.pause();
  socket.write(`GET /api/notices HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n\r\n`);
  return socket;
};

const READERS = 20;
const SLICES = ['patients', 'lab-results'];

/** Readers of notices that do not read. */
export const readersOfNotices: Scenario[] = [
  {
    name: 'slow and dead readers of notices hold up neither commands nor the other readers',
    run: async (trial) => {
      const data = join(await trial.folder(), 'data');
      const book = new Book();
      const product = await startProduct(data);
      const { token, user } = await signIn(product);
      const whose = { organization_id: user.organization_id!, reports: false };
      const abort = new AbortController();
      const slow = await Promise.all(Array.from({ length: READERS }, () => deaf(product.url, token)));
      const dead = await Promise.all(Array.from({ length: READERS }, () => deaf(product.url, token)));
      const told = listen(product.url, token, abort.signal);
      const working = workThrough(product.url, token, book, whose, abort.signal);
      working.catch(() => undefined); // heard below
      await until('work goes on', () => book.acknowledged >= 40);
      for (const socket of dead) socket.resetAndDestroy();
      await until('work goes on beside dead readers', () => book.acknowledged >= 120);
      const last = book.done
        .flatMap((done) => [...done.values()].map(({ position }) => position))
        .toSorted()
        .at(-1)!;
      // the last event of a slice is told at the latest a little after it: SLICES are those that the clients change all the time
      await until('the reader that reads was told', () => SLICES.every((slice) => (told.get(slice) ?? '') >= last), 20).catch(() =>
        trial.found.lost.push(`a reader was told up to ${JSON.stringify([...told])}, though ${last} was acknowledged`),
      );
      abort.abort();
      await working.catch((error: unknown) => trial.found.lost.push(String(error)));
      for (const socket of slow) socket.destroy();
      if (product.child.exitCode !== null) trial.found.unnamed.push(`the product ended: ${product.output()}`);
      await killProduct(product);
      await verifyFolder(data, book, whose, trial.found);
    },
  },
];
