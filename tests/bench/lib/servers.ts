import { ignoreGiven, names, status, temporaryHome, up, variablesOfProduct } from '../../engines/servers/servers.js';

/** Servers that end with this process. */
export interface OwnServers {
  /** host:port */
  kafka: string;
  /** Without a database: mongodb://host:port */
  mongodb: string;
  /** Variables of the product for one installation on all of them. */
  variables: Record<string, string>;
  /** What each server is, by engine. */
  about: Record<string, string>;
}

/** Those that the environment names are left alone. @throws Unavailable where Java, Maven or its repository is missing */
export const startServers = async (): Promise<OwnServers> => {
  ignoreGiven();
  const home = temporaryHome();
  await up(names, home);
  const found = await status(names, home);
  const about = Object.entries(found).map(([name, { server, version }]) => [name, [server, version].filter(Boolean).join(', ')]);
  return {
    kafka: found['kafka']!.variables['KAFKA_BROKERS']!,
    mongodb: found['mongodb']!.variables['MONGODB_URL']!,
    variables: variablesOfProduct(found),
    about: Object.fromEntries(about) as Record<string, string>,
  };
};
