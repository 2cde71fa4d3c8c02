import { jest } from '@jest/globals';
import { DAY, timeOf } from './local-time.ts';
import { heldAt, overviewSpan, tickPath } from './overview.tsx';
import { createTimeframe, type TimeRange } from './timeframe.ts';

const day = (text: string) => timeOf(`${text}T00:00:00`);
const settled = { from: day('2026-01-01'), to: timeOf('2026-06-30T23:59:59') };
const today = timeOf('2026-11-21T12:00:00');

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});
const started = () => {
  const frame = createTimeframe(settled, today);
  const heard: TimeRange[] = [];
  frame.hear((range) => heard.push(range));
  return { frame, heard };
};

it('tells of a zoom once it stood still for 400 ms, in whole days', () => {
  const { frame, heard } = started();
  frame.move({ from: settled.from + 10 * DAY + 5000, to: settled.to });
  jest.advanceTimersByTime(399);
  frame.move({ from: settled.from + 12 * DAY + 5000, to: settled.to });
  jest.advanceTimersByTime(399);
  expect(heard).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(heard).toEqual([{ from: '2026-01-13T00:00:00', to: '2026-06-30T23:59:59' }]);
});

it('ruling 32: applies a zoom that moves only the end', () => {
  const { frame, heard } = started();
  frame.move({ from: settled.from, to: settled.to - 3 * DAY });
  jest.advanceTimersByTime(400);
  expect(heard).toHaveLength(1);
});

it('goes back to where it was when the days are the same', () => {
  const { frame, heard } = started();
  frame.move({ from: settled.from + 1000, to: settled.to - 1000 });
  jest.advanceTimersByTime(400);
  expect(heard).toEqual([]);
  expect(frame.shown().span).toEqual(settled);
});

it('moves every chart that listens, and the focus line with them', () => {
  const { frame } = started();
  let told = 0;
  const off = frame.subscribe(() => (told += 1));
  frame.move({ from: settled.from, to: settled.to - DAY });
  frame.focus(day('2026-03-01'));
  frame.focus(day('2026-03-01'));
  off();
  frame.focus(null);
  expect(told).toBe(2);
});

it('is settled from outside, which ends what was moving', () => {
  const { frame, heard } = started();
  frame.move({ from: settled.from + 50 * DAY, to: settled.to });
  frame.settle({ from: day('2020-01-01'), to: day('2021-01-01') }, today);
  jest.advanceTimersByTime(1000);
  expect(heard).toEqual([]);
  expect(frame.shown().span).toEqual({ from: day('2020-01-01'), to: day('2021-01-01') });
});

it('reaches 50 years back and one ahead of the day it is told', () => {
  const { frame } = started();
  frame.settle(settled, timeOf('2027-01-01T12:00:00'));
  expect(frame.shown().bounds.to).toBe(timeOf('2028-01-01T23:59:59'));
});

describe('the overview', () => {
  it('holds an edge of the brush from both sides, and always leaves something to move it by', () => {
    const parts = (start: number, end: number, grip: number) =>
      [0, 90, 100, 109, 150, 200, 210, 300].map((at) => heldAt(at, start, end, grip));
    expect(parts(100, 200, 9)).toEqual(['outside', 'outside', 'start', 'start', 'body', 'end', 'outside', 'outside']);
    expect(parts(100, 200, 22)).toEqual(['outside', 'start', 'start', 'start', 'body', 'end', 'end', 'outside']);
    // thirty pixels of brush under fingers of forty-four
    expect([95, 105, 115, 125, 135].map((at) => heldAt(at, 100, 130, 22))).toEqual(['start', 'start', 'body', 'end', 'end']);
  });

  it('holds every event, what is shown and today', () => {
    const whole = overviewSpan([{ label: 'Lab results', times: [day('2010-05-01')] }], settled, today);
    expect(whole.from).toBeLessThan(day('2010-05-01'));
    expect(whole.to).toBeGreaterThan(today);
  });
  it('has a tick per event, one for all on the same pixel', () =>
    expect(tickPath([0, 1, 2, 100], (time) => time / 10, 3)).toBe('M0.5,3v5M10.5,3v5'));
});
