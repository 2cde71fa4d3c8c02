import type { OccupationEvent, OccupationView } from '#contracts/catalogues/occupations';
import { searchText } from '#contracts/rules/search-text';
import { gone, type Projection } from '../runner/projection.ts';

/** An occupation with what the list sorts and searches by. */
export interface OccupationDocument extends OccupationView {
  folded: string;
}

/** One document per occupation of the list. */
export const occupations: Projection<OccupationEvent, OccupationDocument, 'OccupationAdded'> = {
  name: 'occupations',
  version: 1,
  key: ({ data }) => data.occupation_id,
  create: {
    OccupationAdded: ({ data: { occupation_id, name } }, { revision }) => ({
      id: occupation_id,
      name,
      version: revision,
      folded: searchText(name),
    }),
  },
  apply: {
    OccupationRenamed: (doc, { data: { name } }, { revision }) => ({ ...doc, name, version: revision, folded: searchText(name) }),
    OccupationRemoved: () => gone,
  },
  indexes: [['folded']],
  erasedWith: {},
};
