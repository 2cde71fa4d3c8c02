import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** PEM files of a certificate of localhost and 127.0.0.1 that nobody trusts, and of its key: for tests of TLS, of use for nothing else. */
export const certificateFiles = {
  cert: join(import.meta.dirname, 'localhost.cert.pem'),
  key: join(import.meta.dirname, 'localhost.key.pem'),
};

/** Their contents. */
export const certificate = {
  cert: readFileSync(certificateFiles.cert, 'utf8'),
  key: readFileSync(certificateFiles.key, 'utf8'),
};
