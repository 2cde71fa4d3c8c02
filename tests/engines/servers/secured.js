import { join } from 'node:path';

const support = join(import.meta.dirname, '../../support');

/** PEM files with what servers show where they speak TLS: tests/support/certificate.ts says more. */
export const certificate = join(support, 'localhost.cert.pem');
export const key = join(support, 'localhost.key.pem');

/** The account of a server that asks for one. Its password has letters that an address writes with percent signs. */
export const account = { user: 'anamnesis', password: 'p@ss:w/rd?%40' };
