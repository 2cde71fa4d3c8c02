import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { TooManyAttempts } from '#infra/http/problems';
import { Throttle } from '#infra/http/throttle';

/** The one account that may call. */
export interface Credentials {
  user: string;
  password: string;
}

/** The password file cannot be read, or has no password in it. */
export class PasswordUnusable extends Error {}

/** Programs use it, so it need not be short to be remembered. */
const MIN_PASSWORD = 12;
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
  if (password.length < MIN_PASSWORD)
    throw new PasswordUnusable(`The password in the first line of ${file} has fewer than ${MIN_PASSWORD} characters`);
  if (user === '' || user.includes(':')) throw new PasswordUnusable('The name of the user is empty or has a colon in it');
  if (process.platform !== 'win32' && (mode & READABLE_BY_OTHERS) !== 0) warn(`Others can read the password file ${file}: chmod 600 it`);
  return { user, password };
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether an Authorization header carries these credentials; takes the same time for every wrong one. */
const isAllowed = ({ user, password }: Credentials, header: string): boolean => {
  const encoded = /^basic ([a-z0-9+/=_-]+)$/i.exec(header.trim())?.[1] ?? '';
  return timingSafeEqual(digest(Buffer.from(encoded, 'base64').toString('utf8')), digest(`${user}:${password}`));
};

/** Admits calls with the password. Each wrong password makes its network address wait longer. */
export class Gate {
  /** Connections that have sent the password: guesses of others at the same address do not make them wait. */
  private readonly known = new WeakSet<object>();
  private readonly throttle = new Throttle();

  constructor(private readonly credentials: Credentials) {}

  /** The reason for a refusal in words, undefined for a call that is admitted. @param connection an object that lives as long as the connection */
  refusal(header: string | undefined, connection: object, address: string | undefined): string | undefined {
    const denied = 'Access denied: the user name or the password is missing or wrong';
    if (header === undefined) return denied;
    try {
      const isRight = this.known.has(connection) ? () => {} : this.throttle.guess(undefined, address);
      if (!isAllowed(this.credentials, header)) return denied;
      isRight();
      this.known.add(connection);
      return undefined;
    } catch (error) {
      if (error instanceof TooManyAttempts) return `Access denied: too many wrong passwords came from this address. ${error.message}`;
      throw error;
    }
  }
}
