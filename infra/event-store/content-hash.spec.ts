import { createHmac } from 'node:crypto';
import fc from '#tests/support/fast-check';
import { canonicalJson } from './canonical-json.ts';
import { ContentHashes } from './content-hash.ts';

const metadata = {
  schema: 1,
  command_id: '0b0e9f7e-4a8c-4f55-8c5e-2b9a1f0a9b7c',
  correlation_id: 'c',
  actor: { system: 'seed' },
  key_ids: ['k'],
  recorded_at: '2026-03-04T08:15:00.000Z',
};
const event = { id: '7f3f5d0e-6f0e-4b57-9d0a-0a8f4b1f2c3d', type: 'PatientAdded', data: Buffer.from('sealed'), metadata };

const secret = Buffer.from('0123456789abcdef0123456789abcdef');
const hashes = new ContentHashes(secret);

/** The encoding as documented, written the slow way. */
const plainly = (stream: string, revision: number, id: string, type: string, envelope: string, data: Uint8Array): string => {
  const count = Buffer.alloc(8);
  count.writeBigUInt64BE(BigInt(revision));
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(data.byteLength));
  const texts = [stream, id, type, envelope].flatMap((text) => {
    const bytes = Buffer.from(text);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.byteLength);
    return [length, bytes];
  });
  return createHmac('sha256', secret)
    .update(Buffer.concat([count, ...texts, size, data]))
    .digest('hex');
};

describe('content hash', () => {
  it('stays what it was when the first events were stored', () => {
    expect(hashes.of('patient-1', 0, event)).toBe('43e4bb9db40fcea6b47563ac3d5ccb59d006f0847c34209e308cbc44d6739aa3');
  });

  it('is the HMAC-SHA-256 of the documented encoding, whatever the sizes', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    const data = fc.oneof(
      fc.uint8Array(),
      fc.constantFrom(32_767, 32_768, 32_769, 200_000).map((size) => new Uint8Array(size).fill(3)),
    );
    const envelope = fc.oneof(text, fc.constantFrom('ü'.repeat(30_000), 'x'.repeat(70_000)));
    fc.assert(
      fc.property(text, fc.maxSafeNat(), text, text, envelope, data, (stream, revision, id, type, json, bytes) => {
        expect(hashes.ofParts(stream, revision, id, type, json, bytes).toString('hex')).toBe(
          plainly(stream, revision, id, type, json, bytes),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('differs when any part differs, also where parts only move their border', () => {
    const all = [
      hashes.of('patient-1', 0, event),
      hashes.of('patient-2', 0, event),
      hashes.of('patient-1', 1, event),
      hashes.of('patient-1', 2 ** 32, event),
      hashes.of('patient-1', 0, { ...event, id: '7f3f5d0e-6f0e-4b57-9d0a-0a8f4b1f2c3e' }),
      hashes.of('patient-1', 0, { ...event, type: 'PatientAdde' }),
      hashes.of('patient-1', 0, { ...event, data: Buffer.from('sealef') }),
      hashes.of('patient-1', 0, { ...event, metadata: { ...metadata, schema: 2 } }),
      hashes.ofParts('ab', 0, 'c', 'd', '{}', Buffer.of()).toString('hex'),
      hashes.ofParts('a', 0, 'bc', 'd', '{}', Buffer.of()).toString('hex'),
      hashes.ofParts('a', 0, 'b', 'cd', '{}', Buffer.of()).toString('hex'),
      hashes.ofParts('ab', 0, 'c', 'd', '{', Buffer.from('}')).toString('hex'),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('is another one under another secret', () => {
    expect(new ContentHashes(Buffer.alloc(32, 1)).of('patient-1', 0, event)).not.toBe(hashes.of('patient-1', 0, event));
  });

  it('does not depend on the order of the envelope', () => {
    const turned = Object.fromEntries(Object.entries(metadata).reverse()) as typeof metadata;
    expect(hashes.of('patient-1', 0, { ...event, metadata: turned })).toBe(hashes.of('patient-1', 0, event));
  });
});

describe('canonical JSON', () => {
  it('sorts keys at every depth and leaves out what is undefined', () => {
    expect(canonicalJson({ b: [{ z: 1, a: null }], a: 'ü"', c: undefined, A: true })).toBe('{"A":true,"a":"ü\\"","b":[{"a":null,"z":1}]}');
  });

  it('has the keys in the order of their code units, however many there are', () => {
    const keys = fc.uniqueArray(fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom('10', '9', 'a', 'B')), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(keys, (names) => {
        const text = names
          .toSorted()
          .map((name) => `${JSON.stringify(name)}:1`)
          .join(',');
        expect(canonicalJson(Object.fromEntries(names.map((name) => [name, 1])))).toBe(`{${text}}`);
      }),
    );
  });

  it('reads back as what it was', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value))));
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))));
  });

  it.each([[NaN], [Infinity], [1n], [() => 1], [[undefined]], [undefined]])('refuses what JSON cannot hold (%p)', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });
});
