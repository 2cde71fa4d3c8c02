import fc from '#tests/support/fast-check';
import { type Found, narrowed } from './narrowed.ts';

const series: Found[] = [
  { id: 'k', name: 'Potassium', isAbnormal: true },
  { id: 'na', name: 'Sodium', isAbnormal: false },
  { id: 'crea', name: 'Creatinine', isAbnormal: true },
  { id: 'fe', name: 'Iron', isAbnormal: false },
];
const base = { choices: {}, byDefault: new Set(['k', 'na']), only: null, filter: '' };

it('follows the default, and the person before it', () => {
  const { chosen, drawn } = narrowed(series, { ...base, choices: { k: false, fe: true } });
  expect([...drawn.ids]).toEqual(['na', 'fe']);
  expect([chosen.hidden, chosen.hiddenAbnormal]).toEqual([2, 2]);
});
it('ruling 32: the filter leaves out of the chart what it leaves out of the legend, and says how much and how much of it is abnormal', () => {
  const { found, drawn } = narrowed(series, { ...base, filter: 'SOD' });
  expect([...drawn.ids]).toEqual(['na']);
  expect([found.hidden, found.hiddenAbnormal]).toEqual([3, 2]);
  expect([drawn.hidden, drawn.hiddenAbnormal]).toEqual([3, 2]);
});
it('shows one alone, also one that was hidden, and afterwards what was shown before', () => {
  const alone = narrowed(series, { ...base, only: new Set(['crea']) });
  expect([...alone.drawn.ids]).toEqual(['crea']);
  expect([alone.chosen.hidden, alone.chosen.hiddenAbnormal]).toEqual([3, 1]);
  expect([...narrowed(series, base).drawn.ids]).toEqual(['k', 'na']);
});
it('draws nothing that one of its reasons hides, and counts every series once', () => {
  fc.assert(
    fc.property(fc.constantFrom('', 'i', 'zzz', 'Potassium'), fc.option(fc.subarray(['k', 'na', 'crea', 'fe'])), (filter, only) => {
      const { chosen, drawn, found } = narrowed(series, { ...base, filter, only: only && new Set(only) });
      for (const id of drawn.ids) expect([chosen.ids.has(id), found.ids.has(id)]).toEqual([true, true]);
      expect(drawn.ids.size + drawn.hidden).toBe(series.length);
    }),
  );
});
