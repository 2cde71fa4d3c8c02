import { Statistics } from './statistics.ts';

describe('what is counted of a consumer', () => {
  it('gives rates since the beginning and since the last look', () => {
    const statistics = new Statistics(0);
    const send = (count: number) => Array.from({ length: count }, () => statistics.sent());
    send(10);
    expect(statistics.measure(1000)).toEqual({ total: 10, countSince: 10, averagePerSecond: 10, rateSince: 10 });
    send(20);
    expect(statistics.measure(1500)).toEqual({ total: 30, countSince: 20, averagePerSecond: 20, rateSince: 40 });
  });

  it('gives the times of the last thousand answers', () => {
    const statistics = new Statistics(0);
    for (let time = 1; time <= 1500; time += 1) statistics.answered(time);
    const observed = new Map(statistics.observed());
    expect(observed.get('Fastest')).toBe(501);
    expect(observed.get('Highest')).toBe(1500);
    expect(observed.get('Quintile 3')).toBe(1100);
    expect(observed.get('99%')).toBe(1490);
    expect(observed.get('Median')).toBe(1000);
  });

  it('gives zeros before there was an answer', () => {
    expect(new Set(new Statistics(0).observed().map(([, time]) => time))).toEqual(new Set([0]));
  });
});
