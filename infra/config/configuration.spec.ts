import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificateFiles } from '#tests/support/certificate';
import { readSettings, WrongSettings } from './configuration.ts';

const refused = (variables: Record<string, string>) => {
  try {
    readSettings(variables);
  } catch (error) {
    if (error instanceof WrongSettings) return error.message.split('\n');
    throw error;
  }
  throw new Error('the settings were taken');
};

describe('settings', () => {
  it('have defaults for everything on one machine', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      data: './data',
      environment: 'local',
      demo: true,
      event_store: undefined,
      read_store: undefined,
      messaging: undefined,
      outgoing: undefined,
      key_file: undefined,
      ocr_workers: 1,
      trust_proxy: undefined,
      rates: { session: 50, address: 10 },
      smtp: undefined,
      public_url: 'http://127.0.0.1:3000',
      gateway: undefined,
    });
  });

  it('list everything that is wrong at once', () => {
    const lines = refused({ PORT: '99999', ANAMNESIS_ENVIRONMENT: 'production', ANAMNESIS_DEMO: 'maybe' });
    expect(lines.map((line) => line.split(':')[0])).toEqual(['PORT', 'ANAMNESIS_ENVIRONMENT', 'ANAMNESIS_DEMO']);
  });

  it('take proxies by their addresses and networks, and nothing else', () => {
    const trusted = (text: string) => readSettings({ ANAMNESIS_TRUST_PROXY: text }).trust_proxy;
    expect(trusted('loopback, 10.0.0.0/8,fd00::/8')).toEqual(['loopback', '10.0.0.0/8', 'fd00::/8']);
    for (const text of ['true', '1', '10.0.0.0/33', '10.0.0/8', 'proxy.example', '10.0.0.1,', '::1/8/8']) {
      expect(refused({ ANAMNESIS_TRUST_PROXY: text })[0]).toMatch(/^ANAMNESIS_TRUST_PROXY: addresses or networks/);
    }
  });

  it('take limits of load as two numbers, or none', () => {
    const rates = (text: string) => readSettings({ ANAMNESIS_RATES: text }).rates;
    expect([rates('200,5'), rates('off')]).toEqual([{ session: 200, address: 5 }, undefined]);
    for (const text of ['50', '0,10', '50,10,1', 'on', '1e3,1'])
      expect(refused({ ANAMNESIS_RATES: text })[0]).toMatch(/^ANAMNESIS_RATES: requests a second of a session and of an address/);
  });

  it('refuse a misspelt name', () => {
    expect(refused({ ANAMNESIS_DATEN: 'x' })[0]).toMatch(/^ANAMNESIS_DATEN: unknown/);
  });

  it('want a key file outside of the data in production, and bring no demonstration data there', () => {
    expect(refused({ ANAMNESIS_ENVIRONMENT: 'prod' })[0]).toMatch(/^ANAMNESIS_KEY_FILE/);
    expect(readSettings({ ANAMNESIS_ENVIRONMENT: 'prod', ANAMNESIS_KEY_FILE: '/keys/kek' }).demo).toBe(false);
  });

  it('take a mail server with an address to send from, and an address for links', () => {
    const smtp = { ANAMNESIS_SMTP_URL: 'smtps://u:p@mail.example:465', ANAMNESIS_MAIL_FROM: 'clinic@mail.example' };
    const settings = readSettings({ ...smtp, ANAMNESIS_PUBLIC_URL: 'https://records.example/' });
    expect(settings.smtp).toEqual({ url: smtp.ANAMNESIS_SMTP_URL, from: smtp.ANAMNESIS_MAIL_FROM });
    expect(settings.public_url).toBe('https://records.example');
    expect(readSettings({ PORT: '4000' }).public_url).toBe('http://127.0.0.1:4000');
    expect(refused({ ANAMNESIS_SMTP_URL: smtp.ANAMNESIS_SMTP_URL })).toHaveLength(1);
    expect(refused({ ...smtp, ANAMNESIS_ENVIRONMENT: 'stage' })[0]).toMatch(/^ANAMNESIS_PUBLIC_URL: needed/);
    expect(refused({ ANAMNESIS_MAIL_FROM: smtp.ANAMNESIS_MAIL_FROM })).toHaveLength(1);
    expect(refused({ ...smtp, ANAMNESIS_SMTP_URL: 'https://mail.example' })[0]).toMatch(/^ANAMNESIS_SMTP_URL/);
    expect(refused({ ANAMNESIS_PUBLIC_URL: 'javascript:alert(1)' })[0]).toMatch(/^ANAMNESIS_PUBLIC_URL/);
  });

  it('open the log to other clients only with a password', () => {
    const given = { ANAMNESIS_GATEWAY_PORT: '2113', ANAMNESIS_GATEWAY_USER: 'auditor', ANAMNESIS_GATEWAY_PASSWORD_FILE: '/keys/gateway' };
    const gateway = { port: 2113, user: 'auditor', password_file: '/keys/gateway', tls: undefined };
    expect(readSettings(given).gateway).toEqual(gateway);
    const tls = { ANAMNESIS_GATEWAY_TLS_CERT: '/c.pem', ANAMNESIS_GATEWAY_TLS_KEY: '/k.pem' };
    expect(readSettings({ ...given, ...tls }).gateway).toEqual({ ...gateway, tls: { cert: '/c.pem', key: '/k.pem' } });
    for (const name of Object.keys(given)) expect(refused({ ...given, [name]: '' })[0]).toMatch(/needed together/);
    expect(refused({ ...given, ANAMNESIS_EVENT_STORE: 'esdb://localhost' })[0]).toMatch(/^ANAMNESIS_GATEWAY_PORT: cannot be with/);
    expect(refused({ ...given, ANAMNESIS_GATEWAY_TLS_KEY: '/k.pem' })[0]).toMatch(/^ANAMNESIS_GATEWAY_TLS_CERT and/);
    expect(refused({ ...given, HOST: '0.0.0.0' })).toEqual([
      expect.stringMatching(/^ANAMNESIS_GATEWAY_TLS_CERT and .*: needed where HOST/),
    ]);
    expect(readSettings({ ...given, ...tls, HOST: '0.0.0.0' }).gateway).toBeDefined();
    expect(readSettings({ ...given, HOST: '::1' }).gateway).toBeDefined();
  });

  it('take brokers of Kafka for jobs and for outgoing events', () => {
    const address = 'kafka://clinic:secret@127.0.0.1:9092/north';
    for (const [variable, name] of [
      ['ANAMNESIS_MESSAGING', 'messaging'],
      ['ANAMNESIS_OUTGOING', 'outgoing'],
    ] as const) {
      expect(readSettings({ [variable]: address })[name]).toMatchObject({ brokers: ['127.0.0.1:9092'], prefix: 'north' });
      expect(refused({ [variable]: `${address}?ssl=secret` })).toEqual([expect.stringMatching(`^${variable}: its options may be tls,`)]);
    }
  });

  it('take the address of an event store', () => {
    const taken = (text: string) => readSettings({ ANAMNESIS_EVENT_STORE: text }).event_store;
    for (const text of [
      'esdb://127.0.0.1:2113?tls=false',
      'esdb://localhost',
      'esdb+discover://cluster.clinic.example:2113/?keepAliveInterval=10000&keep-alive-timeout=10000',
      'esdb://anamnesis:p%40ss@one:2113,two:2113,three:2113?tls=true&tlsCAFile=' + certificateFiles.cert,
    ]) {
      expect(taken(text)).toBe(text);
    }
  });

  it.each([
    ['kurrentdb://localhost:2113', /write esdb/],
    ['http://localhost:2113', /esdb:\/\//],
    ['esdb://', /esdb:\/\//],
    ['esdb://who:secret@@host', /esdb:\/\//],
    ['esdb://who:secret@host?tls', /name=value/],
    ['esdb://who:secret@host?throwOnAppendFailure=false', /its options may be/],
    ['esdb://who:secret@host?nodePreference=follower', /its options may be/],
    ['esdb://who:secret@host?secret=secret', /its options may be/],
    ['esdb://host?tls=off', /true or false/],
    ['esdb://who:secret:secret@host', /esdb:\/\//],
    ['esdb://host?tlsCAFile=/etc/who@secret/ca.pem', /percent signs/],
    ['esdb://host/?tls=false', /esdb:\/\//],
    ['esdb://who:secret@host?tlsCAFile=/none/secret.pem', /tlsCAFile cannot be read \(ENOENT\)/],
    ['esdb://host?tls=false&user-cert-file=/secret', /userCertFile has no effect/],
    ['esdb://who:secret@host?tls=false', /by TLS alone/],
  ])('refuse the address %s of an event store without quoting it', (text, message) => {
    const [line] = refused({ ANAMNESIS_EVENT_STORE: text });
    expect(line).toMatch(/^ANAMNESIS_EVENT_STORE: /);
    expect(line).toMatch(message);
    expect(line).not.toMatch(/secret|who/);
  });

  it('take the address of a database for read models', () => {
    for (const text of [
      'mongodb://127.0.0.1:27017/anamnesis',
      'mongodb://anamnesis:p%40ss@one:27017,two,three:27019/anamnesis-documents?replicaSet=rs0&tls=true&tlsCAFile=' + certificateFiles.cert,
      'mongodb://[::1]:27017/anamnesis?authMechanism=SCRAM-SHA-256',
      'mongodb+srv://cluster.clinic.example/anamnesis?authSource=admin&retryWrites=false&maxPoolSize=50',
    ]) {
      expect(readSettings({ ANAMNESIS_READ_STORE: text }).read_store).toBe(text);
    }
  });

  it('take the address of another database for files', () => {
    const [documents, files] = ['mongodb://one:27017/anamnesis', 'mongodb://files:secret@one:27017/anamnesis?tls=true'];
    expect(readSettings({ ANAMNESIS_FILES: files }).files).toBe(files);
    expect(readSettings({ ANAMNESIS_FILES: files.replace('/anamnesis', '/files'), ANAMNESIS_READ_STORE: documents })).toMatchObject({
      files: expect.stringContaining('/files'),
    });
    expect(refused({ ANAMNESIS_FILES: files, ANAMNESIS_READ_STORE: documents })).toEqual([
      'ANAMNESIS_FILES: needs a database of its own, not that of ANAMNESIS_READ_STORE',
    ]);
    expect(refused({ ANAMNESIS_FILES: 'mongodb://who:secret@host' })[0]).toMatch(/^ANAMNESIS_FILES: mongodb:/);
  });

  it.each([
    ['http://localhost:27017/secret', /mongodb:\/\//],
    ['mongodb://', /mongodb:\/\//],
    ['mongodb://who:secret@@host/documents', /mongodb:\/\//],
    ['mongodb://who:secret@host', /mongodb:\/\//],
    ['mongodb://who:secret@host/', /name of the database/],
    ['mongodb://who:secret@host/a.b', /name of the database/],
    ['mongodb://who:secret@host/documents?tls', /name=value/],
    ['mongodb://who:secret@host/documents?w=1', /its options may be/],
    ['mongodb://who:secret@host/documents?readPreference=nearest', /its options may be/],
    ['mongodb://who:secret@host/documents?tlsAllowInvalidCertificates=true', /its options may be/],
    ['mongodb://who:secret@host/documents?directConnection=true', /its options may be/],
    ['mongodb://who:secret@host/documents?tls=true&tls=true', /each once/],
    ['mongodb://who:secret@host/documents?tls=off', /option tls/],
    ['mongodb://who:secret@host/documents?tls=true&tlsCAFile=/etc/who+secret.pem', /\+ is written %2B/],
    ['mongodb://who:secret@host/documents?tlsCAFile=/secret', /tlsCAFile has no effect without TLS \(tls=true\)/],
    ['mongodb://who:secret@host/documents?tls=true&tlsCAFile=/none/secret', /tlsCAFile cannot be read \(ENOENT\)/],
    ['mongodb+srv://who:secret@host/documents?tlsCAFile=/none/secret', /tlsCAFile cannot be read \(ENOENT\)/],
    ['mongodb://who:secret@host/documents?maxPoolSize=0', /option maxPoolSize/],
    ['mongodb://who:secret@host/documents?authMechanism=PLAIN', /option authMechanism/],
    ['mongodb://who:secret@host/local', /not local/],
    ['mongodb://who:secret@host/Admin', /not local/],
    ['mongodb://who:se#cret@host/documents', /percent signs/],
    ['mongodb://who:secret%4@host/documents', /percent signs/],
    ['mongodb://who:secret@host:99999/documents', /65535/],
    ['mongodb+srv://who:secret@host:27017/documents', /no port/],
    ['mongodb+srv://who:secret@one,two/documents', /one host/],
  ])('refuse the address %s of a database without quoting it', (text, message) => {
    const [line] = refused({ ANAMNESIS_READ_STORE: text });
    expect(line).toMatch(/^ANAMNESIS_READ_STORE: /);
    expect(line).toMatch(message);
    expect(line).not.toMatch(/secret|who/);
  });

  describe('that may hold a password', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'anamnesis-secrets-'));
    });
    afterAll(() => rm(folder, { recursive: true }));

    const fileOf = async (text: string): Promise<string> => {
      const file = join(folder, 'secret');
      await writeFile(file, text);
      return file;
    };

    it('take the address of a third database for keys, which is no key file', () => {
      const [files, keys] = ['mongodb://one:27017/files', 'mongodb://keys:secret@one:27017/keys'];
      expect(readSettings({ ANAMNESIS_KEYS: keys, ANAMNESIS_FILES: files })).toMatchObject({ keys, files });
      expect(refused({ ANAMNESIS_KEYS: `${files}?tls=true`, ANAMNESIS_FILES: files })).toEqual([
        'ANAMNESIS_KEYS: needs a database of its own, not that of ANAMNESIS_FILES',
      ]);
      const kek = 'ab'.repeat(32);
      expect(refused({ ANAMNESIS_KEYS: kek })).toEqual([expect.stringMatching(/^ANAMNESIS_KEYS: mongodb:/)]);
      expect(refused({ ANAMNESIS_KEYS: kek }).join()).not.toContain(kek);
    });

    it('may lie in files, by their first line', async () => {
      const file = await fileOf('esdb://reader:secret@log.example:2113\nan older one\n');
      expect(readSettings({ ANAMNESIS_EVENT_STORE_FILE: file }).event_store).toBe('esdb://reader:secret@log.example:2113');
    });

    it('are left out where the file is empty', async () => {
      expect(readSettings({ ANAMNESIS_SMTP_URL_FILE: await fileOf('\n'), ANAMNESIS_EVENT_STORE_FILE: '' })).toEqual(readSettings({}));
    });

    it('are given once, in a file that can be read, and never shown', async () => {
      const file = await fileOf('smtp://clinic:secret@');
      const address = 'esdb://log.example:2113';
      expect(refused({ ANAMNESIS_EVENT_STORE_FILE: file, ANAMNESIS_EVENT_STORE: address })[0]).toBe(
        'ANAMNESIS_EVENT_STORE and ANAMNESIS_EVENT_STORE_FILE: only one of them',
      );
      expect(refused({ ANAMNESIS_SMTP_URL_FILE: join(folder, 'none') })).toEqual(['ANAMNESIS_SMTP_URL_FILE: cannot be read (ENOENT)']);
      const wrong = refused({ ANAMNESIS_SMTP_URL_FILE: file, ANAMNESIS_MAIL_FROM: 'clinic@example.org' });
      expect(wrong).toEqual([expect.stringMatching(/^ANAMNESIS_SMTP_URL: /)]);
      expect(wrong.join()).not.toContain('secret');
    });
  });

  it('take an empty variable as left out', () => {
    expect(readSettings({ PORT: '' }).port).toBe(3000);
  });
});
