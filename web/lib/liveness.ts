import { useSyncExternalStore } from 'react';
import { showClock } from './dates.ts';

/** So long may notices be lost or a projection be behind before the screen says so (ruling 35). */
export const TOLERANCE = 10_000;

export interface Liveness {
  live: boolean;
  /** 'HH:mm' on the clock of recorded moments, from when on nothing new is certain. */
  since?: string;
}

const LIVE: Liveness = { live: true };
const troubles = new Map<string, number>();
const listeners = new Set<() => void>();
let shown: Liveness = LIVE;
let timer: ReturnType<typeof setTimeout> | undefined;

/** What is to be shown at a moment, given since when each source has been in trouble. */
export const livenessAt = (since: Iterable<number>, now: number): Liveness => {
  const first = Math.min(...since);
  return now - first >= TOLERANCE ? { live: false, since: showClock(new Date(first)) } : LIVE;
};

const update = () => {
  const now = Date.now();
  const next = livenessAt(troubles.values(), now);
  clearTimeout(timer);
  if (next.live && troubles.size > 0) timer = setTimeout(update, Math.min(...troubles.values()) + TOLERANCE - now);
  if (next.live === shown.live && next.since === shown.since) return;
  shown = next;
  for (const listener of listeners) listener();
};

/** A source of news (the notice stream, a read) reports that it fell behind, or that all is well again. */
export const reportBehind = (source: string, behind: boolean): void => {
  if (behind === troubles.has(source)) return;
  if (behind) troubles.set(source, Date.now());
  else troubles.delete(source);
  update();
};

/** Whether some source of news is behind just now, said or not. */
export const isBehind = (): boolean => troubles.size > 0;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether what is shown follows what happens: for 'Not live since 14:02'. */
export const useLiveness = (): Liveness => useSyncExternalStore(subscribe, () => shown);
