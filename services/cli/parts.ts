import { type Settings, WrongSettings } from '#infra/config/configuration';
import { assertOnServers } from './engines-beside.ts';

/** Parts of the work: `app` owns the data folder and does everything but the jobs that the others are named for. */
export const parts = ['app', 'ocr', 'fhir-import'] as const;
export type Part = (typeof parts)[number];

const isPart = (name: string): name is Part => (parts as readonly string[]).includes(name);

/**
 * The parts that a process does.
 * @param only names with commas between them; undefined: all
 * @throws WrongSettings for other names, and where the settings do not put what processes share on servers
 */
export const partsOf = (only: string | undefined, settings: Settings): ReadonlySet<Part> => {
  if (only === undefined) return new Set(parts);
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isPart(name));
  if (unknown !== undefined) throw new WrongSettings(`--only: there is no part '${unknown}'; known: ${parts.join(', ')}`);
  assertOnServers(settings);
  return new Set(names.filter(isPart));
};
