import type { Settings } from '#infra/config/configuration';
import { removeLocalSecret, writeLocalSecret } from '#infra/data-folder/local-secret';
import { StorageFailed } from '#infra/event-store/event-store';
import { NoMail } from '#infra/mail/no-mail';
import type { Messaging } from '#infra/messaging/messaging';
import { whenPossible } from '#infra/messaging/when-possible';
import { createApplication } from './application.ts';
import { importStarterLists, makeCatalogues } from './catalogues.ts';
import { listenForCommands } from './control.ts';
import { DEMO_PASSWORD, users } from './demo/clinic.ts';
import { inWords } from './in-words.ts';
import { openKernel, openKernelBeside } from './kernel.ts';
import { type Part, partsOf } from './parts.ts';
import type { serveProductLog } from './product-gateway.ts';
import { refuseKnownPasswords } from './known-passwords.ts';
import { explainedOperations } from './operations.ts';
import { release } from './release.ts';
import { seedFirstStart } from './seed.ts';
import { sweepDaily } from './sweep.ts';
import { unencrypted } from './unencrypted.ts';
import { Workers } from './workers.ts';

const say = (text: string) => console.log(text);

/** The text for the terminal. The secret is in the fragment of the address, which reaches no server and no log. */
const greeting = (settings: Settings, address: string, secret: string | undefined): string => {
  const people = settings.demo
    ? [`  ${[...users.map(({ username }) => username), 'admin'].join(', ')}   (password: ${DEMO_PASSWORD})`]
    : [];
  const names = secret !== undefined && people.length > 0 ? ['Sign in as', ...people] : [];
  const door = secret === undefined ? address : `${address}/signin#local=${secret}`;
  return ['', `Anamnesis is ready: ${door}`, ...names, `Data: ${settings.data}`, 'Stop with Ctrl+C', ''].join('\n');
};

/** Milliseconds that a stop waits for requests in hand. */
const LONGEST_ANSWER = 5000;

/** What the gateway is made of takes a while to load, and few want it. */
const openGateway = async (...wanted: Parameters<typeof serveProductLog>) => {
  const { serveProductLog } = await import('./product-gateway.ts');
  return serveProductLog(...wanted);
};

/** Ends the process: it is unknown what was written, or it belongs to another log, so nothing may be acknowledged any more. */
const failed = (error: Error): never => {
  console.error(
    error instanceof StorageFailed
      ? `The disk failed under the log of events (${error.message}). Stopping.`
      : `${error.message}. Stopping.`,
  );
  process.exit(70);
};

/** Stops once when the process is asked to, and ends it. */
const onStop = (stop: () => Promise<void>): void => {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error('Stopped out of order:', inWords(error) ?? error);
          process.exit(1);
        },
      );
    });
  }
};

/**
 * Everything in one process: the API and the web, projections, reactions and jobs; or the named parts of it, where other processes do the others.
 * Resolves once it serves or works.
 * @param only names of parts with commas between them
 */
export const start = async (settings: Settings, only?: string): Promise<void> => {
  const parts = partsOf(only, settings);
  const plain = unencrypted(settings);
  if (plain.length > 0)
    console.error(`Not encrypted on the network: ${plain.join(', ')}. See "TLS and credentials" in docs/operations.md.`);
  if (parts.has('app')) await startApp(settings, parts);
  else await startJobs(settings, parts);
};

/** Prints why jobs wait, and when they continue: `anamnesis health` asks the process with the API alone. Returns a function that ends it. */
const reportWaiting = (messaging: Messaging): (() => void) => {
  let before: string | undefined;
  const timer = setInterval(() => {
    const { waiting } = messaging;
    if (waiting === before) return;
    console.error(waiting === undefined ? 'Jobs continue' : `Jobs wait: ${waiting}`);
    before = waiting;
  }, 1000);
  return () => clearInterval(timer);
};

/** Jobs alone, beside the process that owns the data folder. */
const startJobs = async (settings: Settings, parts: ReadonlySet<Part>): Promise<void> => {
  const kernel = await openKernelBeside(settings, failed);
  const workers = await Workers.start(kernel, parts);
  say(`Anamnesis does its part: ${[...parts].join(', ')}\nData: ${settings.data}\nStop with Ctrl+C\n`);
  const endReporting = reportWaiting(kernel.messaging);
  onStop(async () => {
    endReporting();
    await workers.stop();
    await kernel.close();
  });
};

const startApp = async (settings: Settings, parts: ReadonlySet<Part>): Promise<void> => {
  const kernel = await openKernel(settings, failed);
  await seedFirstStart(kernel, say);
  await refuseKnownPasswords(kernel);
  await importStarterLists(kernel);
  // made anew where they are missing, as after a restore: the rest is served meanwhile
  const stopping = new AbortController();
  void whenPossible(() => makeCatalogues(kernel, say), { signal: stopping.signal }).catch((error: Error) => console.error(error.message));
  const workers = await Workers.start(kernel, parts);
  const endSweeping = sweepDaily(kernel, console.error);
  const app = await createApplication(kernel, workers.notices, workers.ocrInstances, release());
  await app.listen(settings.port, settings.host);
  const gateway = settings.gateway && (await openGateway(kernel, settings.gateway, say));
  const control = await listenForCommands(settings.data, explainedOperations(kernel));
  const { secret } = kernel.trial;
  if (secret !== undefined) await writeLocalSecret(settings.data, secret);
  say(greeting(settings, await app.getUrl(), secret));
  if (kernel.mail instanceof NoMail) {
    console.error(
      'NO MAIL CAN BE SENT: set ANAMNESIS_SMTP_URL and ANAMNESIS_MAIL_FROM. Until then mails wait and nobody can confirm an address.',
    );
  }

  onStop(async () => {
    stopping.abort();
    control.close();
    await removeLocalSecret(settings.data);
    await gateway?.close();
    // Open lines would be waited for; then what is in hand is answered, but for who does not send the rest of a request.
    await workers.notices.stop();
    const hurry = setTimeout(() => app.getHttpServer().closeAllConnections(), LONGEST_ANSWER).unref();
    await app.close();
    clearTimeout(hurry);
    await endSweeping();
    await workers.stop();
    await kernel.close();
  });
};
