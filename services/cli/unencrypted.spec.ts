import { readSettings } from '#infra/config/configuration';
import { unencrypted } from './unencrypted.ts';

const of = (variables: Record<string, string>) => unencrypted(readSettings(variables));

describe('connections that are not encrypted', () => {
  it('are those to servers on other machines, without TLS', () => {
    expect(
      of({
        ANAMNESIS_EVENT_STORE: 'esdb://log.example:2113?tls=false',
        ANAMNESIS_READ_STORE: 'mongodb://who:secret@localhost,two.example:27017/documents',
        ANAMNESIS_FILES: 'mongodb+srv://who:secret@files.example/files?tls=false',
        ANAMNESIS_KEYS: 'mongodb://who:secret@keys.example/keys?replicaSet=rs0',
        ANAMNESIS_MESSAGING: 'kafka://127.0.0.1:9092,two.example:9092',
        ANAMNESIS_OUTGOING: 'kafka://who:secret@feed.example:9092/north?authMechanism=SCRAM-SHA-256',
      }),
    ).toEqual([
      ...['ANAMNESIS_EVENT_STORE', 'ANAMNESIS_READ_STORE', 'ANAMNESIS_FILES', 'ANAMNESIS_KEYS'],
      ...['ANAMNESIS_MESSAGING', 'ANAMNESIS_OUTGOING'],
    ]);
  });

  it('are not those by TLS, nor those to the same machine', () => {
    expect(of({})).toEqual([]);
    expect(
      of({
        ANAMNESIS_EVENT_STORE: 'esdb://log.example:2113',
        ANAMNESIS_READ_STORE: 'mongodb+srv://who:secret@documents.example/documents',
        ANAMNESIS_FILES: 'mongodb://files.example/files?replicaSet=rs0&tls=true',
        ANAMNESIS_MESSAGING: 'kafka://who:secret@jobs.example:9092?tls=true',
      }),
    ).toEqual([]);
    expect(
      of({
        ANAMNESIS_EVENT_STORE: 'esdb://127.0.0.1:2113?tls=false',
        ANAMNESIS_KEYS: 'mongodb://who:secret@[::1]:27017/keys',
        ANAMNESIS_OUTGOING: 'kafka://localhost:9092',
      }),
    ).toEqual([]);
  });
});
