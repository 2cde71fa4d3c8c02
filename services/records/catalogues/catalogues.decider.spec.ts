import fc from '#tests/support/fast-check';
import type { CatalogueCommand, CatalogueEvent, CatalogueRelease } from '#contracts/catalogues/catalogues';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { catalogue } from './catalogues.decider.ts';

const data: CatalogueRelease = {
  kind: 'diseases',
  release: '2025',
  file_name: 'icd10cm_order_2025.txt',
  file: 'catalogues/00000000-0000-4000-8000-000000000001',
  bytes: 10,
  sha256: 'a'.repeat(64),
  rows: 2,
  starter: false,
};
const bring = (change: Partial<CatalogueRelease> = {}): CatalogueCommand => ({
  type: 'ImportCatalogueRelease',
  command_id: '00000000-0000-4000-8000-000000000002',
  data: { ...data, ...change },
});
const imported = (change: Partial<CatalogueRelease> = {}): CatalogueEvent => ({
  type: 'CatalogueReleaseImported',
  data: { ...data, ...change },
});

describe('a catalogue', () => {
  const given = specify(catalogue);
  it('takes a first release', () => given().when(bring()).then(imported()));
  it('takes the same file only once', () => given(imported()).when(bring()).thenNothing());
  it('takes a newer file', () =>
    given(imported())
      .when(bring({ sha256: 'b'.repeat(64) }))
      .then(imported({ sha256: 'b'.repeat(64) })));
  it('never puts the selection of the program in place of what somebody imported', () =>
    given(imported())
      .when(bring({ starter: true, sha256: 'c'.repeat(64) }))
      .thenNothing());
  it('lets what somebody imports take the place of the selection', () =>
    given(imported({ starter: true, sha256: 'c'.repeat(64) }))
      .when(bring())
      .then(imported()));

  itIsHarmlessTwice(
    catalogue,
    fc
      .record({ sha256: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)), starter: fc.boolean(), release: fc.constantFrom('2024', '2025') })
      .map(bring),
  );
});
