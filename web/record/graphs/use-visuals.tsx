import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type GraphVisuals, NO_VISUALS, type SeenSeries } from '#contracts/items/graph-visuals';
import { useCommandId } from '#web/lib/command-id.ts';
import { http, Problem } from '#web/lib/http.ts';
import { type Live, useLive } from '#web/lib/live.ts';
import { NOTHING_SEEN, type SeenStore, seenStore } from './seen-store.ts';

/** How long settings must stand still before they are saved, in milliseconds. */
const SAVE_DEBOUNCE = 1200;

export interface Visuals {
  visuals: GraphVisuals;
  /** They are known: before, nothing that depends on them should jump into place. */
  isRead: boolean;
  change: (how: (now: GraphVisuals) => GraphVisuals) => void;
  /** They could not be read or saved: what is on the screen stays as it is. */
  failure: { what: 'read' | 'saved'; problem: Problem | undefined } | null;
  retry: () => void;
  seen: SeenStore;
}

const NoVisuals: Visuals = {
  visuals: NO_VISUALS,
  isRead: true,
  change: () => undefined,
  failure: null,
  retry: () => undefined,
  seen: NOTHING_SEEN,
};
const VisualsContext = createContext<Visuals>(NoVisuals);

const pathOf = (patientId: string): string => `/api/graph-visuals/${patientId}`;

/** The settings as they are stored. A screen that waits for them asks before it asks for what takes longer. */
export const useStoredVisuals = (patientId: string): Live<GraphVisuals> => useLive<GraphVisuals>([], pathOf(patientId), { quiet: true });

/** Chart settings of the signed-in person for this patient, saved once they stood still; a save that fails keeps the change and says so. */
export function VisualsProvider({ patientId, children }: { patientId: string; children: ReactNode }) {
  const path = pathOf(patientId);
  const stored = useStoredVisuals(patientId);
  const [changed, setChanged] = useState<GraphVisuals | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const commandId = useCommandId();
  /** What is to be sent, and what the server took last. */
  const waiting = useRef<GraphVisuals | null>(null);
  const isRead = stored.data !== undefined || stored.error !== undefined;
  const visuals = changed ?? stored.data ?? NO_VISUALS;

  const save = useCallback(async () => {
    const sent = waiting.current;
    if (!sent) return;
    waiting.current = null;
    try {
      await http.send('POST', path, sent, { commandId: commandId(sent), quiet: true });
      setProblem(null);
    } catch (cause) {
      waiting.current ??= sent;
      setProblem(cause instanceof Problem ? cause : new Problem(0, '', { message: 'The server answered in an unknown way' }));
    }
  }, [path, commandId]);

  // unread settings are never overwritten by the few that were changed since
  const mayNotSave = stored.data === undefined;
  useEffect(() => {
    if (!changed || mayNotSave) return;
    waiting.current = changed;
    const timer = setTimeout(() => void save(), SAVE_DEBOUNCE);
    return () => clearTimeout(timer);
  }, [changed, mayNotSave, save]);

  const [seen, setSeen] = useState(NOTHING_SEEN);
  if (seen === NOTHING_SEEN && stored.data) {
    const send = (more: readonly SeenSeries[]) => http.send('PUT', `${path}/seen`, { seen: more }, { quiet: true });
    setSeen(seenStore(stored.data.seen ?? [], send, SAVE_DEBOUNCE));
  }

  // whoever leaves the screen within the second has their change saved all the same
  useEffect(() => {
    const leave = () => {
      void save();
      seen.flush();
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [save, seen]);

  const { refresh, error } = stored;
  const value = useMemo<Visuals>(
    () => ({
      visuals,
      isRead,
      change: (how) => setChanged((now) => how(now ?? stored.data ?? NO_VISUALS)),
      failure: error && mayNotSave ? { what: 'read', problem: error } : problem ? { what: 'saved', problem } : null,
      retry: () => void (mayNotSave ? refresh() : save()),
      seen,
    }),
    [visuals, isRead, stored.data, error, mayNotSave, problem, refresh, save, seen],
  );
  return <VisualsContext value={value}>{children}</VisualsContext>;
}

export const useVisuals = (): Visuals => useContext(VisualsContext);
