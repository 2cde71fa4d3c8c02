import { type Place, places } from './sealed-events.ts';

/** What was appended and acknowledged. */
export interface Appended {
  per_second: number;
  /** Milliseconds from asking to the acknowledgement, one for each append. */
  latencies: number[];
}

/** As many appends in flight as there are writers, each beginning its next when the last was acknowledged, for so long. */
export const write = async (
  writers: number,
  milliseconds: number,
  append: (place: Place) => Promise<unknown>,
  most = Infinity,
): Promise<Appended> => {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + milliseconds;
  const writer = async (n: number): Promise<void> => {
    for (const place of places(n)) {
      const asked = performance.now();
      if (asked >= end || latencies.length + writers > most) return;
      await append(place);
      latencies.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, n) => writer(n)));
  return { per_second: (1000 * latencies.length) / (performance.now() - start), latencies };
};
