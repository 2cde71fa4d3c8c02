import { Beside, type BesidePart, besideLetters, besideWithin, MAX_BESIDE_LENGTH, MAX_BESIDE_LETTERS, withBeside } from './beside.ts';

const specimen = (text: string): BesidePart => ({ element: 'specimen', text });
const method: BesidePart = { element: 'method', text: 'Photometry' };
const inFile = (parts: BesidePart[], missing: Record<string, string[]> = {}) => ({
  parts,
  missing: new Map(Object.entries(missing).map(([element, texts]) => [element, new Set(texts)])),
});

describe('withBeside', () => {
  it('keeps what an earlier file said of what this one lacks', () => {
    const before = [specimen('Serum, hemolyzed'), method];
    expect(withBeside(before, inFile([method], { specimen: [] }))).toEqual(before);
    expect(withBeside(before, inFile([specimen('Blood'), method], { specimen: ['Blood'] }))).toEqual(before);
  });

  it('follows this file where it has all that an element refers to, or nothing of it any more', () => {
    expect(withBeside([specimen('Serum')], inFile([specimen('Plasma'), method]))).toEqual([specimen('Plasma'), method]);
    expect(withBeside([specimen("another patient's serum"), method], inFile([method]))).toEqual([method]);
    expect(withBeside([specimen('Serum')], inFile([]))).toBeUndefined();
  });

  it('joins what two files have in part, without saying less for sure than one of them', () => {
    const both = (before: string, now: string, missing: string[]) =>
      withBeside([specimen(before)], inFile([specimen(now)], { specimen: missing }))?.[0]?.text;
    expect(both('Dr. Roe; Dr. Who', 'Dr. Who', [])).toBe('Dr. Roe; Dr. Who');
    expect(both('Dr. Roe', 'Dr. Who', [])).toBe('Dr. Roe; Dr. Who');
    expect(both('HIV infection; Anemia', 'HIV infection (refuted); Anemia', ['Anemia'])).toBe('Anemia; HIV infection (refuted)');
    expect(both('Ann', 'Anna Lee', [])).toBe('Ann; Anna Lee');
  });

  it('comes to rest however often two files are taken', () => {
    const [one, other] = [
      inFile([specimen('A, urgent; B')], { specimen: ['B'] }),
      inFile([specimen(`A; B, ${'x'.repeat(990)} …`)], { specimen: ['A'] }),
    ];
    const first = withBeside(withBeside(undefined, one), other);
    expect(withBeside(withBeside(first, one), other)).toEqual(first);
    expect(Beside.safeParse(first).success).toBe(true);
  });
});

describe('besideWithin', () => {
  const parts = (count: number, length: number): BesidePart[] =>
    Array.from({ length: count }, (_, n) => ({ element: `part${n}`, text: 'x'.repeat(length) }));
  const lettersOf = (beside: Beside) => (beside ?? []).reduce((sum, { text }) => sum + text.length, 0);

  it('leaves what fits, and is undefined of nothing', () => {
    expect(besideWithin(parts(2, 1000))).toEqual(parts(2, 1000));
    expect(besideWithin([])).toBeUndefined();
  });

  it('cuts what is too long, and says how many parts are left out', () => {
    const cut = besideWithin(parts(5, 900))!;
    expect(cut.map(({ element }) => element)).toEqual(['part0', 'part1', 'part2']);
    expect(cut[2]!.text).toMatch(/^x{150,} … and 2 more parts$/);
    expect(lettersOf(cut)).toBeLessThanOrEqual(MAX_BESIDE_LETTERS + 30);
    expect(besideWithin(parts(2, 1000), 1000)![0]!.text).toMatch(/^x{900,} … and 1 more part$/);
    expect(Beside.safeParse(besideWithin(parts(60, MAX_BESIDE_LENGTH * 2), 1)).success).toBe(true);
  });

  it('has room beside each of many values of one item', () => {
    expect(besideLetters(1)).toBe(MAX_BESIDE_LETTERS);
    for (const values of [300, 1000, 3000])
      expect(lettersOf(besideWithin(parts(9, 800), besideLetters(values))) * values).toBeLessThan(250_000);
  });
});
