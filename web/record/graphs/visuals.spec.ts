import { type GraphVisuals, NO_VISUALS } from '#contracts/items/graph-visuals';
import { inOrder, moved, presetOf, savedSpan, styleOf, withSpan, withStyles } from './visuals.ts';

const today = '2026-11-21';
const later = '2027-03-01';

describe('the saved span', () => {
  it('ruling 32: an end of today stays today', () => {
    const saved = withSpan(NO_VISUALS, { from: '2024-02-03', to: today }, today);
    expect(saved).toMatchObject({ time_from: '2024-02-03T00:00:00', time_to: '2026-11-21T23:59:59', until_today: true });
    expect(savedSpan(saved, later)).toEqual({ from: '2024-02-03', to: later });
  });
  it('ruling 32: a preset reaches as far back from every other day', () => {
    const saved = withSpan(NO_VISUALS, { from: '2025-11-21', to: today }, today);
    expect(saved.preset).toBe('1y');
    expect(savedSpan(saved, later)).toEqual({ from: '2026-03-01', to: later });
  });
  it('stays where it is when its end is another day', () => {
    const span = { from: '2024-02-03', to: '2025-02-03' };
    expect(savedSpan(withSpan(NO_VISUALS, span, today), later)).toEqual(span);
  });
  it('fits the data again', () => {
    const saved = withSpan(withSpan(NO_VISUALS, { from: '2025-11-21', to: today }, today), undefined, today);
    expect(saved).toEqual(NO_VISUALS);
    expect(savedSpan(saved, today)).toBeUndefined();
  });
  it('is never turned round by a day that went by', () => {
    const saved = withSpan(NO_VISUALS, { from: '2026-11-20', to: today }, today);
    expect(savedSpan(saved, '2026-11-19')).toEqual({ from: '2026-11-18', to: '2026-11-19' });
  });
  it('knows its preset', () =>
    expect([presetOf({ from: '2026-08-21', to: today }, today), presetOf({ from: '2026-08-20', to: today }, today)]).toEqual([
      '3m',
      undefined,
    ]));
});

describe('styles', () => {
  const one = withStyles(NO_VISUALS, 'lab-results', { crp: { color: 4, hidden: true } });

  it('are kept by series and type', () => {
    expect(styleOf(one, 'lab-results', 'crp')).toEqual({ graph_type: 'lab-results', parameter_id: 'crp', color: 4, hidden: true });
    expect(styleOf(one, 'examinations', 'crp')).toBeUndefined();
  });
  it('change one by one', () => {
    const next = withStyles(one, 'lab-results', { crp: { thickness: 8 } });
    expect(styleOf(next, 'lab-results', 'crp')).toMatchObject({ color: 4, hidden: true, thickness: 8 });
  });
  it('go once nothing of them is chosen', () => {
    const next: GraphVisuals = withStyles(one, 'lab-results', { crp: { color: undefined, hidden: undefined } });
    expect(next.styles).toEqual([]);
  });
});

describe('the order of a legend', () => {
  it('puts what was never moved behind', () => {
    const index: Record<string, number> = { b: 1, c: 0 };
    expect(inOrder(['a', 'b', 'c', 'd'], (one) => index[one])).toEqual(['c', 'b', 'a', 'd']);
  });
  it('moves one at a time, within the list', () => {
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['c', 'a', 'b']);
  });
});
