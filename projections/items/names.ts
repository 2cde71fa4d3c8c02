import { userNames } from '../accounts/users.names.ts';
import { organizationNames } from '../organizations/organizations.names.ts';
import type { Reader } from '../runner/reader.ts';

interface Edited {
  organization_id: string;
  last_edited_by: string | null;
}
export interface Named {
  last_edited_by_name?: string;
  organization_name?: string;
}

/** Each with the present names of who edited it last and of its clinic, where they are known. @throws Rebuilding */
export const withNames = async <D extends Edited>(reader: Reader, documents: readonly D[]): Promise<(D & Named)[]> => {
  const [editors, clinics] = await Promise.all([
    userNames(
      reader,
      documents.map(({ last_edited_by }) => last_edited_by),
    ),
    organizationNames(
      reader,
      documents.map(({ organization_id }) => organization_id),
    ),
  ]);
  return documents.map((one) => {
    const [editor, clinic] = [one.last_edited_by && editors.get(one.last_edited_by), clinics.get(one.organization_id)];
    return { ...one, ...(editor ? { last_edited_by_name: editor } : {}), ...(clinic ? { organization_name: clinic.name } : {}) };
  });
};

/** Each series with the present name of its clinic, where it is known. @throws Rebuilding */
export const withClinics = async <S extends { organization_id: string }>(
  reader: Reader,
  series: readonly S[],
): Promise<(S & Pick<Named, 'organization_name'>)[]> => {
  const clinics = await organizationNames(
    reader,
    series.map(({ organization_id }) => organization_id),
  );
  return series.map((one) => {
    const clinic = clinics.get(one.organization_id);
    return clinic ? { ...one, organization_name: clinic.name } : one;
  });
};
