import { FileDamaged, type Files } from './files.ts';

/** The bytes of a file; 'damaged' if they are known to be incomplete; undefined if there is no such file. */
export const bytesOf = async (files: Files, name: string): Promise<Uint8Array | 'damaged' | undefined> => {
  try {
    return await files.get(name);
  } catch (error) {
    if (error instanceof FileDamaged) return 'damaged';
    throw error;
  }
};
