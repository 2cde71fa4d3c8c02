import type { OccupationCommand, OccupationEvent } from '#contracts/catalogues/occupations';
import { searchText } from '#contracts/rules/search-text';
import { type Decider, Refusal } from '#infra/event-store/decider';

/** Name by id; undefined once it was removed. */
type Occupations = Readonly<Record<string, string | undefined>>;

const evolve = (state: Occupations, { type, data }: OccupationEvent): Occupations => ({
  ...state,
  [data.occupation_id]: type === 'OccupationRemoved' ? undefined : data.name,
});

/** A name is one however it is spelled. */
const refuseTaken = (state: Occupations, { occupation_id, name }: { occupation_id: string; name: string }): void => {
  const isTaken = Object.entries(state).some(
    ([id, other]) => id !== occupation_id && other !== undefined && searchText(other) === searchText(name),
  );
  const text = 'There is an occupation of this name already';
  if (isTaken) throw new Refusal('occupation-exists', text, { name: [text] }, 409);
};

const decide = (command: OccupationCommand, state: Occupations): OccupationEvent[] => {
  const { occupation_id } = command.data;
  const isKnown = Object.hasOwn(state, occupation_id);
  const present = state[occupation_id];
  switch (command.type) {
    case 'AddOccupation':
      if (present === command.data.name) return [];
      if (isKnown) throw new Refusal('occupation-exists', 'This occupation was already added', {}, 409);
      refuseTaken(state, command.data);
      return [{ type: 'OccupationAdded', data: command.data }];
    case 'RenameOccupation':
      if (present === undefined) throw new Refusal('not-found', 'This does not exist', {}, 404);
      refuseTaken(state, command.data);
      return present === command.data.name ? [] : [{ type: 'OccupationRenamed', data: command.data }];
    case 'RemoveOccupation':
      if (!isKnown) throw new Refusal('not-found', 'This does not exist', {}, 404);
      return present === undefined ? [] : [{ type: 'OccupationRemoved', data: { occupation_id } }];
  }
};

/** The whole list, one stream: it is short, and no two of its names are the same. */
export const occupations: Decider<Occupations, OccupationCommand, OccupationEvent> = { initial: {}, evolve, decide };
