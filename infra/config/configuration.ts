import { isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';
import { Environment } from '#contracts/wire/configuration';
import { isLoopback } from '../http/loopback.ts';
import { databaseOf } from '../mongodb/database-of.ts';
import { wrongAddress } from './event-store-address.ts';
import type { Rates } from '../http/limits.ts';
import type { KafkaSettings } from '../kafka/connection.ts';
import { kafkaAddress } from './kafka-address.ts';
import { wrongDatabase } from './mongodb-address.ts';
import { fileVariables, withFiles } from './secret-files.ts';

const Port = z.coerce.number<string>().int().min(0).max(65535);

/** 'loopback', an address, or a network such as 10.0.0.0/8. */
const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  if (text === 'loopback') return true;
  const longest = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1;
  return longest > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest));
};
const Networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), "addresses or networks of proxies, with commas between them, or 'loopback'");

/** Requests a second of a session and of an address without one, as '50,10'. */
const RatesText = z
  .string()
  .regex(/^(off|[1-9]\d{0,4},[1-9]\d{0,4})$/, "requests a second of a session and of an address without one, such as '50,10', or 'off'")
  .transform((text): Rates | undefined => {
    const [session, address] = text.split(',').map(Number);
    return text === 'off' ? undefined : { session: session!, address: address! };
  });

