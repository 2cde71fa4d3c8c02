import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { java, versionOf } from './jars.js';
import { certificate, key } from './secured.js';

const NAME = 'mongodb';
const server = `mongo-java-server ${versionOf(NAME, 'mongo-java-server')} (MongoDB's protocol)`;

/** Address of a database on the server that an address names. */
const databaseAt = (address, database) => address.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?[^?]*/, `$1/${database}`);

const mark = (folder) => [`-Danamnesis.engine=${folder}`];

/** A server of MongoDB's protocol, with its data in one file, which also listens with TLS. MongoProtocolServer.java says what it keeps and when. */
export const mongodb = {
  server,
  given: 'MONGODB_URL',
  addressOf: (given) => given,
  address: (port) => `mongodb://127.0.0.1:${port}`,
  variables: (address, { folder, secured } = {}) => ({
    MONGODB_URL: address,
    ...(secured && { MONGODB_SECURED: `mongodb://127.0.0.1:${secured}/?tls=true&tlsCAFile=${encodeURIComponent(certificate)}` }),
    ANAMNESIS_READ_STORE: databaseAt(address, 'anamnesis'),
    ANAMNESIS_FILES: databaseAt(address, 'anamnesis-files'),
    ANAMNESIS_KEYS: databaseAt(address, 'anamnesis-keys'),
    ...(folder && { ANAMNESIS_DATA: join(folder, 'clinic') }),
  }),
  prepare: async () => undefined,
  mark,
  command: async (folder, { port, secured }) => [
    ...(await java(NAME, server, mark(folder), join(import.meta.dirname, 'mongodb/MongoProtocolServer.java'))),
    'data.mv',
    String(port),
    String(secured),
    certificate,
    key,
  ],
  /** @returns the version that it says */
  ask: async (address) => {
    const client = new MongoClient(address, { serverSelectionTimeoutMS: 2000 });
    try {
      return (await client.db('admin').command({ buildInfo: 1 })).version;
    } finally {
      await client.close();
    }
  },
};
