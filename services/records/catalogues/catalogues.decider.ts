import type { CatalogueCommand, CatalogueEvent, CatalogueRelease } from '#contracts/catalogues/catalogues';
import type { Decider } from '#infra/event-store/decider';

/** The releases of one list, oldest first. */
export type Catalogue = readonly CatalogueRelease[];

const evolve = (state: Catalogue, event: CatalogueEvent): Catalogue => {
  switch (event.type) {
    case 'CatalogueReleaseImported':
      return [...state, event.data];
  }
};

const decide = ({ data }: CatalogueCommand, state: Catalogue): CatalogueEvent[] => {
  // what comes with the program never takes the place of what somebody imported
  if (data.starter && state.some(({ starter }) => !starter)) return [];
  const newest = state.at(-1);
  if (newest?.sha256 === data.sha256 && newest.release === data.release) return [];
  return [{ type: 'CatalogueReleaseImported', data }];
};

export const catalogue: Decider<Catalogue, CatalogueCommand, CatalogueEvent> = { initial: [], evolve, decide };
