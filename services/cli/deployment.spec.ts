import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { readSettings } from '#infra/config/configuration';
import { parts, partsOf } from './parts.ts';

const root = resolve(import.meta.dirname, '../..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the image', () => {
  const dockerfile = text('Dockerfile');
  /** The libraries that are removed after the build. */
  const ofBuild = /npm uninstall .*?\\\n([^]*?) &&/
    .exec(dockerfile)![1]!
    .split(/[\s\\]+/)
    .filter(Boolean);

  it('runs as a user other than root', () => expect(dockerfile.match(/^USER .*$/gm)!.at(-1)).toBe('USER 1000:1000'));

  it('leaves out what the build needs and nothing on the server imports', () => {
    const { dependencies } = JSON.parse(text('package.json')) as { dependencies: Record<string, string> };
    expect(ofBuild.filter((name) => !(name in dependencies))).toEqual([]);
    const imported = ['contracts', 'infra', 'catalogues', 'services', 'projections']
      .flatMap((room) => readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)))
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
      .flatMap((path) => [...text(path).matchAll(/(?:from|import\(|import)\s*'([^'.#][^']*)'/g)].map(([, name]) => name!));
    expect(imported.length).toBeGreaterThan(100);
    expect(ofBuild.filter((name) => imported.some((one) => one === name || one.startsWith(`${name}/`)))).toEqual([]);
  });
});

interface Service {
  image?: string;
  build?: string;
  command?: string[];
  user?: string;
  read_only?: boolean;
  privileged?: boolean;
  cap_drop?: string[];
  mem_limit?: string;
  environment?: Record<string, string>;
  secrets?: string[];
  networks?: string[];
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, unknown>;
}

interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean; ipam?: { config: [{ subnet: string }] } }>;
  volumes: Record<string, unknown>;
}

