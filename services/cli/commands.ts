import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSettings } from '#infra/config/configuration';
import { isForOneself } from '#infra/http/trial';
import { hasUnread, importSaid } from '../fhir-import/fhir-import.ts';
import type { ImportReport } from '../fhir-import/tally.ts';
import { backupSaid } from './backup.ts';
import type { Manifest } from './backup-manifest.ts';
import { searchFromTerminal } from './catalogue-search.ts';
import { catalogueNamed, officialLists } from './catalogues.ts';
import { type Certificate, printed } from './certificate.ts';
import { askServer, NoServer, OperationFailed } from './control.ts';
import { type ErasedAgain, erasedAgainSaid } from './erase-again.ts';
import { help } from './help.ts';
import { openKernel } from './kernel.ts';
import { move, movedSaid, placeNamed } from './move.ts';
import { explainedOperations, type OperationName } from './operations.ts';
import { type FollowingStatus, type InstallationHealth, printStatus } from './own-following.ts';
import { type Parked, printParked } from './parked.ts';
import { readReport } from './read-report.ts';
import { restore, restoreSaid } from './restore.ts';
import { seedFirstStart } from './seed.ts';
import { start } from './start.ts';
import { type Sweep, sweepSaid } from './sweep.ts';
import { type Verification, verificationSaid } from './verify.ts';

const say = (text: string) => console.error(text);

/** A running server does it; without one the data is opened here, for this one operation. */
const perform = async (name: OperationName, args: Record<string, unknown>): Promise<unknown> => {
  const settings = readSettings(process.env);
  try {
    return await askServer(settings.data, name, args, say);
  } catch (error) {
    if (!(error instanceof NoServer)) throw error;
  }
  const kernel = await openKernel(settings, (failed) => {
    console.error(failed.message);
    process.exit(70);
  });
  try {
    // Where others may reach it, a first start is refused until the administrator has a password: that may come before it.
    if (name === 'user password' && args['username'] === 'admin' && !isForOneself(settings)) await seedFirstStart(kernel, say);
    return await explainedOperations(kernel, true)[name](args, say);
  } finally {
    await kernel.close();
  }
};

const required = (value: string | undefined, what: string): string => {
  if (!value) throw new OperationFailed(`${what} is missing. See: anamnesis help`);
  return value;
};

const firstLineOfInput = async (): Promise<string> => {
  if (process.stdin.isTTY) process.stderr.write('Password (at least 12 characters): ');
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  process.stdin.unref?.();
  return required(text.split('\n')[0]?.trim(), 'The password');
};

const options = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  only: { type: 'string' },
  take: { type: 'string' },
  release: { type: 'string' },
  keys: { type: 'string' },
  remove: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  reason: { type: 'string' },
  to: { type: 'string' },
  username: { type: 'string' },
  role: { type: 'string', multiple: true },
  organization: { type: 'string' },
  source: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  email: { type: 'string' },
  phone: { type: 'string' },
  npi: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
} as const;

const parse = (args: string[]) => {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new OperationFailed(`${(error as Error).message}\nSee: anamnesis help`);
  }
};

/** Commands of one word: what follows is not part of the command. */
const oneWord = new Set(['start', 'gateway', 'help', 'health', 'backup', 'restore', 'move']);

/**
 * How many words a command and what it is given have at the most; a word too many is more likely a mistake than a wish. Those that are not
 * here take as many as there are: files to import, words to search.
 */
const most: Readonly<Record<string, number>> = {
  start: 1,
  gateway: 1,
  health: 1,
  'ocr read': 3,
  'catalogue import': 4,
  'projections status': 2,
  'parked list': 2,
  'parked show': 3,
  'parked retry': 3,
  'parked drop': 3,
  'projections rebuild': 3,
  'projections verify': 2,
  'files sweep': 2,
  backup: 2,
  restore: 2,
  move: 1,
  'erase patient': 3,
  'erase account': 3,
  'erase again': 2,
  'user add': 2,
  'user password': 2,
  'user second-factor': 4,
  'user sign-out': 3,
  'user remove-demonstration': 2,
};

const refuseSurplus = (command: string, words: readonly string[]): void => {
  const surplus = words.slice(most[command] ?? words.length);
  if (surplus.length > 0) throw new OperationFailed(`'${command}' takes no '${surplus.join(' ')}'. See: anamnesis help`);
};

