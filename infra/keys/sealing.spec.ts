import fc from '#tests/support/fast-check';
import { randomBytes } from 'node:crypto';
import { Forged, seal, unseal } from './sealing.ts';

const key = randomBytes(32);
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
