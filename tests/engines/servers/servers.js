// The servers that the engines are tried on, started without Docker. Each has a folder, HOME/NAME, with its data, its log and server.json
// ({ port, secured, address }); its process is found by an argument that names the folder.
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventstoredb } from './eventstoredb.js';
import { kafka } from './kafka.js';
import { mongodb } from './mongodb.js';
import { asked, answer, freePort, kill, killNow, launch, processesOf, Unavailable } from './processes.js';

const kinds = { kafka, mongodb, eventstoredb };

export { Unavailable };

export const names = Object.keys(kinds);

/** Where servers are kept that a person starts. */
export const HOME = resolve(import.meta.dirname, '../../../.engines');

/** A port that was free is now and then taken before the server has it, or by a connection of somebody else's before a server that was killed has it again. */
const ATTEMPTS = 3;
const RETRY_MS = 2000;
const IN_USE = /EADDRINUSE|already in use/i;

const folderOf = (home, name) => join(home, name);
const noteOf = (home, name) => join(folderOf(home, name), 'server.json');
const logOf = (home, name) => join(folderOf(home, name), 'server.log');

const read = (home, name) => {
  try {
    return JSON.parse(readFileSync(noteOf(home, name), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
};

const markOf = (home, name) => kinds[name].mark(folderOf(home, name));
const running = (home, name) => processesOf(markOf(home, name));

/** The address of a server of this kind that the environment names, unless it is the one that was started here. */
const elsewhere = (home, name) => {
  const given = process.env[kinds[name].given];
  if (!given) return undefined;
  const address = kinds[name].addressOf(given);
  return address === read(home, name)?.address ? undefined : address;
};

/** From now on servers that the environment names are not used. */
export const ignoreGiven = () => {
  for (const { given } of Object.values(kinds)) delete process.env[given];
};

/** Id of its process; undefined where it does not run. */
export const pidOf = (name, home = HOME) => running(home, name)[0];

const start = async (home, name) => {
  const { prepare, command, ask } = kinds[name];
  const folder = folderOf(home, name);
  const { address, ...ports } = read(home, name);
  if (!ports.secured) throw new Error(`${folder} is of an older version: npm run engines -- down removes it`);
  await prepare(folder, ports);
  return launch(await command(folder, ports), { folder, log: logOf(home, name), ask: () => ask(address) });
};

/** On its port, which clients know. */
const startAgain = async (home, name) => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(home, name);
    } catch (error) {
      if (attempt === ATTEMPTS || !IN_USE.test(error.message)) throw error;
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
};

/** Fetches what servers need where it is not here yet. @throws Unavailable */
export const fetchNeeds = async (wanted = names) => {
  for (const name of wanted) await kinds[name].command(HOME, {});
};

const create = async (home, name) => {
  const folder = folderOf(home, name);
  await kinds[name].command(folder, {}); // what is missing is missed before anything is made
  mkdirSync(home, { recursive: true });
  for (let attempt = 1; ; attempt++) {
    const [port, secured] = [await freePort(), await freePort()];
    try {
      mkdirSync(folder);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      throw new Error(`${folder} is there already, and is no folder of a server`, { cause: error });
    }
    const note = noteOf(home, name);
    writeFileSync(`${note}.new`, JSON.stringify({ port, secured, address: kinds[name].address(port) }));
    renameSync(`${note}.new`, note);
    try {
      return await start(home, name);
    } catch (error) {
      await end(home, name);
      if (attempt === ATTEMPTS || !IN_USE.test(error.message)) throw error;
    }
  }
};

/** Does nothing to a folder that is not of a server. */
const end = async (home, name) => {
  if (!read(home, name)) return;
  await kill(markOf(home, name));
  rmSync(folderOf(home, name), { recursive: true, force: true, maxRetries: 3 });
};

/**
 * Starts the servers that do not run; one that has ended by itself goes on with its data. One that the environment names is left alone.
 * @throws Unavailable where what a server needs is missing
 * @throws where one does not start, or one that the environment names does not answer
 */
export const up = async (wanted = names, home = HOME) => {
  for (const name of wanted) {
    const { given, ask } = kinds[name];
    const address = elsewhere(home, name);
    if (!address) continue;
    await asked(() => ask(address)).catch(({ message }) => {
      throw new Error(`The server that ${given} names does not answer (${message}); without ${given} one is started here`);
    });
  }
  for (const name of wanted) {
    if (elsewhere(home, name)) continue;
    if (!read(home, name)) await create(home, name);
    else if (running(home, name).length === 0) await startAgain(home, name);
    else await answer(() => kinds[name].ask(read(home, name).address));
  }
};

/**
 * By name, of those that the environment names or that were started here: `address`; `given`, the variable that names it, or `server`, what it
 * is, with `pid` and `log`; `answers`, whether it does, and the `version` that it says, where it says one; `variables` for tests and the product.
 */
export const status = async (wanted = names, home = HOME) => {
  const found = {};
  for (const name of wanted) {
    const { given, server, ask, variables } = kinds[name];
    const address = elsewhere(home, name);
    const note = read(home, name);
    if (!address && !note) continue;
    const whose = address ? { given } : { server, pid: pidOf(name, home), log: logOf(home, name) };
    const said = await asked(() => ask(address ?? note.address)).then(
      (version) => ({ answers: true, version }),
      () => ({ answers: false }),
    );
    const settings = address
      ? variables(address)
      : { ...variables(note.address, { folder: folderOf(home, name), secured: note.secured }), ENGINES_HOME: home };
    found[name] = { address: address ?? note.address, ...whose, ...said, variables: settings };
  }
  return found;
};

/** Variables of the product for one installation on these servers, with the data folder left out. @param servers what `status` resolves to */
export const variablesOfProduct = (servers) =>
  Object.fromEntries(
    Object.values(servers)
      .flatMap(({ variables }) => Object.entries(variables))
      .filter(([variable]) => variable.startsWith('ANAMNESIS_') && variable !== 'ANAMNESIS_DATA'),
  );

/** Kills those that were started here and removes their data. */
export const down = async (wanted = names, home = HOME) => {
  for (const name of wanted) await end(home, name);
};

/** A home whose servers end with this process, at the latest: for servers that nobody else is to know. */
export const temporaryHome = () => {
  const home = mkdtempSync(join(tmpdir(), 'anamnesis-engines-'));
  process.once('exit', () => {
    for (const name of names) if (read(home, name)) killNow(markOf(home, name));
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  });
  return home;
};

/** Kills one that was started here, as a power cut would, and starts it again on its data and port. */
export const restart = async (name, home = HOME) => {
  if (!read(home, name)) throw new Error(`No ${name} was started here`);
  await kill(markOf(home, name));
  await startAgain(home, name);
};
