import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificate, certificateFiles } from '#tests/support/certificate';
import { wrongTls } from './pem-files.ts';

const ONE = { ca: 'caFile', cert: 'certificateKeyFile', key: 'certificateKeyFile', password: 'keyPassword' };
const TWO = { ca: 'caFile', cert: 'certFile', key: 'keyFile' };

describe('the PEM files that an address names', () => {
  let folder: string;
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-pem-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('may be left out', () => expect(wrongTls({}, true, ONE) ?? wrongTls({}, false, TWO)).toBeUndefined());

  it('may have the certificate and its key in one file or in two', async () => {
    const { cert, key } = certificateFiles;
    expect(wrongTls({ caFile: cert, certFile: cert, keyFile: key }, true, TWO)).toBeUndefined();
    const both = await write('both.pem', certificate.key + certificate.cert);
    expect(wrongTls({ caFile: cert, certificateKeyFile: both }, true, ONE)).toBeUndefined();
  });

  it('contain certificates', async () => {
    const text = await write('ca.pem', 'a secret\n');
    expect(wrongTls({ caFile: text }, true, ONE)).toBe('the file of its option caFile contains no certificate (PEM)');
    expect(wrongTls({ caFile: folder }, true, ONE)).toBe('the file of its option caFile cannot be read (EISDIR)');
    const alone = wrongTls({ certificateKeyFile: certificateFiles.cert }, true, ONE);
    expect(alone).toMatch(/^the file of its option certificateKeyFile contains no certificate with its key \(PEM\)/);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const other = await write('other.pem', certificate.cert + privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    expect(wrongTls({ certificateKeyFile: other }, true, ONE)).toMatch(/no certificate with its key/);
  });

  it('may have a key with a password', async () => {
    const encrypted = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'of the key' } as const;
    const file = await write('key.pem', `${certificate.cert}${createPrivateKey(certificate.key).export(encrypted).toString()}`);
    const wrong = (password?: string) =>
      wrongTls({ certificateKeyFile: file, ...(password !== undefined && { keyPassword: password }) }, true, ONE);
    expect(wrong('of the key')).toBeUndefined();
    expect([wrong(), wrong('other')].every((message) => message?.includes('or the key needs another password'))).toBe(true);
    expect([wrong(), wrong('other')].join()).not.toContain('of the key');
  });

  it('are needed together, and have no effect without TLS', () => {
    expect(wrongTls({ certFile: certificateFiles.cert }, true, TWO)).toBe('its options certFile and keyFile are needed together');
    expect(wrongTls({ keyPassword: 'secret' }, true, ONE)).toBe('its option keyPassword has no effect without certificateKeyFile');
    expect(wrongTls({ keyPassword: 'secret' }, false, ONE)).toBe('its option keyPassword has no effect without TLS (tls=true)');
  });
});
