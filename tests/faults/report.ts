import type { Tried } from './suite.child.ts';
import { isClean } from './trial.ts';

/** What a run found, for a program. */
export interface Report {
  /** Processes that were killed at any moment. */
  kills: number;
  /** Processes that ended or failed at a named place. */
  failpoints: number;
  lost: number;
  doubled: number;
  /** Damage that nobody was told of; scenarios that came to no end among them. */
  unnamed: number;
  mutants: { planted: number; caught: number };
}

/** @param noticed by the name of the mutant */
export const reportOf = (tried: readonly Tried[], noticed: ReadonlyMap<string, boolean>): Report => {
  const sum = (of: (one: Tried) => number): number => tried.reduce((total, one) => total + of(one), 0);
  return {
    kills: sum(({ found }) => found.kills),
    failpoints: sum(({ found }) => found.failpoints),
    lost: sum(({ found }) => found.lost.length),
    doubled: sum(({ found }) => found.doubled.length),
    unnamed: sum(({ found }) => found.unnamed.length + found.broke.length),
    mutants: { planted: noticed.size, caught: [...noticed.values()].filter(Boolean).length },
  };
};

const SHOWN = 5;

/** What speaks against the product in a scenario, a line each. */
export const against = ({ found: { lost, doubled, unnamed, broke } }: Tried): string[] => [
  ...lost.map((text) => `lost: ${text}`),
  ...doubled.map((text) => `doubled: ${text}`),
  ...unnamed.map((text) => `unnamed: ${text}`),
  ...broke.map((text) => `came to no end: ${text}`),
];

/** One scenario for a person: its sentence, and what speaks against it. */
export const said = (tried: Tried): string[] => {
  const all = against(tried);
  const more = all.length > SHOWN ? [`      and ${all.length - SHOWN} more`] : [];
  return [
    `${isClean(tried.found) ? 'ok   ' : 'WRONG'} ${tried.scenario} (${tried.seconds.toFixed(1)} s)`,
    ...all.slice(0, SHOWN).map((text) => `      ${text}`),
    ...more,
  ];
};

/** The totals for a person. */
export const totals = ({ kills, failpoints, lost, doubled, unnamed, mutants }: Report, tried: readonly Tried[]): string => {
  const sum = (of: 'acknowledged' | 'verified'): string => tried.reduce((total, { found }) => total + found[of], 0).toLocaleString('en');
  return [
    `${kills} kills, ${failpoints} failpoints; ${sum('acknowledged')} acknowledged commands were looked for, among ${sum('verified')} events`,
    `${lost} lost, ${doubled} doubled, ${unnamed} unnamed; ${mutants.caught} of ${mutants.planted} mutants noticed`,
  ].join('\n');
};
