import fc from '#tests/support/fast-check';
import { randomBytes } from 'node:crypto';
import { Forged, seal, sealing, unseal, unsealing } from './sealing.ts';

const key = randomBytes(32);
const joined = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
};
async function* chunked(...chunks: Uint8Array[]) {
  yield* chunks;
}
const bytes = fc.uint8Array({ maxLength: 300 });

describe('sealing', () => {
  it('opens what it sealed', () => {
    fc.assert(
      fc.property(bytes, fc.string({ unit: 'binary' }), (plain, associated) => {
        expect(Buffer.from(unseal(key, seal(key, plain, associated), associated))).toEqual(Buffer.from(plain));
      }),
    );
  });

  it('finds any single flipped bit', () => {
    fc.assert(
      fc.property(bytes, fc.nat(), (plain, at) => {
        const box = Uint8Array.from(seal(key, plain, 'here'));
        const bit = at % (box.length * 8);
        box[bit >> 3]! ^= 1 << (bit & 7);
        expect(() => unseal(key, box, 'here')).toThrow(Forged);
      }),
    );
  });

  it('finds a box that was moved to another place', () => {
    fc.assert(
      fc.property(bytes, fc.string(), fc.string(), (plain, here, there) => {
        fc.pre(here !== there);
        expect(() => unseal(key, seal(key, plain, here), there)).toThrow(Forged);
      }),
    );
  });

  it('finds a box that was cut short, at every length', () => {
    const box = seal(key, Buffer.from('potassium'), 'here');
    for (let length = 0; length < box.length; length++) expect(() => unseal(key, box.subarray(0, length), 'here')).toThrow(Forged);
  });

  it('does not open under another key', () => {
    expect(() => unseal(randomBytes(32), seal(key, Buffer.from('potassium'), 'here'), 'here')).toThrow(Forged);
  });

  it('never seals alike twice', () => {
    const plain = Buffer.from('potassium');
    expect(seal(key, plain, 'here')).not.toEqual(seal(key, plain, 'here'));
  });

  it('refuses a key that is not 32 bytes long', () => {
    expect(() => seal(randomBytes(16), Buffer.from('potassium'), 'here')).toThrow(/key length/i);
  });
});

describe('sealing by chunk', () => {
  const large = randomBytes(700_001);
  const opened = (box: Uint8Array, associated = 'here', under = key) =>
    joined(unsealing(under, async (start, length) => box.subarray(start, start + length), box.length, associated));

  it('makes the same boxes, whatever the chunks are', async () => {
    for (const chunks of [[], [large], [large.subarray(0, 1), new Uint8Array(), large.subarray(1)]]) {
      const plain = Buffer.concat(chunks);
      const box = await joined(sealing(key, chunked(...chunks), 'here'));
      expect(box).toHaveLength(seal(key, plain, 'here').length);
      expect(plain.equals(unseal(key, box, 'here'))).toBe(true);
      expect(plain.equals(await opened(box))).toBe(true);
    }
    expect(large.equals(await opened(seal(key, large, 'here')))).toBe(true);
  });

  it('finds at the end what was altered, cut short, moved or sealed under another key', async () => {
    const box = seal(key, large, 'here');
    for (const at of [0, 12, 300_000, box.length - 1]) {
      const altered = Uint8Array.from(box);
      altered[at]! ^= 1;
      await expect(opened(altered)).rejects.toThrow(Forged);
    }
    for (const length of [0, 27, box.length - 1]) await expect(opened(box.subarray(0, length))).rejects.toThrow(Forged);
    await expect(opened(box, 'there')).rejects.toThrow(Forged);
    await expect(opened(box, 'here', randomBytes(32))).rejects.toThrow(Forged);
  });
});
