import { randomUUID } from 'node:crypto';
import type { AccessLedger, Read } from '#infra/access-ledger/access-ledger';

/** A ledger that can be closed and opened again. */
export interface LedgerUnderTest {
  open(): Promise<AccessLedger>;
  /** A file for a copy, and the ledger in it. */
  copy(): { file: string; open(): Promise<AccessLedger> };
  dispose(): Promise<void>;
}

export const aRead = (change: Partial<Read> = {}): Read => ({
  at: '2026-03-01T10:00:00.000Z',
  user_id: randomUUID(),
  reader_organization_id: null,
  patient_id: randomUUID(),
  organization_id: randomUUID(),
  relation: 'own-organization',
  connection_id: null,
  kind: 'Lab results',
  address: '10.0.0.7',
  ...change,
});

const all = { skip: 0, take: 100 };

/** What every engine of the access ledger does. */
export const describeLedger = (name: string, make: () => Promise<LedgerUnderTest>): void => {
  describe(`the access ledger in ${name}`, () => {
    let under: LedgerUnderTest;
    let ledger: AccessLedger;
    beforeEach(async () => {
      under = await make();
      ledger = await under.open();
    });
    afterEach(async () => {
      await ledger.close();
      await under.dispose();
    });

    const again = async () => {
      await ledger.close();
      ledger = await under.open();
    };
    const found = async (query: Partial<Parameters<AccessLedger['find']>[0]>) => (await ledger.find({ ...all, ...query })).items;

    it('is empty at first, and whole', async () => {
      expect(await ledger.find(all)).toEqual({ items: [], overall_count: 0, up_to: 0 });
      expect(await ledger.gaps(10)).toEqual([]);
      expect(await ledger.check()).toEqual({ reads: 0, batches: 0, wrong: [] });
    });

    it('gives back what was written as it was, the newest first, also after a restart', async () => {
      const [first, second, third] = [aRead(), aRead({ connection_id: randomUUID(), reader_organization_id: randomUUID() }), aRead()];
      await ledger.append({ reads: [first, second] });
      await ledger.append({ reads: [third], ended: true });
      const items = [
        { ...third, number: 3 },
        { ...second, number: 2 },
        { ...first, number: 1 },
      ];
      expect(await ledger.find(all)).toEqual({ items, overall_count: 3, up_to: 3 });
      await again();
      expect(await ledger.find(all)).toEqual({ items, overall_count: 3, up_to: 3 });
    });

    it('pages without moving with what is written meanwhile', async () => {
      await ledger.append({ reads: Array.from({ length: 5 }, () => aRead()) });
      const { up_to, items } = await ledger.find({ skip: 0, take: 2 });
      expect(items.map(({ number }) => number)).toEqual([5, 4]);
      await ledger.append({ reads: [aRead()] });
      const second = await ledger.find({ skip: 2, take: 2, up_to });
      expect(second).toMatchObject({ overall_count: 5, up_to: 5, items: [{ number: 3 }, { number: 2 }] });
    });

    it('finds reads of records, by people and within times', async () => {
      const [ada, ida] = [randomUUID(), randomUUID()];
      const early = aRead({ user_id: ada, at: '2026-02-01T00:00:00.000Z' });
      const late = aRead({ user_id: ida, patient_id: early.patient_id, at: '2026-03-01T00:00:00.000Z' });
      await ledger.append({ reads: [early, late, aRead()] });
      const { patient_id } = early;
      expect(await found({ patient_ids: [patient_id, randomUUID()] })).toMatchObject([late, early]);
      expect(await found({ patient_ids: [] })).toEqual([]);
      expect(await found({ patient_ids: [patient_id], not_by: ada })).toMatchObject([late]);
      expect(await found({ user_ids: [ada] })).toMatchObject([early]);
      expect(await found({ patient_ids: [patient_id], from: late.at })).toMatchObject([late]);
      expect(await found({ patient_ids: [patient_id], to: late.at })).toMatchObject([early]);
    });

    it('finds reads of some records up to a time of each', async () => {
      const [own, once, never] = [randomUUID(), randomUUID(), randomUUID()];
      const [before, after] = ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'];
      const reads = [own, once, never].flatMap((patient_id) => [aRead({ patient_id, at: before }), aRead({ patient_id, at: after })]);
      await ledger.append({ reads });
      const until = [{ patient_id: once, before: after }];
      expect(await found({ patient_ids: [own], until })).toMatchObject([reads[2], reads[1], reads[0]]);
      expect(await ledger.find({ patient_ids: [], until, skip: 0, take: 0 })).toMatchObject({ overall_count: 1 });
    });

    it('finds for a clinic what its people read and what was read of its records, each once', async () => {
      const [clinic, other] = [randomUUID(), randomUUID()];
      const inside = aRead({ reader_organization_id: clinic, organization_id: clinic });
      const across = aRead({ reader_organization_id: clinic, organization_id: other });
      const ofOurs = aRead({ reader_organization_id: other, organization_id: clinic });
      const patients = aRead({ reader_organization_id: null, organization_id: clinic });
      await ledger.append({ reads: [inside, aRead({ reader_organization_id: other, organization_id: other }), across, ofOurs, patients] });
      expect(await found({ organization_id: clinic })).toMatchObject([patients, ofOurs, across, inside]);
      expect(await ledger.find({ organization_id: clinic, skip: 1, take: 2 })).toMatchObject({
        overall_count: 4,
        items: [ofOurs, across],
      });
      expect(await found({ organization_id: clinic, user_ids: [across.user_id] })).toMatchObject([across]);
    });

    it('keeps how many reads are missing, and between when', async () => {
      const gap = { from: '2026-03-01T10:00:00.000Z', to: '2026-03-01T10:05:00.000Z' };
      await ledger.append({ reads: [aRead()], missing: { count: 12, ...gap } });
      expect(await ledger.gaps(10)).toEqual([{ ...gap, missing: 12 }]);
    });

    it('tells of a process that ended without saying so, and not of one that did', async () => {
      await ledger.append({ reads: [aRead()], ended: true });
      await again();
      await ledger.append({ reads: [aRead()] });
      expect(await ledger.gaps(10)).toEqual([]);
      await again();
      expect(await ledger.gaps(10)).toEqual([]); // nothing was read since: nothing is missing
      await ledger.append({ reads: [aRead()] });
      await ledger.append({ reads: [aRead()] });
      const [gap, ...more] = await ledger.gaps(10);
      expect(gap).toMatchObject({ missing: null });
      expect(gap!.from <= gap!.to).toBe(true);
      expect(more).toEqual([]);
    });

    it('holds everything against its chain, over restarts and in a copy', async () => {
      await ledger.append({ reads: [aRead({ address: 'ü "quoted" \\' }), aRead()] });
      await again();
      await ledger.append({ reads: [], missing: { count: 1, from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' } });
      await ledger.append({ reads: [aRead()], ended: true });
      expect(await ledger.check()).toEqual({ reads: 3, batches: 3, wrong: [] });
      const copied = under.copy();
      await ledger.copyTo(copied.file);
      await ledger.append({ reads: [aRead()] });
      const copy = await copied.open();
      expect(await copy.check()).toEqual({ reads: 3, batches: 3, wrong: [] });
      await copy.append({ reads: [aRead()] });
      expect(await copy.check()).toEqual({ reads: 4, batches: 4, wrong: [] });
      await copy.close();
    });

    it('refuses work once it is closed', async () => {
      await ledger.close();
      await expect(ledger.append({ reads: [aRead()] })).rejects.toThrow(/closed/);
    });
  });
};
