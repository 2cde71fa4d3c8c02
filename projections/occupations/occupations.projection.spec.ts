import type { OccupationEvent } from '#contracts/catalogues/occupations';
import { projectionSpec } from '#tests/support/projection-spec';
import { occupations } from './occupations.projection.ts';

const id = '0b7c2f46-9a3e-4d4e-8f15-6a1f4a1c2d01';
const added: OccupationEvent = { type: 'OccupationAdded', data: { occupation_id: id, name: 'Núrse' } };

describe('occupations', () => {
  const spec = projectionSpec(occupations);

  it('lists one that was added', () => spec.given(added).then({ [id]: { id, name: 'Núrse', version: 0, folded: 'nurse' } }));
  it('follows its name', () =>
    spec
      .given(added, { type: 'OccupationRenamed', data: { occupation_id: id, name: 'Cook' } })
      .then({ [id]: { id, name: 'Cook', version: 1, folded: 'cook' } }));
  it('forgets a removed one', () => spec.given(added, { type: 'OccupationRemoved', data: { occupation_id: id } }).then({ [id]: null }));
  spec.itCoversEveryEvent();
});
