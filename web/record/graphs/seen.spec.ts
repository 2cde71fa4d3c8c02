import fc from '#tests/support/fast-check';
import { type GraphType, MARKS, PALETTE_SIZE, type SeenSeries } from '#contracts/items/graph-visuals';
import { markOf } from '#web/charts/marks.ts';
import { barMark, markOfColor, ownMark } from './parameter-marks.ts';
import { type Present, withMarks, withShown } from './seen.ts';

const LAB: GraphType = 'lab-results';
const see = (seen: readonly SeenSeries[], present: readonly Present[], type = LAB) =>
  withShown(withMarks(seen, type, present), type, present);
const shownOf = (seen: readonly SeenSeries[], present: readonly Present[]): string[] => {
  const byDefault = new Set(seen.filter(({ shown }) => shown).map(({ parameter_id }) => parameter_id));
  return present.map(({ id }) => id).filter((id) => byDefault.has(id));
};
const markIn = (seen: readonly SeenSeries[], id: string) => seen.find(({ parameter_id }) => parameter_id === id)?.mark;

const normal = (id: string, time = 0): Present => ({ id, parameter: id, need: 0, time });
const abnormal = (id: string, time = 0): Present => ({ id, parameter: id, need: 1, time });
const many = (count: number, make = normal): Present[] => Array.from({ length: count }, (_, index) => make(`s${index}`, index));

/** What a record becomes from one reading to the next: series come, go, change and are measured again. */
const record = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 0, max: 40 }).map((n) => `series ${n}`),
      parameter: fc.constant(''),
      need: fc.constantFrom(0 as const, 1 as const, 2 as const),
      time: fc.integer({ min: 0, max: 50 }),
    }),
    { selector: ({ id }) => id, maxLength: 41 },
  )
  .map((all): Present[] => all.map((one) => ({ ...one, parameter: one.id.slice(0, -1) })));
const readings = fc.array(record, { minLength: 1, maxLength: 8 });

describe('ruling 53: the series shown by default', () => {
  it('are at first the twelve that are abnormal or were measured last', () => {
    const present = [...many(15), abnormal('old and high', -1)];
    const shown = shownOf(see([], present), present);
    expect(shown).toHaveLength(12);
    expect(shown).toContain('old and high');
    expect(shown).not.toContain('s0');
  });
  it('stay shown when a panel is entered, and what became abnormal with it is added', () => {
    const before = many(13);
    const seen = see([], before);
    expect(shownOf(seen, before)).not.toContain('s0');
    const after = [...before.map(({ id }) => (id === 's0' ? abnormal('s0', 99) : normal(id))), abnormal('new', 99), normal('calm', 99)];
    expect(shownOf(see(seen, after), after)).toEqual([...before.map(({ id }) => id), 'new']);
  });
  it('are not added for being abnormal where they were passed over as such, until they are so anew', () => {
    const high = many(14, abnormal);
    const first = see([], high);
    expect(shownOf(first, high)).not.toContain('s0');
    expect(shownOf(see(first, high), high)).not.toContain('s0');
    const calm = high.map((one) => (one.id === 's0' ? normal('s0') : one));
    const again = see(see(first, calm), high);
    expect(shownOf(again, high)).toContain('s0');
    expect(shownOf(again, high)).toHaveLength(13);
  });
  it('are filled up to twelve by what comes later', () => {
    const few = many(3);
    const more = [...few, normal('fourth')];
    expect(shownOf(see(see([], few), more), more)).toHaveLength(4);
  });
  it('are chosen anew for nobody because trends had given them their marks', () => {
    const present = many(15);
    expect(shownOf(see(withMarks([], LAB, present), present), present)).toEqual(shownOf(see([], present), present));
  });
  it('are never hidden by an entry, whatever else it changes', () => {
    fc.assert(
      fc.property(readings, (turns) => {
        let seen: readonly SeenSeries[] = [];
        let before: string[] = [];
        for (const present of turns) {
          seen = see(seen, present);
          const shown = new Set(shownOf(seen, present));
          const there = new Set(present.map(({ id }) => id));
          for (const id of before) if (there.has(id)) expect(shown).toContain(id);
          before = [...new Set([...before, ...shown])];
        }
      }),
    );
  });
  it('gain whatever becomes abnormal', () => {
    fc.assert(
      fc.property(record, record, (before, after) => {
        fc.pre(before.length > 0);
        const seen = see(see([], before), after);
        const wasAbnormal = new Set(before.filter(({ need }) => need > 0).map(({ id }) => id));
        const shown = new Set(shownOf(seen, after));
        for (const { id, need } of after) if (need > 0 && !wasAbnormal.has(id)) expect(shown).toContain(id);
      }),
    );
  });
  it('are the common parameters where nothing else tells', () => {
    const creatinine: Present = { ...normal('z creatinine'), parameter: '2160-0' };
    const present = [...many(15).map(({ id }) => normal(id)), creatinine];
    expect(shownOf(see([], present), present)).toContain(creatinine.id);
  });
  it('never leave out what is critical, however many are shown or were passed over', () => {
    const critical = (id: string): Present => ({ ...abnormal(id), need: 2 });
    const present = [...many(15).map(({ id }) => abnormal(id)), critical('k')];
    expect(shownOf(see([], present), present)).toContain('k');
    const crowd = many(15).map(({ id }) => critical(id));
    expect(shownOf(see([], crowd), crowd)).toHaveLength(15);
    const all = many(15).map(({ id }) => abnormal(id));
    const seen = see([], all);
    const passed = all.find(({ id }) => !shownOf(seen, all).includes(id))!;
    const now = all.map((one) => (one.id === passed.id ? critical(one.id) : one));
    expect(shownOf(see(seen, now), now)).toContain(passed.id);
  });
  it('are the same for who looks again', () => {
    fc.assert(
      fc.property(record, (present) => {
        const seen = see([], present);
        expect(see(seen, present)).toBe(seen);
      }),
    );
  });
});

