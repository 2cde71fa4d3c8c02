import type { Keys } from '#infra/keys/keys';
import { Forged, seal, sealing, unseal } from '#infra/keys/sealing';
import type { Files, Source } from './files.ts';

const FORMAT = 1;
const KEY_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Files sealed under the key of the subject they speak of. As stored: a byte for the format, a byte for the length of the key id,
 * the key id (a UUID), the sealed box. The box is bound to name and key id, so that one file cannot be put in another's place.
 */
export class SealedFiles {
  constructor(
    private readonly files: Files,
    private readonly keys: Keys,
  ) {}

  /**
   * Writes to the disk before it resolves; an existing name is replaced. A stream is sealed while it arrives; if it fails, its error is thrown and nothing is stored.
   * @throws KeyDestroyed where the subject was erased, KeysUnavailable
   */
  async put(name: string, source: Source, subject: string): Promise<void> {
    const key = await this.keys.ensure(subject);
    const id = Buffer.from(key.id, 'latin1');
    const head = Buffer.concat([Buffer.of(FORMAT, id.length), id]);
    const associated = place(name, key.id);
    try {
      const isWhole = source instanceof Uint8Array;
      await this.files.put(
        name,
        isWhole ? Buffer.concat([head, seal(key.bytes, source, associated)]) : after(head, sealing(key.bytes, source, associated)),
      );
    } finally {
      key.bytes.fill(0);
    }
  }

  /** 'destroyed' where the subject was erased, undefined where there is no such file. @throws Forged, KeysUnavailable */
  async get(name: string): Promise<Uint8Array | 'destroyed' | undefined> {
    const stored = await this.files.get(name);
    if (!stored) return undefined;
    const { id, box } = parse(stored);
    const key = await this.keys.open(id);
    if (key === 'destroyed') return 'destroyed';
    const bytes = unseal(key.bytes, box, place(name, id));
    key.bytes.fill(0);
    return bytes;
  }

  /** Whether there is such a file, sealed for this subject. @throws KeyDestroyed, KeysUnavailable */
  async isOf(name: string, subject: string): Promise<boolean> {
    const stored = await this.files.get(name);
    if (!stored) return false;
    const key = await this.keys.ensure(subject);
    key.bytes.fill(0);
    return parse(stored).id === key.id;
  }

  /** Removing what is not there is no error. */
  async remove(name: string): Promise<void> {
    await this.files.remove(name);
  }
}

async function* after(head: Uint8Array, box: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  yield head;
  yield* box;
}

const place = (name: string, keyId: string) => `file ${name} ${keyId}`;

const parse = (stored: Uint8Array): { id: string; box: Uint8Array } => {
  const [format, length = 0] = stored;
  const id = Buffer.from(stored.subarray(2, 2 + length)).toString('latin1');
  if (format !== FORMAT || id.length !== length || !KEY_ID.test(id)) throw new Forged();
  return { id, box: stored.subarray(2 + length) };
};
