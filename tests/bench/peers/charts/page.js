// The page of the charts benchmark: the same data drawn by our chart, uPlot and ECharts, each in a box of the same size. Bundled and opened by
// tests/bench/charts.bench.ts, which calls `window.bench`.
import * as echarts from 'echarts';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import uPlot from 'uplot';
import { emptyNumbers, enter, part } from '../../../../web/charts/columns.ts';
import { TimeChart } from '../../../../web/charts/time-chart.tsx';
import { createTimeframe } from '../../../../web/charts/timeframe.ts';

const [WIDTH, HEIGHT, SERIES, DAY] = [1200, 420, 50, 86_400_000];

/** The same pseudo-random numbers in every run (mulberry32). */
const random = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

/** Fifty parameters measured on the same days: random walks around the upper limit of normal. In the shape that each library takes. */
const dataOf = (points) => {
  const next = random(points);
  const days = Math.max(2, Math.round(points / SERIES));
  const end = Date.UTC(2026, 10, 1);
  const step = Math.max(1, Math.floor((20 * 365) / days)) * DAY;
  const times = Array.from({ length: days }, (_, day) => end - (days - 1 - day) * step);
  const values = Array.from({ length: SERIES }, (_, series) => {
    let value = 0.6 + series / 100;
    return times.map(() => (value = Math.max(0.05, value + (next() - 0.5) * 0.1)));
  });
  const span = { from: times[0] - DAY, to: times.at(-1) + DAY };
  return {
    span,
    uplot: [times.map((time) => time / 1000), ...values],
    echarts: values.map((line) => line.map((value, at) => [times[at], value])),
    anamnesis: values.map((line, series) => ({
      id: `s${series}`,
      name: `Parameter ${series}`,
      unit: 'mg/dL',
      mark: series + 1,
      limit: true,
      relative: false,
      points: line.map((value, at) => ({
        id: `${series}/${at}`,
        time: times[at],
        height: value,
        raw: value,
        hasText: false,
        comparator: null,
        judgement: value > 1 ? 'high' : 'normal',
        isCritical: false,
        isDisputed: false,
        band: { lo: 0, hi: 1 },
        draft: false,
        corrected: false,
        isRangeChanged: false,
      })),
    })),
  };
};

/** Asks for a pixel: whatever was still to be drawn is drawn before the answer comes. */
const drawn = (box) => {
  for (const canvas of box.querySelectorAll('canvas')) canvas.getContext('2d').getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1);
  return box.getBoundingClientRect().height;
};
const color = (series) => `hsl(${(series * 137) % 360} 60% 45%)`;
const soon = () => new Promise((done) => queueMicrotask(() => queueMicrotask(done)));
const idle = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)));

/** A series as our chart takes it: its points as columns. */
const inColumns = ({ points, ...series }) => {
  const numbers = emptyNumbers(points.length);
  points.forEach((point, place) => enter(numbers, place, point));
  const columns = part(numbers, 0, points.length);
  return { ...series, columns, idAt: (place) => points[place].id, untilAt: () => undefined, detailsAt: (place) => points[place] };
};

