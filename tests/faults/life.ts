import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Book, Said } from './book.ts';
import { type FailingSync, startChild } from './children.ts';
import type { Orders } from './victim.child.ts';

/** How a process ended, and what it said to whoever runs it. */
export interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  complaint: string;
}

/** One life of the victim: from its start until it is ended, or ends itself. */
export interface Life {
  child: ChildProcess;
  /** Resolves with its first acknowledgement, or its end. */
  working: Promise<void>;
  ended: Promise<End>;
  kill(): Promise<End>;
}

const LONGEST = 60_000;
/** Milliseconds in which servers are killed and started again under it. */
const LONGEST_ON_SERVERS = 300_000;

/** Starts a victim; what it says goes into the book. One that does not end within some minutes is ended, and that shows as its complaint. */
export const begin = (orders: Orders, book: Book, failing?: FailingSync): Life => {
  const longest = orders.servers ? LONGEST_ON_SERVERS : LONGEST;
  const child = startChild('./victim.child.js', [JSON.stringify(orders)], {}, failing);
  let complaint = '';
  child.stderr!.on('data', (text: Buffer) => (complaint += text.toString()));
  let atWork = (): void => undefined;
  const working = new Promise<void>((resolve) => (atWork = resolve));
  const lines = (async () => {
    for await (const line of createInterface({ input: child.stdout! })) {
      if (!line.endsWith('}')) continue; // cut by the end
      const said = JSON.parse(line) as Said;
      book.note(said);
      if ('done' in said) atWork();
    }
  })();
  const timer = setTimeout(() => {
    complaint += `\nended by the suite: it did not end by itself within ${longest / 1000} s`;
    child.kill('SIGKILL');
  }, longest);
  const ended = new Promise<End>((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      atWork();
      void lines.then(() => resolve({ code, signal, complaint }));
    });
  });
  const kill = async (): Promise<End> => {
    child.kill('SIGKILL');
    return ended;
  };
  return { child, working, ended, kill };
};
