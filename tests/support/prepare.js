// What the browser tests and the tests of whole servers share, made once for a run: the build, a data folder as it is after a first start,
// and one headless browser. Processes of their own make it, since jest does not compile what it calls before the tests.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

const beside = (name) => join(import.meta.dirname, name);

/** Starts a script that lasts for the run, and takes the environment that its first line names over. */
const begin = async (script) => {
  const started = spawn(process.execPath, ['--conditions=source', `--import=${import.meta.resolve('../../bin/typescript.js')}`, script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  globalThis.prepared.push(started);
  const ended = new Promise((_, fail) =>
    started.once('exit', (code) => fail(new Error(`The tests could not be prepared (${script} ended with ${code})`))),
  );
  const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
  const { value } = await Promise.race([lines.next(), ended]);
  ended.catch(() => {});
  Object.assign(process.env, JSON.parse(value));
};

/** Runs once per project that names it; the second finds everything there. */
export default async () => {
  if (globalThis.prepared) return;
  globalThis.prepared = [];
  const formOf = (variable, only) => {
    const form = process.env[variable];
    if (form !== undefined && form !== only) throw new Error(`${variable} is '${only}' or not set, not '${form}'`);
    return form;
  };
  const [events, documents] = [formOf('ANAMNESIS_TEST_EVENT_STORE', 'gateway'), formOf('ANAMNESIS_TEST_READ_STORE', 'mongodb')];
  if (documents && !process.env.MONGODB_URL) throw new Error('ANAMNESIS_TEST_READ_STORE needs a server: MONGODB_URL');
  const jobs = formOf('ANAMNESIS_TEST_MESSAGING', 'kafka');
  if (jobs && !process.env.KAFKA_BROKERS) throw new Error('ANAMNESIS_TEST_MESSAGING needs brokers: KAFKA_BROKERS');
  // what the shell says of an installation of somebody's is not for the tests
  for (const name of Object.keys(process.env)) if (name.startsWith('ANAMNESIS_')) delete process.env[name];
  if (documents) process.env.TEST_READ_STORE = documents;
  if (jobs) process.env.TEST_MESSAGING = jobs;
  if (events) await begin(beside('gateways.child.ts'));
  await begin(beside('prepare.child.ts'));
};
