import fc from 'fast-check';
import { markOf } from '#web/charts/marks.ts';
import { shown } from '#web/charts/shown.ts';
import { point, series } from '#web/charts/fixtures.ts';
import { numbered } from './use-marks.ts';

const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 30 });

describe('the numbers of series, by which they have their colours', () => {
  it('go to those that need to be seen first, in their order', () =>
    expect([...numbered(['glucose', 'sodium', 'iron'], new Map())]).toEqual([
      ['glucose', 1],
      ['sodium', 2],
      ['iron', 3],
    ]));
  it('stay as they are when another series appears, goes, or needs to be seen first by now', () => {
    const before = numbered(['glucose', 'sodium'], new Map());
    const after = numbered(['iron', 'sodium', 'glucose'], numbered(['sodium'], before));
    expect([...after]).toEqual([
      ['glucose', 1],
      ['sodium', 2],
      ['iron', 3],
    ]);
  });
  it('never change and are never given twice, whatever comes and goes', () => {
    fc.assert(
      fc.property(fc.array(ids, { maxLength: 8 }), (turns) => {
        let marks: ReadonlyMap<string, number> = new Map();
        for (const turn of turns) {
          const next = numbered(turn, marks);
          for (const [id, number] of marks) expect(next.get(id)).toBe(number);
          expect(new Set(next.values()).size).toBe(next.size);
          marks = next;
        }
      }),
    );
  });
  it('do not hang on what is shown: hiding one series leaves the look of the others', () => {
    const all = ['glucose', 'sodium', 'iron'];
    const marks = numbered(all, new Map());
    const drawn = all.map((id) => series(id, marks.get(id)!, [point('2020-01-01')]));
    const looks = (choices: Record<string, boolean>) =>
      drawn.filter(({ id }) => shown(drawn, choices).ids.has(id)).map(({ id, mark }) => [id, markOf(mark)]);
    expect(looks({ glucose: false })).toEqual(looks({}).filter(([id]) => id !== 'glucose'));
  });
});
