import { Notice } from '#contracts/wire/notices';
import { noteChange } from './changes.ts';
import { http } from './http.ts';
import { reportBehind } from './liveness.ts';

type Listener = (notices: readonly Notice[]) => void;

/** The server sends a comment every 15 s; nothing for so long means that the line is dead. */
const SILENCE = 40_000;
const RETRIES = [1000, 2000, 5000, 10_000];
/** Notices of one moment are told together. */
const GATHER = 150;

const listeners = new Set<Listener>();
const reconnected = new Set<() => void>();
let running: AbortController | undefined;

export const onNotices = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Calls back when the line is up again after a break, in which notices may have been lost. */
export const onReconnected = (listener: () => void): (() => void) => {
  reconnected.add(listener);
  return () => void reconnected.delete(listener);
};

/** The notices in a piece of an event stream; `rest` is the unfinished last block. */
export const readBlocks = (text: string): { notices: Notice[]; rest: string } => {
  const blocks = text.replace(/\r\n?/g, '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  const notices: Notice[] = [];
  for (const block of blocks) {
    const data = block
      .split('\n')
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).trim())
      .join('\n');
    if (data === '') continue;
    try {
      const parsed = Notice.safeParse(JSON.parse(data));
      if (parsed.success) notices.push(parsed.data);
    } catch {
      // not ours: a proxy's remark
    }
  }
  return { notices, rest };
};

let gathered: Notice[] = [];
const tell = (notices: Notice[]) => {
  if (notices.length === 0) return;
  for (const { slice } of notices) noteChange(slice);
  if (gathered.length === 0) {
    setTimeout(() => {
      const all = gathered;
      gathered = [];
      for (const listener of listeners) listener(all);
    }, GATHER);
  }
  gathered.push(...notices);
};

const follow = async (signal: AbortSignal, onOpen: () => void): Promise<void> => {
  const connection = new AbortController();
  const give = () => connection.abort();
  signal.addEventListener('abort', give, { once: true });
  let watchdog = setTimeout(give, SILENCE);
  try {
    const stream = await http.stream('/api/notices', { signal: connection.signal, quiet: true });
    onOpen();
    const decoder = new TextDecoder();
    let text = '';
    const reader = stream.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(watchdog);
      watchdog = setTimeout(give, SILENCE);
      const { notices, rest } = readBlocks(text + decoder.decode(piece.value, { stream: true }));
      text = rest;
      tell(notices);
    }
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', give);
  }
};

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    addEventListener('online', end, { once: true });
  });

/** Follows the notices for the signed-in person until `stopNotices`; reconnects by itself. */
export const startNotices = (): void => {
  if (running) return;
  const controller = new AbortController();
  const { signal } = controller;
  running = controller;
  void (async () => {
    let tries = 0;
    let broken = false;
    while (!signal.aborted) {
      try {
        await follow(signal, () => {
          tries = 0;
          reportBehind('notices', false);
          if (broken) {
            noteChange();
            for (const listener of reconnected) listener();
          }
          broken = false;
        });
      } catch {
        // the next try says whether it lasts
      }
      if (signal.aborted) break;
      broken = true;
      reportBehind('notices', true);
      await pause(RETRIES[Math.min(tries++, RETRIES.length - 1)] ?? 10_000, signal);
    }
  })();
};

export const stopNotices = (): void => {
  running?.abort();
  running = undefined;
  noteChange();
  reportBehind('notices', false);
};
