import { WrongSettings } from '#infra/config/configuration';
import { DataFolderInUse } from '#infra/data-folder/data-folder';
import { KeyEncryptionKeyUnusable } from '#infra/keys/key-encryption-key';
import { run } from './commands.ts';
import { OperationFailed } from './control.ts';
import { RestoreUnfinished } from './engines.ts';

/** Errors that are the person's to mend: their text is enough. */
const meant = [WrongSettings, DataFolderInUse, KeyEncryptionKeyUnusable, OperationFailed, RestoreUnfinished];

run(process.argv.slice(2)).catch((error: unknown) => {
  const known = meant.some((kind) => error instanceof kind);
  console.error(known ? (error as Error).message : error);
  process.exit(1);
});
