import { createSecureContext } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Options of an address that name PEM files: certificates of authorities, and a certificate with its key, possibly in one file. */
export interface PemOptions {
  ca: string;
  cert: string;
  key: string;
  /** Password of the key. */
  password?: string;
}

type Options = Readonly<Record<string, string>>;

/**
 * Checks the options of an address for TLS, and reads the files: clients report a missing file, or one without a certificate, as an unavailable server, or ignore it.
 * @param isOn whether TLS is used
 * @returns the error, with names of options and codes of errors only
 */
export const wrongTls = (options: Options, isOn: boolean, names: PemOptions): string | undefined => {
  const unused = [names.ca, names.cert, names.key, names.password].find(
    (name) => !isOn && name !== undefined && options[name] !== undefined,
  );
  if (unused !== undefined) return `its option ${unused} has no effect without TLS (tls=true)`;
  if (names.password !== undefined && options[names.password] !== undefined && options[names.key] === undefined)
    return `its option ${names.password} has no effect without ${names.key}`;
  return wrongAuthorities(options, names.ca) ?? wrongCertificate(options, names);
};

const wrongAuthorities = (options: Options, name: string): string | undefined => {
  const file = options[name];
  if (file === undefined) return undefined;
  const text = read(file);
  if (typeof text !== 'string') return unreadable(name, text);
  try {
    return void new X509Certificate(text);
  } catch {
    return `the file of its option ${name} contains no certificate (PEM)`;
  }
};

const wrongCertificate = (options: Options, names: PemOptions): string | undefined => {
  if ((options[names.cert] === undefined) !== (options[names.key] === undefined))
    return `its options ${names.cert} and ${names.key} are needed together`;
  const texts: Record<'cert' | 'key', string> = { cert: '', key: '' };
  for (const what of ['cert', 'key'] as const) {
    const file = options[names[what]];
    if (file === undefined) return undefined;
    const text = read(file);
    if (typeof text !== 'string') return unreadable(names[what], text);
    texts[what] = text;
  }
  const passphrase = names.password === undefined ? undefined : options[names.password];
  try {
    return void createSecureContext({ ...texts, ...(passphrase !== undefined && { passphrase }) });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return `the file of its option ${names.cert} contains no certificate with its key (PEM), or the key needs another password (${code})`;
  }
};

const read = (file: string): string | { code: string } => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code ?? 'unknown' };
  }
};

const unreadable = (name: string, { code }: { code: string }): string => `the file of its option ${name} cannot be read (${code})`;
