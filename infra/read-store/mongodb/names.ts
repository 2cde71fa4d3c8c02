import { checkedCollection, stepsOf } from '../names.ts';

/** Prefix of document collections, which distinguishes them from checkpoints and settings. */
export const PREFIX = 'documents.';

/** The MongoDB name of a collection of the port. @throws TypeError for an invalid name */
export const collectionOf = (collection: string): string => `${PREFIX}${checkedCollection(collection)}`;

/** The path of a (dotted) field in a stored document. @throws TypeError for an invalid name */
export const pathOf = (field: string): string => `data.${stepsOf(field).join('.')}`;