/** Runs one command line. Answers go to standard output, progress to standard error. */
export const run = async (args: string[]): Promise<void> => {
  const { values, positionals } = parse(args);
  if (values.help) return console.log(help);
  const [first, second, third, fourth] = positionals;
  const command = oneWord.has(first ?? '') ? first! : [first, second].filter(Boolean).join(' ');
  refuseSurplus(command, positionals);
  switch (command) {
    case 'start':
      return start(readSettings(process.env), values.only);
    case 'gateway': {
      // what it is made of takes a while to load, and nobody else needs it
      const { gateway } = await import('./gateway.ts');
      return gateway(values);
    }
    case '':
    case 'help':
      return console.log(help);
    case 'ocr read':
      return readReport(required(third, 'FILE'), values.json ?? false);
    case 'catalogue import': {
      const list = Object.hasOwn(officialLists, third ?? '') ? officialLists[third ?? ''] : undefined;
      const curated = third === 'lab-parameters' || third === 'office-parameters' ? third : undefined;
      if (!curated && !list) {
        const known = ['lab-parameters', 'office-parameters', ...Object.keys(officialLists)];
        throw new OperationFailed(`There is no catalogue '${third ?? ''}'; known: ${known.join(', ')}`);
      }
      const path = required(fourth, 'FILE');
      if (!curated) {
        const { release } = values;
        return console.log(await perform('catalogue import', { kind: list, path: resolve(path), ...(release ? { release } : {}) }));
      }
      const file = await readFile(path).catch((error: NodeJS.ErrnoException) => {
        throw new OperationFailed(error.code === 'ENOENT' ? `There is no file ${path}` : error.message);
      });
      console.log(await perform(`catalogue import ${curated}`, { name: basename(path), file: file.toString('base64') }));
      return;
    }
    case 'fhir import': {
      const paths = positionals.slice(2).map((path) => resolve(path));
      required(paths[0], 'FILE');
      const { organization, source } = values;
      const report = (await perform('fhir import', { paths, organization, source })) as ImportReport;
      console.log(values.json ? JSON.stringify(report) : importSaid(report));
      if (hasUnread(report, paths)) process.exitCode = 1;
      return;
    }
    case 'catalogue search': {
      const catalogue = catalogueNamed(third);
      if (fourth === undefined) throw new OperationFailed('QUERY is missing. See: anamnesis help');
      // words without quotation marks are one search
      const query = positionals.slice(3).join(' ');
      return searchFromTerminal(readSettings(process.env), { catalogue, query, take: values.take, json: values.json ?? false });
    }
    case 'health': {
      const health = (await perform('health', {})) as InstallationHealth;
      console.log(JSON.stringify(health, null, 2));
      if (health.status !== 'healthy' || !health.writable) process.exitCode = 1;
      return;
    }
    case 'projections status':
      return printStatus((await perform('projections status', {})) as FollowingStatus);
    case 'parked list': {
      const all = (await perform('parked list', {})) as Parked[];
      return values.json ? console.log(JSON.stringify(all, null, 2)) : printParked(all);
    }
    case 'parked show': {
      const one = (await perform('parked show', { id: required(third, 'ID') })) as Parked;
      return values.json ? console.log(JSON.stringify(one, null, 2)) : console.table(one);
    }
    case 'parked retry':
      return console.log(await perform('parked retry', { id: required(third, 'ID') }));
    case 'parked drop':
      return console.log(await perform('parked drop', { id: required(third, 'ID'), reason: required(values.reason, '--reason') }));
    case 'projections rebuild':
      console.log(await perform('projections rebuild', { name: third ?? null }));
      return;
    case 'projections verify': {
      const verification = (await perform('projections verify', {})) as Verification;
      console.log(values.json ? JSON.stringify(verification, null, 2) : verificationSaid(verification));
      if (!verification.ok) process.exitCode = 1;
      return;
    }
    case 'files sweep': {
      // to look is the way without a flag
      const remove = (values.remove ?? false) && !values['dry-run'];
      const sweep = (await perform('files sweep', { remove })) as Sweep;
      return console.log(values.json ? JSON.stringify(sweep, null, 2) : sweepSaid(sweep, remove));
    }
    case 'backup': {
      const folder = resolve(required(second, 'DIR'));
      const manifest = (await perform('backup', { folder })) as Manifest;
      console.log(values.json ? JSON.stringify(manifest, null, 2) : backupSaid(manifest, folder));
      if (manifest.wrong.length > 0) process.exitCode = 1;
      return;
    }
    case 'restore': {
      const restored = await restore(readSettings(process.env), required(second, 'DIR'), values.keys, say);
      if (restored.unreadable.length > 0) process.exitCode = 1;
      return console.log(values.json ? JSON.stringify(restored, null, 2) : restoreSaid(restored));
    }
    case 'move': {
      const moved = await move(readSettings(process.env), placeNamed(required(values.to, '--to')), values.only, say);
      if ([moved.keys, moved.files].some((contents) => contents && contents.damaged.length > 0)) process.exitCode = 1;
      return console.log(values.json ? JSON.stringify(moved, null, 2) : movedSaid(moved));
    }
    case 'erase patient':
    case 'erase account': {
      const named = second === 'patient' ? { patient_id: required(third, 'ID') } : { account: required(third, 'NAME') };
      const args = { ...named, reason: required(values.reason, '--reason') };
      const certificate = (await perform(command, args)) as Certificate;
      return console.log(values.json ? JSON.stringify(certificate, null, 2) : printed(certificate));
    }
    case 'erase again': {
      const again = (await perform('erase again', {})) as ErasedAgain;
      if (again.unreadable.length > 0) process.exitCode = 1;
      return console.log(
        values.json
          ? JSON.stringify(again, null, 2)
          : erasedAgainSaid(again).join('\n') || 'No key and no file of an erased record is there',
      );
    }
    case 'user add':
      console.log(
        await perform('user add', {
          username: required(values.username, '--username'),
          roles: values.role ?? [],
          organization_id: values.organization ?? null,
          first_name: required(values['first-name'], '--first-name'),
          last_name: required(values['last-name'], '--last-name'),
          email: required(values.email, '--email'),
          phone_number: required(values.phone, '--phone'),
          ...(values.npi ? { npi: values.npi } : {}),
          password: await firstLineOfInput(),
        }),
      );
      return;
    case 'user password':
      console.log(
        await perform('user password', { username: required(values.username, '--username'), password: await firstLineOfInput() }),
      );
      return;
    case 'user second-factor':
      if (third !== 'remove') throw new OperationFailed('A second factor can be removed: anamnesis user second-factor remove NAME');
      return console.log(await perform('user second-factor remove', { username: required(fourth, 'NAME') }));
    case 'user sign-out':
      return console.log(await perform('user sign-out', { username: required(third, 'NAME') }));
    case 'user remove-demonstration':
      return console.log(await perform('user remove-demonstration', {}));
    default:
      throw new OperationFailed(`There is no command '${positionals.join(' ')}'.\n\n${help}`);
  }
};
