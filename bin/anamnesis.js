#!/usr/bin/env node
// The command line. Builds first where the compiled program is missing or older than its sources: in a process of its own, whose memory is
// free again once it has ended.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './built.js';

const web = process.argv[2] === 'start';
if (!(await isBuilt(web))) {
  const build = fileURLToPath(new URL('./build.js', import.meta.url));
  const { status } = spawnSync(process.execPath, [build, '--quiet', ...(web ? [] : ['--server'])], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
await import('../dist/program/main.js');
