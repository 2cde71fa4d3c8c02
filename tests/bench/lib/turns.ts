import { median } from './figures.ts';

/**
 * Measures the contestants one after the other, again and again (A B C A B C ...), so that whatever else the machine does meets all of
 * them; answers each one's medians, field by field. A round before the first warms up and does not count.
 */
export const inTurns = async <Name extends string, Figures extends Record<string, number>>(
  contestants: Record<Name, () => Promise<Figures>>,
  { rounds, warmUp = true, onRound }: { rounds: number; warmUp?: boolean; onRound?: (round: number, name: Name, figures: Figures) => void },
): Promise<Record<Name, Figures>> => {
  const entries = Object.entries(contestants) as [Name, () => Promise<Figures>][];
  const measured = new Map<Name, Figures[]>(entries.map(([name]) => [name, []]));
  for (let round = warmUp ? 0 : 1; round <= rounds; round++) {
    for (const [name, measure] of entries) {
      const figures = await measure();
      if (round === 0) continue;
      measured.get(name)!.push(figures);
      onRound?.(round, name, figures);
    }
  }
  const medians = entries.map(([name]) => [name, mediansOf(measured.get(name)!)] as const);
  return Object.fromEntries(medians) as Record<Name, Figures>;
};

const mediansOf = <Figures extends Record<string, number>>(rounds: readonly Figures[]): Figures =>
  Object.fromEntries(Object.keys(rounds[0] ?? {}).map((field) => [field, median(rounds.map((figures) => figures[field]!))])) as Figures;
