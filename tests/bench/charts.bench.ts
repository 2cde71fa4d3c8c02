import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { launchBrowser } from '#tests/support/browser';
import { median, ratio, rounded } from './lib/figures.ts';
import { numbersIn, type Run } from './lib/options.ts';
import { installPeer } from './lib/peers.ts';
import { machine, print, say, table, verdict } from './lib/report.ts';

const LIBRARIES = ['anamnesis', 'uplot', 'echarts'] as const;
type Library = (typeof LIBRARIES)[number];

/** What one drawing and its frames took. CPU is that of the page's main thread, which a busy machine stretches less than the clock. */
interface Drawn {
  first_ms: number;
  /** To the end of the frame that shows it. */
  painted_ms: number;
  first_cpu_ms: number;
  frame_ms: number;
  frame_p95_ms: number;
  frame_cpu_ms: number;
  memory_mb: number;
}
type Figures = Record<Library, Drawn>;

const SIZES = [1000, 10_000, 100_000];

interface Bundle {
  script: string;
  style: string;
}

/** The page with our chart and its peers as one script and one style sheet. */
const bundle = async (): Promise<Bundle> => {
  const root = join(import.meta.dirname, '../..');
  const built = await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(import.meta.dirname, 'peers/charts'),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      emptyOutDir: false,
      // the product is cut into files, which one script cannot be
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry: join(import.meta.dirname, 'peers/charts/page.js'), formats: ['iife'], name: 'page', cssFileName: 'page' },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  const text = (kind: string) =>
    outputs
      .filter(({ fileName }) => fileName.endsWith(kind))
      .map((one) => (one.type === 'chunk' ? one.code : String(one.source)))
      .join('\n');
  return { script: text('.js'), style: text('.css') };
};

/** Milliseconds that the main thread of a page has worked. */
const clockOf = async (page: Page): Promise<() => Promise<number>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
};

const drawOnce = async (page: Page, clock: () => Promise<number>, library: Library, frames: number): Promise<Drawn> => {
  await page.evaluate(`bench.begin(${JSON.stringify(library)})`);
  const before = await clock();
  const first = (await page.evaluate('bench.first()')) as Pick<Drawn, 'first_ms' | 'painted_ms'>;
  const between = await clock();
  const times = (await page.evaluate(`bench.frames(${frames})`)) as number[];
  const after = await clock();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    ...first,
    first_cpu_ms: between - before,
    frame_ms: median(times),
    frame_p95_ms: sorted[Math.floor(sorted.length * 0.95)]!,
    frame_cpu_ms: (after - between) / times.length,
    memory_mb: (await page.evaluate('bench.end()')) as number,
  };
};

/** Each library in turns in one browser, another one first in each round, so that none has the quieter machine; the medians of the rounds. */
const measure = async ({ script, style }: Bundle, points: number, rounds: number, frames: number): Promise<Figures> => {
  const browser = await launchBrowser(['--enable-precise-memory-info', '--js-flags=--expose-gc']);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    const clock = await clockOf(page);
    await page.setContent('<!doctype html><body></body>');
    await page.addStyleTag({ content: style });
    await page.addScriptTag({ content: script });
    if (failures.length > 0) throw new Error(`The page does not start: ${failures.join('; ')}`);
    await page.evaluate(`bench.prepare(${points})`);
    const samples: Record<Library, Drawn[]> = { anamnesis: [], uplot: [], echarts: [] };
    for (let round = -1; round < rounds; round += 1) {
      for (let turn = 0; turn < LIBRARIES.length; turn += 1) {
        const library = LIBRARIES[(turn + round + 1) % LIBRARIES.length]!;
        const drawn = await drawOnce(page, clock, library, frames);
        // the first round warms up the machine of each library
        if (round >= 0) samples[library].push(drawn);
      }
    }
    if (failures.length > 0) throw new Error(`A drawing failed: ${failures.join('; ')}`);
    const middle = (of: readonly Drawn[], field: keyof Drawn) => rounded(median(of.map((one) => one[field])));
    const figures = (of: readonly Drawn[]): Drawn => ({
      first_ms: middle(of, 'first_ms'),
      painted_ms: middle(of, 'painted_ms'),
      first_cpu_ms: middle(of, 'first_cpu_ms'),
      frame_ms: middle(of, 'frame_ms'),
      frame_p95_ms: middle(of, 'frame_p95_ms'),
      frame_cpu_ms: middle(of, 'frame_cpu_ms'),
      memory_mb: middle(of, 'memory_mb'),
    });
    return { anamnesis: figures(samples.anamnesis), uplot: figures(samples.uplot), echarts: figures(samples.echarts) };
  } finally {
    await browser.close();
  }
};

/** Our chart against uPlot and ECharts: the same data in fifty series, first drawing and frames of zooming and dragging, in one headless Chromium. */
export const run = async ({ json, args }: Run): Promise<void> => {
  const { rounds, frames } = numbersIn(args, { rounds: 9, frames: 40 }, { rounds: 1, frames: 4 });
  installPeer('charts', 'uplot');
  say('Bundling the page');
  const page = await bundle();
  const points: Record<string, Figures & Record<`ratio_${string}`, number>> = {};
  for (const size of SIZES) {
    say(`Drawing ${size.toLocaleString('en-US')} points`);
    const figures = await measure(page, size, rounds, frames);
    points[String(size)] = {
      ...figures,
      ratio_first_uplot: ratio(figures.anamnesis.first_ms, figures.uplot.first_ms),
      ratio_first_echarts: ratio(figures.anamnesis.first_ms, figures.echarts.first_ms),
      ratio_frame_uplot: ratio(figures.anamnesis.frame_ms, figures.uplot.frame_ms),
      ratio_first_cpu_uplot: ratio(figures.anamnesis.first_cpu_ms, figures.uplot.first_cpu_ms),
      ratio_frame_cpu_uplot: ratio(figures.anamnesis.frame_cpu_ms, figures.uplot.frame_cpu_ms),
    };
  }
  const rows = Object.entries(points).flatMap(([size, figures]) =>
    LIBRARIES.map((library) => ({ points: Number(size), library, ...figures[library] })),
  );
  const most = points[String(SIZES.at(-1))]!;
  const text = [
    table(rows),
    '',
    verdict('first drawing of 100,000 points against uPlot', most['ratio_first_uplot']!, { atMost: 1.5 }),
    verdict('first drawing of 100,000 points against ECharts', most['ratio_first_echarts']!, { atMost: 1 }),
    most.anamnesis.frame_ms <= 16
      ? verdict('frame while zooming, ms', most.anamnesis.frame_ms, { atMost: 16 })
      : verdict('frame while zooming against uPlot', most['ratio_frame_uplot']!, { atMost: 1.5 }),
  ].join('\n');
  print(json, { points, machine: machine() }, text);
};
