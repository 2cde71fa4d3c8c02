import type { Settings } from '#infra/config/configuration';
import { isLoopback } from '#infra/http/loopback';
import { databaseOf } from '#infra/mongodb/database-of';

/** Hosts of an address, whatever its scheme. */
const hostsIn = (address: string): string[] => databaseOf(address).replace(/\/.*/, '').split(',');

const isOfOthers = (host: string): boolean => !isLoopback(host.replace(/:\d+$/, ''));

/** Variables that name servers on other machines, to which connections are not encrypted. */
export const unencrypted = (settings: Settings): string[] => {
  const { event_store, read_store, files, keys, messaging, outgoing } = settings;
  const isPlain = (address: string): boolean =>
    /^esdb/.test(address) ? /[?&]tls=false/i.test(address) : !/^mongodb\+srv:|[?&]tls=true/.test(address) || /[?&]tls=false/.test(address);
  const named = Object.entries({
    ANAMNESIS_EVENT_STORE: event_store,
    ANAMNESIS_READ_STORE: read_store,
    ANAMNESIS_FILES: files,
    ANAMNESIS_KEYS: keys,
  }).flatMap(([name, address]) => (address !== undefined && isPlain(address) ? [{ name, hosts: hostsIn(address) }] : []));
  const brokers = Object.entries({ ANAMNESIS_MESSAGING: messaging, ANAMNESIS_OUTGOING: outgoing }).flatMap(([name, kafka]) =>
    kafka && !kafka.tls ? [{ name, hosts: kafka.brokers }] : [],
  );
  return [...named, ...brokers].flatMap(({ name, hosts }) => (hosts.some(isOfOthers) ? [name] : []));
};
