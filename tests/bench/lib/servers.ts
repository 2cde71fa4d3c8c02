import { join } from 'node:path';

/** Servers that engines need, as `npm run engines` starts them: tests/engines/servers/servers.js says more. */
interface Servers {
  names: readonly string[];
  temporaryHome: () => string;
  up: (wanted: readonly string[], home: string) => Promise<void>;
  status: (wanted: readonly string[], home: string) => Promise<Record<string, Status>>;
}
interface Status {
  server?: string;
  version?: string;
  variables: Record<string, string>;
}

/** Addresses of servers that end with this process, for tests and the product. */
export interface OwnServers {
  /** Addresses without a database or prefix: host:port, and mongodb://host:port. */
  kafka: string;
  mongodb: string;
  /** Variables of the product for one installation on all of them. */
  variables: Record<string, string>;
  /** What each server is, by engine. */
  about: Record<string, string>;
}

/** @throws Unavailable, an error with that name, where Java, Maven or its repository is missing */
export const startServers = async (): Promise<OwnServers> => {
  const { names, temporaryHome, up, status } = (await import(join(import.meta.dirname, '../../engines/servers/servers.js'))) as Servers;
  const home = temporaryHome();
  await up(names, home);
  const found = Object.entries(await status(names, home));
  const { KAFKA_BROKERS, MONGODB_URL, ...all } = Object.assign({}, ...found.map(([, { variables }]) => variables)) as Record<
    string,
    string
  >;
  const ofProduct = Object.entries(all).filter(([name]) => name.startsWith('ANAMNESIS_') && name !== 'ANAMNESIS_DATA');
  return {
    kafka: KAFKA_BROKERS!,
    mongodb: MONGODB_URL!,
    variables: Object.fromEntries(ofProduct),
    about: Object.fromEntries(found.map(([name, { server, version }]) => [name, [server, version].filter(Boolean).join(', ')])),
  };
};
