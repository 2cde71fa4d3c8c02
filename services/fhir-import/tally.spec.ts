import { Tally } from './tally.ts';

describe('elements that are not taken', () => {
  it('are counted by type, the most frequent first, over all units', () => {
    const [all, unit] = [new Tally(), new Tally()];
    all.notTaken('Observation', ['extension']);
    unit.notTaken('Observation', ['issued', 'extension']);
    unit.notTaken('Observation', ['extension']);
    unit.notTaken('Condition', ['meta.profile']);
    all.add(unit);
    expect(all.report().elements).toEqual({ Condition: { 'meta.profile': 1 }, Observation: { extension: 3, issued: 1 } });
    expect(Object.keys(all.report().elements!['Observation']!)).toEqual(['extension', 'issued']);
  });

  it('are no field of the report where there are none', () => expect('elements' in new Tally().report()).toBe(false));

  it('have no end of names', () => {
    const tally = new Tally();
    for (let n = 0; n < 1000; n++) tally.notTaken('Observation', [`odd${n}`]);
    const counts = tally.report().elements!['Observation']!;
    expect(Object.keys(counts)).toHaveLength(201);
    expect(counts['other elements']).toBe(800);
  });
});
