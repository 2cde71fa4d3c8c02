import { searchText } from '#contracts/rules/search-text';

/** What the reservation of a parameter's name is called; the refusal of a taken one names the field of that name. */
export const NAME = 'name';

/** The value that is reserved: a name is one however it is spelled. */
export const reservedName = (name: string): string => `measurement-parameter:${searchText(name)}`;
