import { bytesOf } from '#infra/files/bytes-of';
import type { Files } from '#infra/files/files';
import { OperationFailed } from './control.ts';

const TOLD_EVERY = 500;

const isSame = (a: Uint8Array | 'damaged' | undefined, b: Uint8Array): boolean => a instanceof Uint8Array && Buffer.compare(a, b) === 0;

export interface CopyFilesOptions {
  progress: (text: string) => void;
  /** Whether a file is copied. Default: all are. */
  isWanted?: (name: string) => boolean;
}

/** Names of the files that the target has now, and of those that are damaged in the source and were left out. */
export interface CopiedFiles {
  names: ReadonlySet<string>;
  damaged: readonly string[];
}

/**
 * Copies files that the target does not have with the same bytes; each is read back.
 * @throws OperationFailed if one does not read back
 */
export const copyFiles = async (
  source: Files,
  target: Files,
  { progress, isWanted = () => true }: CopyFilesOptions,
): Promise<CopiedFiles> => {
  const names = new Set<string>();
  const damaged: string[] = [];
  for await (const { name } of source.list('')) {
    const bytes = isWanted(name) ? await bytesOf(source, name) : undefined;
    if (bytes === undefined) continue; // unwanted, or removed since it was listed
    if (bytes === 'damaged') {
      damaged.push(name);
      continue;
    }
    if (!isSame(await bytesOf(target, name), bytes)) {
      await target.put(name, bytes);
      if (!isSame(await bytesOf(target, name), bytes)) throw new OperationFailed(`The file ${name} does not read back`);
    }
    names.add(name);
    if (names.size % TOLD_EVERY === 0) progress(`${names.size} files`);
  }
  return { names, damaged };
};
