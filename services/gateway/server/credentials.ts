import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { Metadata, ServerInterceptingCall, type ServerInterceptor, ServerListenerBuilder, status } from '@grpc/grpc-js';

/** The one account that may call. */
export interface Credentials {
  user: string;
  password: string;
}

/** The password file cannot be read, or has no password in it. */
export class PasswordUnusable extends Error {}

/** Others than its owner may read it. */
const READABLE_BY_OTHERS = 0o077;

/** Reads the first line of the password file. @param warn told where others can read it too @throws PasswordUnusable */
export const readCredentials = async (user: string, file: string, warn: (text: string) => void): Promise<Credentials> => {
  const unusable = (error: Error): never => {
    throw new PasswordUnusable(`The password file ${file} cannot be read: ${error.message}`);
  };
  const text = await readFile(file, 'utf8').catch(unusable);
  const { mode } = await stat(file).catch(unusable);
  const password = text.split('\n')[0]?.replace(/\r$/, '') ?? '';
  if (password === '') throw new PasswordUnusable(`The first line of the password file ${file} is empty`);
  if (user === '' || user.includes(':')) throw new PasswordUnusable('The name of the user is empty or has a colon in it');
  if (process.platform !== 'win32' && (mode & READABLE_BY_OTHERS) !== 0) warn(`Others can read the password file ${file}: chmod 600 it`);
  return { user, password };
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether an Authorization header carries these credentials; takes the same time for every wrong one. */
export const isAllowed = ({ user, password }: Credentials, header: string | undefined): boolean => {
  const encoded = /^basic ([a-z0-9+/=_-]+)$/i.exec(header?.trim() ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(Buffer.from(encoded, 'base64').toString('utf8')), digest(`${user}:${password}`));
};

/** Clients ask these before they have told who they are; they show the version and the address that was called. */
const OPEN = /^\/event_store\.client\.(server_features|gossip)\./;

const denied = () => {
  const metadata = new Metadata();
  metadata.set('exception', 'access-denied');
  return { code: status.UNAUTHENTICATED, details: 'Access denied: the user name or the password is missing or wrong', metadata };
};

/** Refuses each call without these credentials before anything of it is read. */
export const checkCredentials =
  (credentials: Credentials): ServerInterceptor =>
  (method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next(
          new ServerListenerBuilder()
            .withOnReceiveMetadata((metadata, proceed) => {
              const header = metadata.get('authorization')[0]?.toString();
              if (OPEN.test(method.path) || isAllowed(credentials, header)) proceed(metadata);
              else call.sendStatus(denied());
            })
            .build(),
        ),
    });
