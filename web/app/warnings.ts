import { useSyncExternalStore } from 'react';
import { onFailure } from '#web/lib/http.ts';
import { isWorthAWarning, warningOf } from '#web/lib/problem.ts';
import { toast } from '#web/ui/toasts.tsx';

export interface Warning {
  id: number;
  title: string;
  text: string;
  at: Date;
}

const MOST = 20;
let warnings: readonly Warning[] = [];
let last = 0;
const listeners = new Set<() => void>();
const set = (next: readonly Warning[]) => {
  warnings = next;
  for (const listener of listeners) listener();
};

/** The global handler of failed calls: says 'Error - {status}' once and keeps it readable under notifications. */
export const followFailures = (): (() => void) =>
  onFailure((problem) => {
    if (!isWorthAWarning(problem)) return;
    const { title, text } = warningOf(problem);
    last += 1;
    set([{ id: last, title, text, at: new Date() }, ...warnings].slice(0, MOST));
    toast.show(text, 'warning', { title });
  });

export const dismissWarning = (id: number): void => set(warnings.filter((warning) => warning.id !== id));
export const forgetWarnings = (): void => set([]);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useWarnings = (): readonly Warning[] => useSyncExternalStore(subscribe, () => warnings);
