import { createHash, hash } from 'node:crypto';
import { join } from 'node:path';
import { ContentHashes } from '#infra/event-store/content-hash';
import { loadKeyEncryptionKey } from '#infra/keys/key-encryption-key';
import { openSqliteKeys } from '#infra/keys/sqlite/sqlite-keys';

/** For logs without a key store of their own. */
export const hashes = new ContentHashes(Buffer.alloc(32, 7));

/** As anybody can make them who knows how, without a key: SHA-256 over the same bytes. */
export class UnkeyedHashes extends ContentHashes {
  constructor() {
    super(Buffer.alloc(32));
  }

  protected override digest(...parts: Uint8Array[]): Buffer {
    if (parts.length === 1) return hash('sha256', parts[0]!, 'buffer');
    const all = createHash('sha256');
    for (const part of parts) all.update(part);
    return all.digest();
  }
}

/** Under the keys of a data folder in which no process runs. */
export const hashesIn = async (data: string): Promise<ContentHashes> => {
  const kek = await loadKeyEncryptionKey(join(data, 'key-encryption-key'), { create: false });
  const keys = await openSqliteKeys({ folder: join(data, 'keys'), kek });
  try {
    return await ContentHashes.under(keys);
  } finally {
    await keys.close();
  }
};
