/** What servers.js exports, for tests and benchmarks in TypeScript. */
export type Name = 'kafka' | 'mongodb' | 'eventstoredb';

export interface Status {
  /** Variable that names the server, if the environment does. */
  given?: string;
  /** What it is, where it was started here. */
  server?: string;
  /** As it says itself. */
  version?: string;
  /** For tests and the product. */
  variables: Record<string, string>;
}

export const names: readonly Name[];
/** What a server needs is missing on this machine. */
export class Unavailable extends Error {}
export const temporaryHome: () => string;
export const ignoreGiven: () => void;
export const fetchNeeds: (wanted: readonly Name[]) => Promise<void>;
export const up: (wanted: readonly Name[], home: string) => Promise<void>;
export const down: (wanted: readonly Name[], home: string) => Promise<void>;
export const restart: (name: Name, home: string) => Promise<void>;
export const status: (wanted: readonly Name[], home: string) => Promise<Record<string, Status>>;
export const pidOf: (name: Name, home: string) => number | undefined;
export const variablesOfProduct: (servers: Readonly<Record<string, Status>>) => Record<string, string>;
