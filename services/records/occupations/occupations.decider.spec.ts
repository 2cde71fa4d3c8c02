import { randomUUID } from 'node:crypto';
import fc from '#tests/support/fast-check';
import type { OccupationCommand, OccupationEvent } from '#contracts/catalogues/occupations';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { occupations } from './occupations.decider.ts';

const [nurse, cook] = [randomUUID(), randomUUID()];
type Of<T extends OccupationCommand['type']> = Extract<OccupationCommand, { type: T }>;
const command = <T extends OccupationCommand['type']>(type: T, data: Of<T>['data']) => ({ type, command_id: randomUUID(), data }) as Of<T>;
const add = (occupation_id = nurse, name = 'Nurse') => command('AddOccupation', { occupation_id, name });
const rename = (occupation_id: string, name: string) => command('RenameOccupation', { occupation_id, name });
const remove = (occupation_id = nurse) => command('RemoveOccupation', { occupation_id });
const added: OccupationEvent = { type: 'OccupationAdded', data: { occupation_id: nurse, name: 'Nurse' } };
const other: OccupationEvent = { type: 'OccupationAdded', data: { occupation_id: cook, name: 'Cook' } };
const removed: OccupationEvent = { type: 'OccupationRemoved', data: { occupation_id: nurse } };
const given = specify(occupations);

it('adds', () => given(other).when(add()).then(added));
it('adds the same once', () => given(added).when(add()).thenNothing());
it('refuses a name that is there, however it is spelled', () => {
  given(added).when(add(cook, ' NÚRSE ')).thenRefuses('occupation-exists', ['name']);
  given(added, other).when(rename(cook, 'nurse')).thenRefuses('occupation-exists', ['name']);
});
it('gives a removed name to another one', () =>
  given(added, removed)
    .when(add(cook, 'Nurse'))
    .then({ type: 'OccupationAdded', data: { occupation_id: cook, name: 'Nurse' } }));
it('brings a removed one not back', () => given(added, removed).when(add()).thenRefuses('occupation-exists'));
it('renames, also to other capitals', () =>
  given(added)
    .when(rename(nurse, 'NURSE'))
    .then({ type: 'OccupationRenamed', data: { occupation_id: nurse, name: 'NURSE' } }));
it('removes once', () => {
  given(added).when(remove()).then(removed);
  given(added, removed).when(remove()).thenNothing();
});
it('changes nothing that is not there', () => {
  given().when(remove()).thenRefuses('not-found');
  given(added, removed).when(rename(nurse, 'X')).thenRefuses('not-found');
});
itIsHarmlessTwice(
  occupations,
  fc.oneof(
    fc.constantFrom(add(), add(cook, 'Cook'), add(cook, 'Nurse')),
    fc.constantFrom('Nurse', 'Cook').map((name) => rename(cook, name)),
    fc.constantFrom(nurse, cook).map(remove),
  ),
);