describe('docker-compose.yml', () => {
  const compose = parse(text('docker-compose.yml'), { merge: true }) as Compose;
  const services = Object.entries(compose.services);
  const programs = services.filter(([, { image }]) => image === 'anamnesis');
  let secrets: string;
  const makeSecrets = () => execFileSync(join(root, 'infra/deploy/make-secrets.sh'), [secrets], { stdio: 'pipe' });
  beforeEach(() => {
    secrets = join(mkdtempSync(join(tmpdir(), 'anamnesis-compose-')), 'secrets');
    makeSecrets();
  });
  afterEach(() => rmSync(resolve(secrets, '..'), { recursive: true }));

  /** The program's settings in a container of this service. @param outside variables that the file takes from outside */
  const settingsOf = ({ environment = {} }: Service, outside: Record<string, string> = {}) => {
    const filled = (value: string) =>
      value
        .replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, otherwise: string) => outside[name] ?? otherwise)
        .replace(/^\/run\/secrets(?=\/)/, secrets);
    const given = Object.entries(environment).map(([name, value]) => [name, filled(value)]);
    return readSettings({ HOST: '0.0.0.0', ANAMNESIS_DATA: '/data', ...Object.fromEntries(given) });
  };

  it('runs nothing as root, with more rights or memory than it needs, or on files of the image that it may change', () => {
    for (const [name, { user, privileged, cap_drop, mem_limit }] of services) {
      const limits = {
        user: expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/),
        cap_drop: ['ALL'],
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
      };
      expect({ name, user, privileged, cap_drop, mem_limit }).toEqual({ name, privileged: undefined, ...limits });
    }
    expect(programs.filter(([, { read_only }]) => !read_only)).toEqual([]);
  });

  it('gives settings that the program takes, with mails once there is a server for them', () => {
    const app = compose.services['app']!;
    for (const [, program] of programs) {
      expect(settingsOf(program)).toMatchObject({
        environment: 'prod',
        event_store: 'esdb://eventstore:2113?tls=false',
        read_store: expect.stringMatching(/^mongodb:\/\/anamnesis:[0-9a-f]{48}@mongodb:27017\/anamnesis\?replicaSet=rs0$/) as string,
        messaging: { brokers: ['kafka:9092'], prefix: 'anamnesis' },
        files: undefined,
        keys: undefined,
        smtp: undefined,
      });
    }
    const files = 'mongodb://anamnesis-files:secret@mongodb:27017/anamnesis-files?replicaSet=rs0';
    writeFileSync(join(secrets, 'files'), `${files}\n`);
    const keys = files.replaceAll('files', 'keys');
    writeFileSync(join(secrets, 'keys'), `${keys}\n`);
    for (const [, program] of programs) expect(settingsOf(program)).toMatchObject({ files, keys });
    expect(settingsOf(app).outgoing).toBeUndefined();
    expect(settingsOf(app, { ANAMNESIS_OUTGOING: 'kafka://kafka:9092' }).outgoing).toEqual({
      brokers: ['kafka:9092'],
      prefix: 'anamnesis',
    });
    writeFileSync(join(secrets, 'smtp_url'), 'smtp://clinic:secret@mail.example.org:587\n');
    const outside = { ANAMNESIS_MAIL_FROM: 'clinic@example.org', ANAMNESIS_PUBLIC_URL: 'https://records.example.org' };
    expect(settingsOf(app, outside)).toMatchObject({
      smtp: { url: 'smtp://clinic:secret@mail.example.org:587', from: 'clinic@example.org' },
      public_url: 'https://records.example.org',
    });
    makeSecrets();
    expect(settingsOf(app, outside).smtp?.url).toContain('mail.example.org');
  });

  it('has a program for each part, on the same data and key, of which one is built and serves people', () => {
    const done = programs.map(([name, program]) => {
      const [start, only, names] = program.command!;
      return { name, start, only, parts: [...partsOf(names, settingsOf(program))], data: program.volumes!.includes('data:/data') };
    });
    expect(done).toEqual(parts.map((part) => ({ name: part, start: 'start', only: '--only', parts: [part], data: true })));
    expect(programs.filter(([, { build, ports }]) => build !== undefined || ports !== undefined).map(([name]) => name)).toEqual(['app']);
  });

  it('has no secret in a value, and each in a file that is made, within a folder of its owner alone', () => {
    const isSecret = ([name, value]: [string, string]) =>
      /:\/\/[^/\s]*:[^/\s]*@/.test(value) || (/(PASSWORD|SECRET|TOKEN|_KEY)$/.test(name) && value !== '');
    for (const [, { environment = {}, secrets: given = [] }] of services) {
      expect(Object.entries(environment).filter(isSecret)).toEqual([]);
      expect(given).toEqual(Object.values(environment).flatMap((value) => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? []));
    }
    expect(Object.entries(compose.secrets).map(([name, { file }]) => file === `./secrets/${name}`)).not.toContain(false);
    expect(readdirSync(secrets).toSorted()).toEqual([...Object.keys(compose.secrets), 'first_password'].toSorted());
    expect(readFileSync(join(secrets, 'key_encryption_key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(readFileSync(join(secrets, 'first_password'), 'utf8')).toMatch(/^[0-9a-f]{24}\n$/);
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
  });

  it('names networks, volumes, secrets and services that it has', () => {
    for (const [, { networks = [], volumes = [], secrets: given = [], depends_on = {} }] of services) {
      expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(networks));
      expect(Object.keys(compose.volumes)).toEqual(
        expect.arrayContaining(volumes.map((volume) => volume.split(':')[0]).filter((name) => !name!.startsWith('.'))),
      );
      expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(given));
      expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
    }
  });

  it('lets nobody but the program reach a server without a password, and nobody but this machine the program', () => {
    for (const [name, { networks = [], ports = [] }] of services) {
      expect([name, networks.filter((network) => !compose.networks[network]?.internal)]).toEqual([name, name === 'app' ? ['front'] : []]);
      expect([name, ports.filter((port) => !port.startsWith('127.0.0.1:'))]).toEqual([name, []]);
    }
    expect(services.filter(([, { networks = [] }]) => networks.includes('feed')).map(([name]) => name)).toEqual(['kafka']);
    const gateway = compose.networks['front']!.ipam!.config[0].subnet.replace(/\.0\/24$/, '.1');
    expect(settingsOf(compose.services['app']!).trust_proxy).toEqual([gateway]);
  });
});
