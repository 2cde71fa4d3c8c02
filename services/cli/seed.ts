import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Actor } from '#infra/event-store/actor';
import { seededAdministratorId } from '#infra/access/known-passwords';
import { outlineOf } from '#infra/access/stream-scope';
import { seedAdministrator } from '../records/accounts/accounts.seed.ts';
import { bringStarterTemplates } from '../records/examination-templates/starter.ts';
import { HandleOccupation } from '../records/occupations/occupations.controller.ts';
import { OCCUPATIONS, starterOccupations } from '../records/occupations/starter.ts';
import { readCsv } from '../lists/csv.ts';
import { importLabParameters } from '../records/lab-parameters/lab-parameters.import.ts';
import { labParameterId } from '#catalogues/lab-parameter';
import { importMeasurementParameters } from '../records/measurement-parameters/measurement-parameters.import.ts';
import { withCommands } from './command-bus.ts';
import { bringDemonstration } from './demo/bring.ts';
import { clinic } from './demo/clinic.ts';
import { importFhirFiles } from './import-fhir.ts';
import type { Kernel } from './kernel.ts';

const SEED: Actor = { kind: 'system', part: 'seed' };
const STARTER = 'lab-parameters-starter-bysex.csv';
const OFFICE_STARTER = 'office-parameters-starter.csv';

/** The ids of the starter list's lab parameters by its column `panel`. */
const panelsOf = (list: string): Map<string, string[]> => {
  const [header, ...rows] = readCsv(list, ',').map(({ fields }) => fields);
  const cell = (row: readonly string[], column: string) => row[header!.indexOf(column)] ?? '';
  const panels = new Map<string, string[]>();
  for (const row of rows) {
    const panel = cell(row, 'panel');
    panels.set(panel, [...(panels.get(panel) ?? []), labParameterId(cell(row, 'code') || undefined, cell(row, 'primary_name'))]);
  }
  return panels;
};

/** The starter catalogues by the same imports a user has: what is there already stays. */
export const bringStarterCatalogues = async (kernel: Kernel): Promise<void> => {
  const catalogue = await readFile(new URL(`../records/lab-parameters/starter/${STARTER}`, import.meta.url));
  const office = await readFile(new URL(`../records/measurement-parameters/starter/${OFFICE_STARTER}`, import.meta.url));
  await withCommands(kernel, async (commands) => {
    await importLabParameters(catalogue, STARTER, { ...kernel, commands }, SEED);
    await importMeasurementParameters(office, OFFICE_STARTER, { ...kernel, commands }, SEED);
    await bringStarterTemplates(commands, SEED, panelsOf(catalogue.toString()));
  });
};

/** The list of occupations, also where an installation is older than that list. */
const bringOccupations = async (kernel: Kernel): Promise<void> => {
  const [starter, outline] = [starterOccupations(), await outlineOf(kernel.log, OCCUPATIONS)];
  if (outline && outline.version >= starter.length - 1) return;
  await withCommands(kernel, async (commands) => {
    for (const command of starter) await commands.execute(new HandleOccupation(command, SEED));
  });
};

/** The synthetic clinic with its users, records and reports. */
export const bringClinic = (kernel: Kernel): Promise<void> =>
  withCommands(kernel, (commands) => bringDemonstration(commands, kernel.sealedFiles));

/** What a hospital has on a patient of the demonstration, by the same import a user has; the read models that it asks are built here. */
const bringExternalRecord = async (kernel: Kernel): Promise<void> => {
  const paths = [fileURLToPath(new URL('./demo/external-record.json', import.meta.url))];
  await importFhirFiles(kernel, { paths, organization: clinic.organization_id, source: 'Riverside Hospital' }, () => undefined, true);
};

/**
 * The first start: the starter catalogue by the same import a user has, the demonstration clinic where it is wanted, and last the
 * administrator, who thereby says that the rest is there. Broken off, it begins again at the next start and doubles nothing.
 * @returns whether this was the first start
 */
export const seedFirstStart = async (kernel: Kernel, say: (text: string) => void): Promise<boolean> => {
  await bringOccupations(kernel);
  if (await outlineOf(kernel.log, `user-${seededAdministratorId}`)) return false;
  say(`First start in ${kernel.folder.path}: bringing in the starter catalogues`);
  await bringStarterCatalogues(kernel);
  if (kernel.settings.demo) {
    say('First start: bringing in the demonstration clinic');
    await bringClinic(kernel);
    await bringExternalRecord(kernel);
  }
  await withCommands(kernel, (commands) => seedAdministrator({ ...kernel, commands }));
  return true;
};
