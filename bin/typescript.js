// `node --import` of this file runs the TypeScript sources: threads and processes of tests, benchmarks and fault runs.
import module from 'node:module';
import { load } from './typescript-hooks.js';

// where there are hooks in the same thread, they spare a second one
if (module.registerHooks) module.registerHooks({ load });
else module.register('./typescript-hooks.js', import.meta.url);
process.setSourceMapsEnabled(true);
