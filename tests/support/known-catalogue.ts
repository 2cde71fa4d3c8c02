import type { DynamicModule } from '@nestjs/common';
import type { CatalogueDisease } from '#contracts/catalogues/diseases';
import type { CatalogueMedication } from '#contracts/catalogues/medications';
import { CatalogueSearch } from '#catalogues/catalogue-search';

class ProvidedCatalogues {}

/** Catalogues for the modules of a test that choose from them. */
export const withCatalogues = (catalogues: CatalogueSearch): DynamicModule => ({
  module: ProvidedCatalogues,
  global: true,
  providers: [{ provide: CatalogueSearch, useValue: catalogues }],
  exports: [CatalogueSearch],
});

interface Known {
  diseases?: readonly { id: string; code: string; text: string }[];
  medications?: readonly (Partial<CatalogueMedication> & { id: string; nonproprietary_name: string })[];
}

const aDisease = { billable: true, release: '2026' };
const aMedication = { proprietary_name: '', form: '', route: '', strength: '', release: '2026' };

/** Knows a few codes and products by their ids, and is not searched: for tests of something else that needs such a choice. */
export class KnownCatalogue extends CatalogueSearch {
  constructor(private readonly known: Known) {
    super();
  }

  disease(id: string): CatalogueDisease | undefined {
    const found = this.known.diseases?.find((one) => one.id === id);
    return found && { ...aDisease, ...found };
  }

  medication(id: string): CatalogueMedication | undefined {
    const found = this.known.medications?.find((one) => one.id === id);
    return found && { ...aMedication, ...found };
  }

  diseases = () => ({ items: [], overall_count: 0, match: 'weak' as const });
  medications = () => ({ items: [], overall_count: 0, match: 'weak' as const });
  make = () => Promise.resolve(0);
  rowsOf = () => Promise.resolve(0);
  close = () => Promise.resolve();
}
