import type { ChartPoint } from './series.ts';

/** How a point takes part in the line: drafts are passed by, an unsure height ends the line and lets a new one begin. */
const part = (point: ChartPoint, height: number | null): 'joined' | 'passed' | 'gap' => {
  if (point.draft) return 'passed';
  return height === null || point.comparator !== undefined || point.corrected ? 'gap' : 'joined';
};

/** The stretches of a series that a line may join, oldest first. Nothing is drawn across a gap; a stretch has two points or more. */
export const lineRuns = <P extends ChartPoint>(points: readonly P[], height: (point: P) => number | null): P[][] => {
  const runs: P[][] = [[]];
  for (const point of points) {
    const taking = part(point, height(point));
    if (taking === 'joined') runs.at(-1)?.push(point);
    else if (taking === 'gap' && runs.at(-1)?.length) runs.push([]);
  }
  return runs.filter((run) => run.length > 1);
};
