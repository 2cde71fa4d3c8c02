import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeArguments } from '#infra/processes/processes';

/**
 * Runs a script of this folder in a process of its own, kills it with -9 as soon as it has said `lines` lines and answers
 * every whole line it said until then, parsed.
 */
export const killAfter = async <Line>(script: string, args: readonly string[], lines: number): Promise<Line[]> => {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const node = [...nodeArguments, path, ...args];
  const child = spawn(process.execPath, node, { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
  const ended = once(child, 'close');
  const said: Line[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    // the last line may have been cut by the kill
    if (line.endsWith('}')) said.push(JSON.parse(line) as Line);
    if (said.length >= lines) child.kill('SIGKILL');
  }
  await ended;
  if (said.length < lines) throw new Error(`${script} ended by itself: ${complaint}`);
  return said;
};
