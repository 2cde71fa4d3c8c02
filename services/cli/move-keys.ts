import { dirname } from 'node:path';
import { makeFolder } from '#infra/data-folder/make-folder';
import { allRows, copyRows, isCopied, isNeedless, type KeyRows } from '#infra/keys/key-rows';
import type { MongoKeyRows } from '#infra/keys/mongodb/mongo-key-rows';
import { KeyFile } from '#infra/keys/key-file';
import { OperationFailed } from './control.ts';
import { keyClaims, keyFileIn } from './keys-engine.ts';
import type { Movable } from './move-contents.ts';

const count = async (rows: KeyRows): Promise<number> => {
  let number = 0;
  for await (const { id } of allRows(rows)) if (id !== null) number += 1;
  return number;
};

const assertNeedless = async (place: KeyRows, other: KeyRows | undefined): Promise<void> => {
  const isFine = other ? await isNeedless(place, other) : (await count(place)) === 0;
  if (isFine) return;
  const [where, elsewhere] = place instanceof KeyFile ? ['data folder', 'database'] : ['database', 'data folder'];
  throw new OperationFailed(
    `The ${where} holds keys that the ${elsewhere} does not have: they are not of a move that was broken off. Nothing was removed. ` +
      `Find out which of them are the newest, and put the others away`,
  );
};

/** Keys are copied wrapped as they are, so that moving needs no key-encryption key. */
const copyAll = async (source: KeyRows, target: KeyRows, progress: (text: string) => void): Promise<readonly string[]> => {
  if ((await source.check()) === undefined) throw new OperationFailed('There are no keys in the place to move them from');
  await assertNeedless(target, source);
  await copyRows(source, target, (rows) => progress(`${rows} keys`));
  progress('Reading them back');
  if (!(await isCopied(source, target))) throw new OperationFailed('The keys do not read back');
  return [];
};

/** Keys, as `npx anamnesis move` moves them. */
export const movableKeys: Movable<KeyRows, MongoKeyRows> = {
  claims: keyClaims,
  noun: 'key',
  mayBeNone: false,
  openFolder: async (data) => {
    makeFolder(dirname(keyFileIn(data)));
    return new KeyFile(keyFileIn(data));
  },
  emptyFolder: (data) => KeyFile.erase(keyFileIn(data)),
  copy: copyAll,
  assertNeedless,
  count,
};
