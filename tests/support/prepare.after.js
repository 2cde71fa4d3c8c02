import { once } from 'node:events';

/** Ends what prepare.js started. */
export default async () => {
  for (const prepared of globalThis.prepared?.splice(0) ?? []) {
    if (prepared.exitCode !== null) continue;
    const ended = once(prepared, 'exit');
    prepared.stdin.end();
    await ended;
  }
};
