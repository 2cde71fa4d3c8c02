/** The value below which the given share of the samples lies; NaN of none. */
export const quantile = (samples: readonly number[], share: number): number => {
  const ordered = [...samples].sort((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))] ?? NaN;
};

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** Three significant digits, and no more than whole numbers from 100 on: what a measurement on a shared machine can say. */
export const rounded = (figure: number): number => (Math.abs(figure) >= 100 ? Math.round(figure) : Number(figure.toPrecision(3)));

/** Two decimals, as targets are stated. */
export const ratio = (part: number, whole: number): number => Math.round((100 * part) / whole) / 100;
