import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyDestroyed, type Keys, KeysUnavailable } from '#infra/keys/keys';

/** One store on its own; `open` opens it again after a close, as after a restart. */
export interface KeysUnderTest {
  open(): Promise<Keys>;
  /** A store over what `copyTo` wrote. */
  openCopy(folder: string): Promise<Keys>;
  dispose(): Promise<void>;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** What every key store does, whatever it is made of. */
export const describeKeys = (name: string, make: () => Promise<KeysUnderTest>): void => {
  describe(`keys: ${name}`, () => {
    let store: KeysUnderTest;
    let keys: Keys;
    const subject = () => `patient:${randomUUID()}`;
    const restart = async () => {
      await keys.close();
      keys = await store.open();
    };

    beforeEach(async () => {
      store = await make();
      keys = await store.open();
    });
    afterEach(async () => {
      await keys.close();
      await store.dispose();
    });

    it('makes a key of 32 bytes for a subject and answers the same one ever after', async () => {
      const patient = subject();
      const made = await keys.ensure(patient);
      expect(made.subject).toBe(patient);
      expect(made.bytes).toHaveLength(32);
      expect(await keys.ensure(patient)).toEqual(made);
      expect(await keys.open(made.id)).toEqual(made);
      await restart();
      expect(await keys.ensure(patient)).toEqual(made);
      expect(await keys.open(made.id)).toEqual(made);
    });

    it('makes no second key for a subject that had one: it is missing', async () => {
      const patient = subject();
      await expect(keys.ensure(patient, async () => false)).rejects.toThrow(KeysUnavailable);
      const made = await keys.ensure(patient, async () => true);
      expect(await keys.ensure(patient, async () => false)).toEqual(made);
      await keys.destroy(patient);
      await expect(keys.ensure(patient, async () => false)).rejects.toThrow(KeyDestroyed);
      const never = subject();
      await keys.destroy(never);
      await expect(keys.ensure(never, async () => false)).rejects.toThrow(KeyDestroyed);
    });

    it('gives each subject a key of its own', async () => {
      const made = await Promise.all(Array.from({ length: 50 }, () => keys.ensure(subject())));
      expect(new Set(made.map(({ id }) => id)).size).toBe(50);
      expect(new Set(made.map(({ bytes }) => hex(bytes))).size).toBe(50);
    });

    it('makes one key where many ask for the same subject at once', async () => {
      const patient = subject();
      const made = await Promise.all(Array.from({ length: 50 }, () => keys.ensure(patient)));
      expect(new Set(made.map(({ id, bytes }) => `${id} ${hex(bytes)}`)).size).toBe(1);
    });

    it('hands out bytes that nobody else can change', async () => {
      const patient = subject();
      const made = await keys.ensure(patient);
      const before = hex(made.bytes);
      made.bytes.fill(0);
      const again = await keys.ensure(patient);
      expect(hex(again.bytes)).toBe(before);
      again.bytes.fill(0);
      expect(hex((await keys.ensure(patient)).bytes)).toBe(before);
    });

    it('destroys the keys of a subject for ever', async () => {
      const patient = subject();
      const { id } = await keys.ensure(patient);
      expect(await keys.destroy(patient)).toEqual([id]);
      expect(await keys.open(id)).toBe('destroyed');
      await expect(keys.ensure(patient)).rejects.toThrow(KeyDestroyed);
      await restart();
      expect(await keys.open(id)).toBe('destroyed');
      await expect(keys.ensure(patient)).rejects.toThrow(KeyDestroyed);
    });

    it('destroys twice without harm and keeps the time of the first', async () => {
      const patient = subject();
      const { id } = await keys.ensure(patient);
      await keys.destroy(patient);
      const first = await listed(keys);
      expect(await keys.destroy(patient)).toEqual([id]);
      expect(await listed(keys)).toEqual(first);
    });

    it('never makes a key for a subject that was erased before it had one', async () => {
      const patient = subject();
      expect(await keys.destroy(patient)).toEqual([]);
      await expect(keys.ensure(patient)).rejects.toThrow(KeyDestroyed);
    });

    it('leaves the keys of all others alone when one is destroyed', async () => {
      const [patient, other] = [subject(), subject()];
      await keys.ensure(patient);
      const kept = await keys.ensure(other);
      await keys.destroy(patient);
      expect(await keys.open(kept.id)).toEqual(kept);
    });

    it('takes a key id it never heard of for a store that is not up to date, not for a destroyed key', async () => {
      await expect(keys.open(randomUUID())).rejects.toThrow(KeysUnavailable);
      await expect(keys.open('')).rejects.toThrow(KeysUnavailable);
      await expect(keys.open("' OR 1=1 --")).rejects.toThrow(KeysUnavailable);
    });

    it('makes one secret per purpose and keeps it', async () => {
      const [tokens, again, reservations] = await Promise.all([keys.secret('tokens'), keys.secret('tokens'), keys.secret('reservations')]);
      expect(tokens).toHaveLength(32);
      expect(hex(again)).toBe(hex(tokens));
      expect(hex(reservations)).not.toBe(hex(tokens));
      await restart();
      expect(hex(await keys.secret('tokens'))).toBe(hex(tokens));
    });

    it('copies itself: a store over the copy opens the same keys and knows the same subjects as destroyed', async () => {
      const [patient, erased] = [subject(), subject()];
      const made = await keys.ensure(patient);
      const { id } = await keys.ensure(erased);
      await keys.destroy(erased);
      const secret = await keys.secret('tokens');
      const folder = await mkdtemp(join(tmpdir(), 'anamnesis-copy-'));
      expect(await keys.copyTo(folder)).toEqual({ keys: 2, destroyed: 1 });
      const later = await keys.ensure(subject());
      const copy = await store.openCopy(folder);
      expect(await copy.open(made.id)).toEqual(made);
      expect(await copy.open(id)).toBe('destroyed');
      await expect(copy.ensure(erased)).rejects.toThrow(KeyDestroyed);
      expect(hex(await copy.secret('tokens'))).toBe(hex(secret));
      await expect(copy.open(later.id)).rejects.toThrow(KeysUnavailable);
      await copy.close();
      await expect(keys.copyTo(folder)).rejects.toThrow(KeysUnavailable);
      await rm(folder, { recursive: true });
    });

    it('lists ids, subjects and times, never key bytes', async () => {
      const [patient, user] = [subject(), `user:${randomUUID()}`];
      const made = [await keys.ensure(patient), await keys.ensure(user)];
      await keys.secret('tokens');
      await keys.destroy(patient);
      const all = await listed(keys);
      expect(all.map(({ id, subject }) => `${id} ${subject}`).sort()).toEqual(made.map(({ id, subject }) => `${id} ${subject}`).sort());
      const destroyed = all.find((key) => key.subject === patient)!;
      expect(destroyed.destroyed_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(all.find((key) => key.subject === user)).not.toHaveProperty('destroyed_at');
      expect(JSON.stringify(all)).not.toContain(hex(made[1]!.bytes));
    });

    it.each(["patient:'; DROP TABLE keys; --", 'patient:"quoted"', 'patient:Ωmega 𝄞', 'patient:$where', 'patient:../../etc'])(
      'takes %j as a name and nothing more',
      async (hostile) => {
        const made = await keys.ensure(hostile);
        const other = await keys.ensure(`${hostile}x`);
        expect(other.id).not.toBe(made.id);
        await keys.destroy(hostile);
        expect(await keys.open(made.id)).toBe('destroyed');
        expect(await keys.open(other.id)).toEqual(other);
      },
    );

    it.each(['', 'patient:\0a', 'x'.repeat(201)])('refuses the subject %j', async (bad) => {
      await expect(keys.ensure(bad)).rejects.toThrow(TypeError);
      await expect(keys.destroy(bad)).rejects.toThrow(TypeError);
      await expect(keys.secret(bad)).rejects.toThrow(TypeError);
    });
  });
};

const listed = async (keys: Keys) => {
  const all = [];
  for await (const key of keys.list()) all.push(key);
  return all;
};
