import { randomUUID } from 'node:crypto';
import { type Engines, openEngines } from '#tests/support/engines';
import { codeInAddress, codeOf, issueCode, matchingCode, readCode } from './codes.ts';

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

describe('codes', () => {
  it('are made again from what is stored, and recognised', async () => {
    const subject = randomUUID();
    const issued = issueCode(1000);
    const code = await codeOf(engines.keys, 'verification', subject, issued.nonce);
    expect(readCode(codeInAddress(subject, code))).toEqual({ subject_id: subject, code });
    expect(await matchingCode(engines.keys, 'verification', { subject_id: subject, code }, [issued])).toBe(issued);
    expect(JSON.stringify(issued)).not.toContain(code);
  });

  it('open nothing for another subject, purpose or after their time', async () => {
    const subject = randomUUID();
    const issued = issueCode(1000);
    const right = await codeOf(engines.keys, 'recovery', subject, issued.nonce);
    const others = [
      await codeOf(engines.keys, 'recovery', randomUUID(), issued.nonce),
      await codeOf(engines.keys, 'verification', subject, issued.nonce),
      `${right.slice(0, -1)}${right.endsWith('A') ? 'B' : 'A'}`,
      '',
    ];
    const match = (code: string, codes = [issued], now?: Date) =>
      matchingCode(engines.keys, 'recovery', { subject_id: subject, code }, codes, now);
    for (const other of others) expect(await match(other)).toBeUndefined();
    expect(await match(right, [issued], new Date(Date.now() + 1001))).toBeUndefined();
    expect(await match(right, [])).toBeUndefined();
    expect(await match(right)).toBe(issued);
  });

  it.each(['', 'x', randomUUID(), `${randomUUID()}.short`, `../${randomUUID()}.${'a'.repeat(43)}`, `${randomUUID()}.${'a'.repeat(43)}\n`])(
    'are not read from %j',
    (address) => expect(readCode(address)).toBeUndefined(),
  );
});