describe('ruling 53: colour and symbol', () => {
  it('of common parameters are the same for every patient, the safe colours first', () => {
    const creatinine: Present = { ...normal('creatinine|mg/dl o'), parameter: '2160-0' };
    const hemoglobin: Present = { ...normal('hb|g/dl o'), parameter: '718-7' };
    const alone = see([], [hemoglobin]);
    const together = see([], [creatinine, hemoglobin, ...many(30)]);
    expect([markIn(alone, hemoglobin.id), markIn(together, hemoglobin.id), markIn(together, creatinine.id)]).toEqual([2, 2, 1]);
  });
  it('never change, whatever is added, removed or put in another order', () => {
    fc.assert(
      fc.property(readings, (turns) => {
        const given = new Map<string, number | undefined>();
        let seen: readonly SeenSeries[] = [];
        for (const present of turns) {
          seen = withMarks(seen, LAB, present);
          for (const { id } of present) {
            if (given.has(id)) expect(markIn(seen, id)).toBe(given.get(id));
            given.set(id, markIn(seen, id));
          }
        }
      }),
    );
  });
  it('are the same in whatever order series are first seen together', () => {
    fc.assert(
      fc.property(
        record.chain((present) => fc.tuple(fc.constant(present), fc.shuffledSubarray(present, { minLength: present.length }))),
        ([a, b]) => {
          const [one, other] = [withMarks([], LAB, a), withMarks([], LAB, b)];
          for (const { id } of a) expect(markIn(one, id)).toBe(markIn(other, id));
        },
      ),
    );
  });
  it('of two lines with one colour differ in symbol and dash, also between laboratory results and examinations', () => {
    fc.assert(
      fc.property(record, record, (results, measurements) => {
        const seen = withMarks(withMarks([], LAB, results), 'examinations', measurements);
        expect(new Set(seen.map(({ mark }) => mark)).size).toBe(seen.length);
        for (const a of seen) {
          for (const b of seen) {
            const [one, other] = [markOf(a.mark), markOf(b.mark)];
            if (a === b || one.color !== other.color) continue;
            expect([one.symbol === other.symbol, one.dash === other.dash]).toEqual([false, false]);
          }
        }
      }),
    );
  });
  it('keep the colour of the parameter in another unit or of another clinic', () => {
    const units: Present[] = ['mg/dl a', 'umol/l a', 'mg/dl b'].map((unit) => ({ ...normal(`crea|${unit}`), parameter: '2160-0' }));
    const marks = withMarks([], LAB, units).map(({ mark }) => markOf(mark).color);
    expect(new Set(marks)).toEqual(new Set([markOf(ownMark('2160-0')).color]));
  });
  it('that a person chose are left alone by what comes later', () => {
    const chosen = ownMark('718-7');
    const styles = [{ graph_type: LAB, parameter_id: 's0', color: 2, mark: chosen }];
    const marks = withMarks([], LAB, [{ ...normal('hb'), parameter: '718-7' }], styles);
    expect(markIn(marks, 'hb')).toBe(chosen + PALETTE_SIZE);
    expect(markOfColor(2, new Set([chosen]))).toBe(chosen + PALETTE_SIZE);
  });
  it('of bars are of a colour that no other bar has, as long as there is one', () => {
    const taken = new Set<number>();
    for (let each = 0; each < PALETTE_SIZE; each += 1) taken.add(barMark(`drug ${each}`, taken));
    expect(taken.size).toBe(PALETTE_SIZE);
    expect(Math.max(...taken)).toBeLessThanOrEqual(MARKS);
  });
});
