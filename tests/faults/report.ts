import type { Tried } from './suite.child.ts';
import { isClean } from './trial.ts';

/** What a run found, for a program; more than the totals for whoever has to look closer. */
export interface Report {
  kills: number;
  failpoints: number;
  lost: number;
  doubled: number;
  unnamed: number;
  mutants: { planted: number; caught: number; escaped: string[] };
  /** Commands that were answered, and events held against those answers. */
  acknowledged: number;
  verified: number;
  /** Gives the same chances again, though never the same timing. */
  seed: number;
  scenarios: { name: string; seconds: number; lost: string[]; doubled: string[]; unnamed: string[] }[];
}

/** @param noticed by the name of the mutant */
export const reportOf = (tried: readonly Tried[], noticed: ReadonlyMap<string, boolean>, seed: number): Report => {
  const sum = (of: (one: Tried) => number): number => tried.reduce((total, one) => total + of(one), 0);
  return {
    kills: sum(({ found }) => found.kills),
    failpoints: sum(({ found }) => found.failpoints),
    lost: sum(({ found }) => found.lost.length),
    doubled: sum(({ found }) => found.doubled.length),
    unnamed: sum(({ found }) => found.unnamed.length),
    mutants: {
      planted: noticed.size,
      caught: [...noticed.values()].filter(Boolean).length,
      escaped: [...noticed].flatMap(([name, isNoticed]) => (isNoticed ? [] : [name])),
    },
    acknowledged: sum(({ found }) => found.acknowledged),
    verified: sum(({ found }) => found.verified),
    seed,
    scenarios: tried.map(({ scenario, seconds, found: { lost, doubled, unnamed } }) => ({
      name: scenario,
      seconds: Math.round(seconds * 10) / 10,
      lost,
      doubled,
      unnamed,
    })),
  };
};

const SHOWN = 5;

/** One scenario for a person: its sentence, and what speaks against it. */
export const said = ({ scenario, seconds, found }: Tried): string[] => {
  const { lost, doubled, unnamed } = found;
  const against = [
    ...lost.map((text) => `lost: ${text}`),
    ...doubled.map((text) => `doubled: ${text}`),
    ...unnamed.map((text) => `unnamed: ${text}`),
  ];
  const more = against.length > SHOWN ? [`      and ${against.length - SHOWN} more: --json tells all`] : [];
  return [
    `${isClean(found) ? 'ok   ' : 'WRONG'} ${scenario} (${seconds.toFixed(1)} s)`,
    ...against.slice(0, SHOWN).map((text) => `      ${text}`),
    ...more,
  ];
};