/** A text that a check finds nothing wrong with. */
const checked = (wrong: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = wrong(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

const Brokers = z.string().transform((text, context): KafkaSettings => {
  const address = kafkaAddress(text);
  if (typeof address !== 'string') return address;
  context.addIssue({ code: 'custom', message: address });
  return z.NEVER;
});

const Variables = z.object({
  PORT: Port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  ANAMNESIS_DATA: z.string().min(1).default('./data'),
  ANAMNESIS_ENVIRONMENT: Environment.default('local'),
  ANAMNESIS_DEMO: z.enum(['on', 'off']).default('on'),
  /** Where the log is, when it is not in the data folder: connection string of an EventStoreDB. */
  ANAMNESIS_EVENT_STORE: checked(wrongAddress).optional(),
  /** Address of a MongoDB database for the read models; left out: they are in the data folder. */
  ANAMNESIS_READ_STORE: checked(wrongDatabase).optional(),
  /** Address of a MongoDB database for files; left out: they are in the data folder. */
  ANAMNESIS_FILES: checked(wrongDatabase).optional(),
  /** Address of a MongoDB database for keys; left out: they are in the data folder. */
  ANAMNESIS_KEYS: checked(wrongDatabase).optional(),
  /** Brokers of Kafka for jobs; left out: they wait in the data folder. */
  ANAMNESIS_MESSAGING: Brokers.optional(),
  /** Brokers of Kafka that events are published on for integrators; left out: they are not published. */
  ANAMNESIS_OUTGOING: Brokers.optional(),
  /** File with the key-encryption key; in production it must not lie in the data folder. */
  ANAMNESIS_KEY_FILE: z.string().min(1).optional(),
  /** How many files are read at the same time. */
  ANAMNESIS_OCR_WORKERS: z.coerce.number<string>().int().min(1).max(16).default(1),
  /** Proxies whose word is taken for where a request comes from (X-Forwarded-For). */
  ANAMNESIS_TRUST_PROXY: Networks.optional(),
  /** How much one session and one address may ask for; off: no limits of load. */
  ANAMNESIS_RATES: RatesText.prefault('50,10'),
  /** The mail server: smtp://user:password@host:587 or smtps://...:465. */
  ANAMNESIS_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The address that mails come from. */
  ANAMNESIS_MAIL_FROM: z.email().optional(),
  /** Where people reach this installation: links in mails begin with it. */
  ANAMNESIS_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Where clients of EventStoreDB may read the log; left out: nowhere. */
  ANAMNESIS_GATEWAY_PORT: Port.optional(),
  ANAMNESIS_GATEWAY_USER: z.string().min(1).optional(),
  /** File whose first line is the password. */
  ANAMNESIS_GATEWAY_PASSWORD_FILE: z.string().min(1).optional(),
  /** PEM files; official clients send a password by TLS alone. */
  ANAMNESIS_GATEWAY_TLS_CERT: z.string().min(1).optional(),
  ANAMNESIS_GATEWAY_TLS_KEY: z.string().min(1).optional(),
});

export interface Settings {
  port: number;
  host: string;
  /** Folder that holds everything; one process owns it. */
  data: string;
  environment: Environment;
  /** Whether a first start brings the synthetic clinic; never in production. */
  demo: boolean;
  /** Connection string of the server that holds the log; it may hold a password. Undefined: the log is in the data folder. */
  event_store: string | undefined;
  /** Address of the database that holds the read models; it may hold a password. Undefined: they are in the data folder. */
  read_store: string | undefined;
  /** Address of the database that holds the files; it may hold a password. Undefined: they are in the data folder. */
  files: string | undefined;
  /** Address of the database that holds the keys; it may hold a password. Undefined: they are in the data folder. */
  keys: string | undefined;
  /** Brokers that carry the jobs, possibly with a password. Undefined: they wait in the data folder. */
  messaging: KafkaSettings | undefined;
  /** Brokers that events are published on for integrators, possibly with a password. Undefined: they are not published. */
  outgoing: KafkaSettings | undefined;
  key_file: string | undefined;
  ocr_workers: number;
  /** Addresses and networks of proxies; none is believed where it is undefined. */
  trust_proxy: string[] | undefined;
  /** How much may be asked for; undefined: no limits of load. */
  rates: Rates | undefined;
  /** Undefined where no mail server is configured. */
  smtp: { url: string; from: string } | undefined;
  /** Without a slash at its end. */
  public_url: string;
  /** Where clients of EventStoreDB may read the log, and as whom; `tls`: PEM files. */
  gateway: { port: number; user: string; password_file: string; tls: { cert: string; key: string } | undefined } | undefined;
}

/** Everything that is wrong with the environment, one line each. */
export class WrongSettings extends Error {}

const isForOthers = (environment: Environment | undefined): boolean => environment === 'stage' || environment === 'prod';

/** The gateway's settings as far as they were given, and what is wrong with them. */
const gatewayOf = (settings: z.infer<typeof Variables> | undefined): { gateway: Settings['gateway']; wrong: string[] } => {
  const { ANAMNESIS_GATEWAY_PORT: port, ANAMNESIS_GATEWAY_USER: user, ANAMNESIS_GATEWAY_PASSWORD_FILE: password_file } = settings ?? {};
  const { ANAMNESIS_GATEWAY_TLS_CERT: cert, ANAMNESIS_GATEWAY_TLS_KEY: key } = settings ?? {};
  const wrong: string[] = [];
  const given = [port, user, password_file].filter((value) => value !== undefined).length;
  const names = 'ANAMNESIS_GATEWAY_PORT, ANAMNESIS_GATEWAY_USER and ANAMNESIS_GATEWAY_PASSWORD_FILE';
  if (given > 0 && given < 3) wrong.push(`${names}: needed together, as nobody reads the log without a password`);
  if ((cert === undefined) !== (key === undefined))
    wrong.push('ANAMNESIS_GATEWAY_TLS_CERT and ANAMNESIS_GATEWAY_TLS_KEY: one is of no use without the other');
  if (given > 0 && settings?.ANAMNESIS_EVENT_STORE !== undefined)
    wrong.push('ANAMNESIS_GATEWAY_PORT: cannot be with ANAMNESIS_EVENT_STORE, whose server clients read themselves');
  const isWhole = port !== undefined && user !== undefined && password_file !== undefined;
  const tls = cert !== undefined && key !== undefined ? { cert, key } : undefined;
  if (isWhole && !tls && !isLoopback(settings?.HOST))
    wrong.push('ANAMNESIS_GATEWAY_TLS_CERT and ANAMNESIS_GATEWAY_TLS_KEY: needed where HOST is not this machine alone');
  return { gateway: isWhole ? { port, user, password_file, tls } : undefined, wrong };
};

/** Databases that are used twice: files and keys need one of their own, since that of the read models is in no backup and may be emptied. */
const wrongSharing = (settings: z.infer<typeof Variables> | undefined): string[] => {
  const names = ['ANAMNESIS_READ_STORE', 'ANAMNESIS_FILES', 'ANAMNESIS_KEYS'] as const;
  const used = names.flatMap((name) => (settings?.[name] === undefined ? [] : [{ name, database: databaseOf(settings[name]) }]));
  return used.flatMap(({ name, database }, n) => {
    const other = used.slice(0, n).find((one) => one.database === database);
    return other ? [`${name}: needs a database of its own, not that of ${other.name}`] : [];
  });
};

/** Reads the settings once, at start. @throws WrongSettings naming every variable that is wrong and what it may be */
export const readSettings = (variables: Record<string, string | undefined>): Settings => {
  const { values, wrong } = withFiles(variables);
  const named = Object.fromEntries(Object.keys(Variables.shape).map((name) => [name, values[name] === '' ? undefined : values[name]]));
  const parsed = Variables.safeParse(named);
  if (!parsed.success) wrong.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  // A misspelt name would otherwise be a default in silence.
  const known = new Set([...Object.keys(Variables.shape), ...fileVariables]);
  for (const name of Object.keys(variables)) {
    if (name.startsWith('ANAMNESIS_') && !known.has(name)) wrong.push(`${name}: unknown; known are ${[...known].join(', ')}`);
  }
  const settings = parsed.data;
  if (settings?.ANAMNESIS_ENVIRONMENT === 'prod' && !settings.ANAMNESIS_KEY_FILE) {
    wrong.push('ANAMNESIS_KEY_FILE: needed in production, outside of the data folder');
  }
  const { ANAMNESIS_SMTP_URL: url, ANAMNESIS_MAIL_FROM: from } = settings ?? {};
  if ((url === undefined) !== (from === undefined))
    wrong.push('ANAMNESIS_SMTP_URL and ANAMNESIS_MAIL_FROM: one is of no use without the other');
  if (url !== undefined && isForOthers(settings?.ANAMNESIS_ENVIRONMENT) && settings?.ANAMNESIS_PUBLIC_URL === undefined)
    wrong.push('ANAMNESIS_PUBLIC_URL: needed with a mail server, or links in mails lead nowhere');
  wrong.push(...wrongSharing(settings));
  const { gateway, wrong: wrongGateway } = gatewayOf(settings);
  wrong.push(...wrongGateway);
  if (!settings || wrong.length > 0) throw new WrongSettings(wrong.join('\n'));
  return {
    port: settings.PORT,
    host: settings.HOST,
    data: settings.ANAMNESIS_DATA,
    environment: settings.ANAMNESIS_ENVIRONMENT,
    demo: settings.ANAMNESIS_DEMO === 'on' && settings.ANAMNESIS_ENVIRONMENT !== 'prod',
    event_store: settings.ANAMNESIS_EVENT_STORE,
    read_store: settings.ANAMNESIS_READ_STORE,
    files: settings.ANAMNESIS_FILES,
    keys: settings.ANAMNESIS_KEYS,
    messaging: settings.ANAMNESIS_MESSAGING,
    outgoing: settings.ANAMNESIS_OUTGOING,
    key_file: settings.ANAMNESIS_KEY_FILE,
    ocr_workers: settings.ANAMNESIS_OCR_WORKERS,
    trust_proxy: settings.ANAMNESIS_TRUST_PROXY,
    rates: settings.ANAMNESIS_RATES,
    smtp: url !== undefined && from !== undefined ? { url, from } : undefined,
    public_url: (settings.ANAMNESIS_PUBLIC_URL ?? `http://127.0.0.1:${settings.PORT}`).replace(/\/+$/, ''),
    gateway,
  };
};
