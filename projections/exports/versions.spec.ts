import fc from '#tests/support/fast-check';
import { inExportOrder, rowsOfVersions, type Said, type VersionedDocument } from './versions.ts';

interface Doc extends VersionedDocument {
  values: Record<string, string>;
}
const doc = (version: number, values: Record<string, string>, change: Partial<Doc> = {}): Doc => ({
  id: 'item',
  patient_id: 'p',
  organization_id: 'o',
  draft: false,
  comment: `reason ${version}`,
  last_edited_by: null,
  recorded_at: `2026-01-0${version + 1}T00:00:00.000Z`,
  version,
  values,
  ...change,
});
const saidBy = ({ values }: Doc): Said[] =>
  Object.entries(values).map(([entry_id, value]) => ({ entry_id, date: '2026-01-01', cells: [entry_id, value] }));
const told = (...versions: Doc[]) =>
  rowsOfVersions(versions, saidBy).map(({ cells, state, document }) => `${cells.join(' ')} ${state} ${document.version}`);

describe('ruling 54: the rows of an item', () => {
  it('are what it says, by the version that said so first', () =>
    expect(told(doc(0, { a: '1', b: '2' }), doc(1, { a: '1', b: '3' }))).toEqual(['a 1 current 0', 'b 2 replaced 0', 'b 3 current 1']));
  it('have what was taken out of it', () => expect(told(doc(0, { a: '1', b: '2' }), doc(1, { a: '1' }))).toContain('b 2 removed 0'));
  it('have what was a draft first', () =>
    expect(told(doc(0, { a: '1' }, { draft: true }), doc(1, { a: '1' }))).toEqual(['a 1 replaced 0', 'a 1 current 1']));
  it('ruling 24: stand with what holds first, then drafts, then what was replaced', () => {
    const rows = [
      ...rowsOfVersions([doc(0, { a: '1' }), doc(1, { a: '2' })], saidBy),
      ...rowsOfVersions([doc(0, { d: '9' }, { id: 'draft', draft: true })], saidBy),
    ];
    expect(inExportOrder(rows).map(({ cells, state }) => `${cells.join(' ')} ${state}`)).toEqual([
      'a 2 current',
      'd 9 current',
      'a 1 replaced',
    ]);
  });
  it('lose nothing that any version said, and say of each entry once how it stands', () => {
    const values = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2', '3'));
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 6 }), (versions) => {
        const rows = rowsOfVersions(
          versions.map((each, version) => doc(version, each)),
          saidBy,
        );
        const said = new Set(rows.map(({ cells }) => cells.join(' ')));
        for (const each of versions) for (const [id, value] of Object.entries(each)) expect(said).toContain(`${id} ${value}`);
        const current = rows.filter(({ state }) => state === 'current').map(({ cells }) => cells.join(' '));
        expect(current.sort()).toEqual(
          Object.entries(versions.at(-1)!)
            .map(([id, value]) => `${id} ${value}`)
            .sort(),
        );
      }),
    );
  });
});
