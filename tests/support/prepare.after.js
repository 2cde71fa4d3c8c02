import { once } from 'node:events';

/** Ends the browser that prepare.js started. */
export default async () => {
  const { prepared } = globalThis;
  if (!prepared || prepared.exitCode !== null) return;
  const ended = once(prepared, 'exit');
  prepared.stdin.end();
  await ended;
};
