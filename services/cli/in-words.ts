import { isNativeError } from 'node:util/types';
import { WrongSettings } from '#infra/config/configuration';
import { DataFolderInUse, DataFolderUnusable } from '#infra/data-folder/data-folder';
import { StorageFailed, StorageFull, StoreUnavailable } from '#infra/event-store/event-store';
import { ForeignLog } from '#infra/event-store/foreign-log';
import { UnusableServer } from '#infra/event-store/eventstoredb/connection';
import { FilesUnavailable } from '#infra/files/files';
import { KeyEncryptionKeyUnusable } from '#infra/keys/key-encryption-key';
import { KeysUnavailable } from '#infra/keys/keys';
import { MessagingUnavailable } from '#infra/messaging/messaging';
import { ReadStoreUnavailable } from '#infra/read-store/read-store';
import { OperationFailed } from './control.ts';
import { RestoreUnfinished } from './engines.ts';
import { EventsMoved } from './move-mark.ts';

/** Errors that are the person's to mend: their text is enough. */
const meant = [
  WrongSettings,
  DataFolderInUse,
  DataFolderUnusable,
  KeyEncryptionKeyUnusable,
  KeysUnavailable,
  OperationFailed,
  RestoreUnfinished,
  EventsMoved,
  ForeignLog,
  StorageFailed,
  StorageFull,
  StoreUnavailable,
  ReadStoreUnavailable,
  FilesUnavailable,
  MessagingUnavailable,
  UnusableServer,
];

/** What the operating system says of a file or folder. */
const ofPath: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'it can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full for this user',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of this path is no folder',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
};

/** What SQLite says of its disk; the lower byte of its code is the kind of the error. */
const ofDatabase: Readonly<Record<number, string>> = {
  8: 'The data can only be read: look at the permissions of the data folder and at its disk',
  10: 'The disk failed: look at it, then try again',
  13: 'The disk is full: make room, then try again',
  14: 'A file of the data cannot be opened: look at the permissions of the data folder and at its disk',
};

type SystemError = NodeJS.ErrnoException & { address?: string; port?: number; errcode?: number };

/** An error in words for the person at the terminal; undefined for a fault of the program, of which everything is wanted. */
export const inWords = (error: unknown): string | undefined => {
  if (!isNativeError(error)) return undefined;
  // what a file of keys lies on says more than that it cannot be read
  const isOfCause = error instanceof KeysUnavailable && error.cause !== undefined;
  if (isOfCause) return inWords(error.cause);
  if (meant.some((kind) => error instanceof kind)) return error.message;
  const { code = '', syscall, path, address, port, errcode } = error as SystemError;
  if (code === 'ERR_SQLITE_ERROR' && errcode !== undefined && ofDatabase[errcode & 0xff]) return ofDatabase[errcode & 0xff];
  if (code === 'EADDRINUSE') return `Another program listens at port ${port} already. Stop it, or choose another one: PORT`;
  if (syscall === 'listen' || syscall === 'getaddrinfo') return `Nothing can be served there: ${error.message}. See HOST and PORT`;
  const words = syscall === undefined ? undefined : ofPath[code];
  return words && `${path ?? address ?? syscall}: ${words}`;
};
