#!/usr/bin/env node
// The command line. Builds first where the compiled program is missing or older than its sources.
import { build } from './build.js';

await build({ quiet: true, web: process.argv[2] === 'start' });
await import('../dist/program/main.js');
