import { createWorker, OEM, type PSM, type Worker } from 'tesseract.js';
import type { Grey } from './pages.ts';
import type { Word } from './word.ts';

export type Language = 'eng' | 'deu';

/** What the recogniser sees on a picture, in its pixels: words, and how much lines rise to the right (dy/dx). */
export type Seen = { words: Word[]; slope: number };

/** One picture in the plainest format there is, so that nothing is packed and unpacked in between. */
const pgm = ({ data, width, height }: Grey): Buffer => Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);

type Box = { x0: number; y0: number; x1: number; y1: number };
type SeenWord = { text: string; confidence: number; bbox: Box; symbols: { text: string; bbox: Box }[] };
type SeenLine = { words: SeenWord[]; baseline: Box; rowAttributes?: { rowHeight: number } };

/** Signs that stand high by nature. */
const HIGH = /^["'`´^*+\-–—=~:°]$/;

/** Parts a word where characters stand higher and smaller than the line: an exponent or a footnote mark was glued to it. */
const partsOf = (word: SeenWord, baseline: number, em: number): Word[] => {
  const isRaised = ({ text, bbox }: { text: string; bbox: Box }): boolean =>
    bbox.y1 < baseline - 0.22 * em &&
    bbox.y1 - bbox.y0 < 0.62 * em &&
    bbox.y0 < baseline - 0.5 * em &&
    !(HIGH.test(text) && word.symbols.length > 1 && text !== '°');
  const confidence = word.confidence / 100;
  const parts: Word[] = [];
  for (const symbol of word.symbols) {
    const raised = isRaised(symbol);
    const last = parts.at(-1);
    if (last && (last.raised ?? false) === raised) {
      last.text += symbol.text;
      last.region.right = Math.max(last.region.right, symbol.bbox.x1);
    } else {
      const vertical = raised
        ? { top: symbol.bbox.y0, bottom: symbol.bbox.y1 }
        : { top: baseline - 0.75 * em, bottom: baseline + 0.22 * em };
      parts.push({
        text: symbol.text,
        region: { left: symbol.bbox.x0, right: symbol.bbox.x1, ...vertical },
        confidence,
        ...(raised ? { raised } : {}),
      });
    }
  }
  return parts.filter(({ text }) => text.trim() !== '');
};

const wordsOf = (line: SeenLine): Word[] => {
  const { x0, y0, x1, y1 } = line.baseline;
  const em = line.rowAttributes?.rowHeight ?? 1.3 * Math.max(...line.words.map(({ bbox }) => bbox.y1 - bbox.y0));
  return line.words.flatMap((word) => {
    const x = (word.bbox.x0 + word.bbox.x1) / 2;
    return partsOf(word, y0 + ((y1 - y0) * (x - x0)) / Math.max(1, x1 - x0), em);
  });
};

const slopeOf = (lines: SeenLine[]): number => {
  const slopes = lines
    .filter(({ baseline, words }) => words.length > 2 && baseline.x1 - baseline.x0 > 200)
    .map(({ baseline }) => (baseline.y1 - baseline.y0) / (baseline.x1 - baseline.x0))
    .sort((a, b) => a - b);
  return slopes[Math.floor(slopes.length / 2)] ?? 0;
};

/** Tesseract in threads of its own, one for each language, started when first needed. Models are read from `models`, nothing else is. */
export class Recogniser {
  readonly #engines = new Map<Language, Promise<Worker>>();

  constructor(private readonly models: string) {}

  /** Reads one picture. @param layout how Tesseract divides it: '6' one block of lines, '11' scattered words. */
  async see(picture: Grey, language: Language, layout: '6' | '11' = '6'): Promise<Seen> {
    const engine = await this.#engine(language);
    await engine.setParameters({ tessedit_pageseg_mode: layout as PSM });
    const { data } = await engine.recognize(pgm(picture), {}, { text: false, blocks: true });
    const lines = (data.blocks ?? []).flatMap(({ paragraphs }) =>
      paragraphs.flatMap((paragraph) => paragraph.lines as unknown as SeenLine[]),
    );
    return { words: lines.flatMap(wordsOf), slope: slopeOf(lines) };
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#engines.values()].map(async (engine) => (await engine).terminate()));
    this.#engines.clear();
  }

  #engine(language: Language): Promise<Worker> {
    const running = this.#engines.get(language);
    if (running) return running;
    const started = createWorker(language, OEM.LSTM_ONLY, {
      langPath: this.models,
      gzip: false,
      cacheMethod: 'none',
      logger: () => undefined,
      errorHandler: () => undefined,
    }).then(async (engine) => {
      await engine.setParameters({ user_defined_dpi: '300', debug_file: '/dev/null' });
      return engine;
    });
    this.#engines.set(language, started);
    return started;
  }
}