const libraries = {
  anamnesis: (box, data) => {
    const frame = createTimeframe(data.span, Date.UTC(2026, 10, 21));
    const root = createRoot(box);
    const nothing = () => undefined;
    flushSync(() =>
      root.render(
        createElement(TimeChart, {
          frame,
          series: data.anamnesis.map(inColumns),
          focused: null,
          onFocused: nothing,
          paneHeight: HEIGHT - 52,
          label: 'Benchmark',
          describe: () => '',
          tooltip: () => null,
          onOpen: nothing,
        }),
      ),
    );
    return { show: (span) => flushSync(() => frame.move(span)), end: () => root.unmount() };
  },
  uplot: (box, data) => {
    const series = data.uplot.slice(1).map((_, at) => ({ label: `Parameter ${at}`, stroke: color(at), width: 1 }));
    const chart = new uPlot(
      { width: WIDTH, height: HEIGHT, legend: { show: false }, cursor: { show: false }, series: [{}, ...series], axes: [{}, {}] },
      data.uplot,
      box,
    );
    return { show: ({ from, to }) => chart.setScale('x', { min: from / 1000, max: to / 1000 }), end: () => chart.destroy() };
  },
  echarts: (box, data) => {
    const chart = echarts.init(box, null, { width: WIDTH, height: HEIGHT, renderer: 'canvas' });
    chart.setOption({
      animation: false,
      xAxis: { type: 'time', min: data.span.from, max: data.span.to },
      yAxis: { type: 'value' },
      dataZoom: [{ type: 'inside', filterMode: 'none' }],
      series: data.echarts.map((line, at) => ({
        type: 'line',
        name: `Parameter ${at}`,
        data: line,
        showSymbol: line.length < 100,
        sampling: 'minmax',
        lineStyle: { width: 1, color: color(at) },
      })),
    });
    chart.getZr().flush();
    return {
      show: ({ from, to }) => {
        chart.dispatchAction({ type: 'dataZoom', startValue: from, endValue: to });
        chart.getZr().flush();
      },
      end: () => chart.dispose(),
    };
  },
};

/** Zooming into the middle and out again, then dragging from end to end: so many spans, always the same ones. */
const journey = ({ from, to }, frames) => {
  const length = to - from;
  return Array.from({ length: frames }, (_, at) => {
    const way = at / frames;
    if (way < 0.5) {
      const share = 1 - 0.9 * Math.sin(way * 2 * Math.PI) ** 2;
      const middle = from + length / 2;
      return { from: middle - (length * share) / 2, to: middle + (length * share) / 2 };
    }
    const start = from + length * 0.7 * ((way - 0.5) * 2);
    return { from: start, to: start + length * 0.3 };
  });
};

let data = null;
let shown = null;
const heap = () => {
  window.gc?.();
  return performance.memory?.usedJSHeapSize ?? 0;
};

/** The same numbers in new arrays: nothing that a library worked out for the drawing before can be found again. */
const fresh = {
  anamnesis: ({ anamnesis }) => anamnesis.map((series) => ({ ...series, points: [...series.points] })),
  uplot: ({ uplot }) => uplot.map((column) => [...column]),
  echarts: ({ echarts: lines }) => lines.map((line) => [...line]),
};

/** What one library goes through, step by step, so that the caller can ask the browser in between what each step cost. */
window.bench = {
  prepare: (points) => {
    data = dataOf(points);
  },
  /** An empty box and data that was not seen before. */
  begin: async (name) => {
    const box = document.createElement('div');
    box.style.cssText = `width:${WIDTH}px;height:${HEIGHT}px;overflow:hidden`;
    document.body.append(box);
    const own = { ...data, [name]: fresh[name](data) };
    await idle();
    shown = { name, box, own, before: heap() };
    await idle();
  },
  /** Milliseconds from the call to pixels: `first_ms` with everything laid out and on the canvas, `painted_ms` to the end of the frame that shows it. */
  first: async () => {
    const { name, box, own } = shown;
    await new Promise((done) => requestAnimationFrame(done));
    const begun = performance.now();
    shown.chart = libraries[name](box, own);
    await soon();
    drawn(box);
    const first_ms = performance.now() - begun;
    await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => setTimeout(done));
    return { first_ms, painted_ms: performance.now() - begun };
  },
  /** Milliseconds of each frame of zooming and dragging. */
  frames: async (count) => {
    const times = [];
    for (const span of journey(data.span, count)) {
      const at = performance.now();
      shown.chart.show(span);
      await soon();
      drawn(shown.box);
      times.push(performance.now() - at);
      if (times.length % 10 === 0) await idle();
    }
    return times;
  },
  /** Megabytes that the standing chart holds; then it is taken away. */
  end: async () => {
    const memory_mb = (heap() - shown.before) / 1e6;
    shown.chart.end();
    shown.box.remove();
    shown = null;
    await idle();
    return memory_mb;
  },
};
