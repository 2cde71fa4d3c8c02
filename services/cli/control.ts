import { createHash } from 'node:crypto';
import { lstat, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { makeFolder } from '#infra/data-folder/make-folder';

/** What the command line asks of whoever owns the data folder; `progress` may be called any number of times before the answer. */
export type Operation = (args: Record<string, unknown>, progress: (text: string) => void) => Promise<unknown>;

/** An operation was understood and could not be done; the text is for the person at the terminal. */
export class OperationFailed extends Error {}

/** Nobody listens: no server runs on this data folder. */
export class NoServer extends Error {}

/** In the data folder. */
const SOCKET = 'control.sock';
/** The longest path that a socket's address may have on every system we run on. */
const LONGEST = 100;

/** The address at which a running server listens for the command line: in the data folder, or in another one that only its owner may enter. */
export const controlPath = (data: string): string => {
  const folder = resolve(data);
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\anamnesis-${name}`;
  const inside = join(folder, SOCKET);
  return inside.length <= LONGEST ? inside : join(tmpdir(), `anamnesis-${process.getuid!()}`, `${name}.sock`);
};

/**
 * Refuses a folder that is not ours alone. Everybody may make folders among temporary files, and another user could make this one first and read
 * the passwords that the command line sends.
 * @throws OperationFailed
 */
const assertPrivate = async (path: string): Promise<void> => {
  const folder = dirname(path);
  if (process.platform === 'win32' || basename(path) === SOCKET) return;
  const stats = await lstat(folder).catch(() => undefined);
  if (stats === undefined || (stats.isDirectory() && stats.uid === process.getuid!() && (stats.mode & 0o077) === 0)) return;
  throw new OperationFailed(`${folder} belongs to others or is open to them: remove it, or choose a data folder with a shorter path`);
};

type Message = { progress: string } | { result: unknown } | { error: string; refused: boolean };

const answer = (socket: Socket, message: Message) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`));

const serve = (socket: Socket, operations: Readonly<Record<string, Operation>>) => {
  // Whoever asked may leave at any time, as by Ctrl+C; what was asked for is done all the same. Without listeners both would end the server.
  const left = () => socket.destroy();
  socket.on('error', left);
  const lines = createInterface({ input: socket }).on('error', left);
  lines.once('line', (line) => {
    const run = async () => {
      const { name, args } = JSON.parse(line) as { name: string; args: Record<string, unknown> };
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (!operation) throw new OperationFailed(`The running server does not know '${name}'. Is it of another release?`);
      answer(socket, { result: (await operation(args, (progress) => answer(socket, { progress }))) ?? null });
    };
    run()
      .catch((error: unknown) => answer(socket, { error: (error as Error).message, refused: error instanceof OperationFailed }))
      .finally(() => socket.end());
  });
};

/** Listens for the command line. One request a connection, a line of JSON each way. @throws OperationFailed */
export const listenForCommands = async (data: string, operations: Readonly<Record<string, Operation>>): Promise<Server> => {
  const path = controlPath(data);
  if (process.platform !== 'win32') {
    makeFolder(dirname(path));
    await assertPrivate(path);
    // The folder's lock is ours: a socket that is still there was left by a process that died.
    await rm(path, { force: true });
  }
  const server = createServer((socket) => serve(socket, operations));
  await new Promise<void>((ready, failed) => server.once('error', failed).listen(path, ready));
  return server;
};

/** Asks the running server. @throws NoServer, OperationFailed */
export const askServer = async (
  data: string,
  name: string,
  args: Record<string, unknown>,
  progress: (text: string) => void,
): Promise<unknown> => {
  const path = controlPath(data);
  await assertPrivate(path);
  const socket = createConnection(path);
  await new Promise<void>((ready, failed) => {
    socket.once('connect', ready).once('error', (error: NodeJS.ErrnoException) => {
      const nobody = error.code === 'ENOENT' || error.code === 'ECONNREFUSED' || error.code === 'ENOTDIR';
      failed(nobody ? new NoServer('No server is running on this data folder') : error);
    });
  });
  socket.write(`${JSON.stringify({ name, args })}\n`);
  for await (const line of createInterface({ input: socket })) {
    const message = JSON.parse(line) as Message;
    if ('progress' in message) progress(message.progress);
    else if ('result' in message) return message.result;
    else throw message.refused ? new OperationFailed(message.error) : new Error(message.error);
  }
  throw new OperationFailed(
    'The server ended before it answered: whether this was done is not known. Look at what is there, or do it again',
  );
};
