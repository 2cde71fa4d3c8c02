import type { Region } from '#contracts/observations/lab-values';

/** A word on a page image. */
export type Word = {
  text: string;
  region: Region;
  /** 0..1; 1 for a document's own text. */
  confidence: number;
  /** Smaller and higher than what stands before it: an exponent or a footnote mark. */
  raised?: boolean;
  /** What a second reading of the same place saw, where it differs. */
  alternative?: string;
};

export const heightOf = ({ region }: Pick<Word, 'region'>): number => region.bottom - region.top;
export const centreOf = ({ region }: Pick<Word, 'region'>): number => (region.left + region.right) / 2;

/** The smallest region around all; null around nothing. */
export const around = (parts: readonly { region: Region }[]): Region | null =>
  parts.length === 0
    ? null
    : {
        top: Math.min(...parts.map(({ region }) => region.top)),
        left: Math.min(...parts.map(({ region }) => region.left)),
        right: Math.max(...parts.map(({ region }) => region.right)),
        bottom: Math.max(...parts.map(({ region }) => region.bottom)),
      };

/** Share of the lower of two regions' heights that lies beside the other. */
export const beside = (a: Region, b: Region): number =>
  (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) / Math.max(1, Math.min(a.bottom - a.top, b.bottom - b.top));

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

export const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');
