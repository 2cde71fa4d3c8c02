import { z } from 'zod';
import { Comment, Version } from '../wire/primitives.ts';
import type { OpenQuestion } from '../wire/open-questions.ts';
import type { AcceptedDoubt } from './accepted-doubts.ts';

/** 'It is right as it stands', said of all open questions of an item: the version that was looked at, and a reason. */
export const ExternalAcceptance = z.object({ version: Version, comment: Comment.default('Right as it stands') });
export type ExternalAcceptance = z.infer<typeof ExternalAcceptance>;

interface Asking {
  asks?: OpenQuestion[] | undefined;
}
interface AskingEntry extends Asking {
  entry_id: string;
}

/** An item of any kind: its questions stand with itself, or with its values. */
export interface AskingItem extends Asking {
  parameters?: readonly (AskingEntry | { parameter_id: string })[];
  measurements?: readonly AskingEntry[];
}

const entriesOf = ({ parameters = [], measurements = [] }: AskingItem): AskingEntry[] =>
  [...parameters, ...measurements].flatMap((entry) => ('entry_id' in entry ? [entry] : []));

/** All open questions of an item, each with the value that it is about. */
export const questionsOf = (item: AskingItem): AcceptedDoubt[] => [
  ...(item.asks ?? []).map((asked) => ({ ...asked, field: 'item' })),
  ...entriesOf(item).flatMap(({ entry_id, asks = [] }) => asks.map((asked) => ({ ...asked, field: 'value', entry_id }))),
];

const apart = <T extends object>(said: T): T => {
  const { asks: _asks, ...rest } = said as T & Asking;
  return rest as T;
};

/** The same content with no question open. */
export const withoutQuestions = <T extends object>(content: T): T => {
  const { parameters, measurements } = content as AskingItem;
  return {
    ...apart(content),
    ...(parameters ? { parameters: parameters.map(apart) } : {}),
    ...(measurements ? { measurements: measurements.map(apart) } : {}),
  };
};
