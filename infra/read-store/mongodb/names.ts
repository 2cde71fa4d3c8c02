import { checkedCollection, stepsOf } from '../names.ts';

/** What the collections of documents are named by, among those of checkpoints and settings. */
export const PREFIX = 'documents.';

/** MongoDB's collection for one of the port's. @throws TypeError for what is no name of one */
export const collectionOf = (collection: string): string => `${PREFIX}${checkedCollection(collection)}`;

/** The path of a (dotted) field within a stored document. @throws TypeError */
export const pathOf = (field: string): string => `data.${stepsOf(field).join('.')}`;
