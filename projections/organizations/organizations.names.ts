import { NO_ORGANIZATION, type OrganizationView } from '#contracts/people/organizations';
import type { Reader } from '../runner/reader.ts';
import { organizations } from './organizations.projection.ts';

export interface OrganizationName {
  name: string;
  /** IANA zone in which the clinic's 'today' begins. */
  time_zone: string;
}

/** Present names and time zones beside ids; an organization that is not known (yet), or stands for none, is left out. @throws Rebuilding */
export const organizationNames = async (
  reader: Reader,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, OrganizationName>> => {
  const wanted = ids.filter((id) => typeof id === 'string');
  const found = await reader.getMany<OrganizationView>(organizations, wanted);
  const named = [...found].filter(([, { name }]) => name !== NO_ORGANIZATION);
  return new Map(named.map(([id, { name, time_zone }]) => [id, { name, time_zone }]));
};
