import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSessionControl } from '#web/lib/session.tsx';
import { markHistorySeen, useExternalCount, useIsTold } from './last-seen.data.ts';

const watchVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const isVisible = (): boolean => document.visibilityState === 'visible';

export interface ExternalSeen {
  /** It is not known yet what is new: the list waits, or it would be shown without its marks. */
  isAsking: boolean;
  /** From where on rows are new to the person, until the screen is left; undefined for patients, and where it could not be read. */
  since?: string;
  /** How many are new. */
  count: number;
  /** When the person looked before; null for never. */
  before: string | null;
}

/**
 * What came from outside since the person looked here last. Once it is shown the look is stored, and so is what arrives while somebody
 * looks; a hidden tab and a locked screen look at nothing.
 */
export const useExternalSeen = (patientId: string, isShown: boolean): ExternalSeen => {
  const isTold = useIsTold(patientId);
  const isLocked = useSessionControl().status.kind === 'locked';
  const isInSight = useSyncExternalStore(watchVisibility, isVisible);
  const [from, setFrom] = useState<{ since: string; before: string | null }>();
  const asked = useExternalCount(isTold && !from ? patientId : null, { fresh: true });
  if (!from && asked.data) setFrom({ since: asked.data.since, before: asked.data.last_looked_at });
  const counted = useExternalCount(from ? patientId : null, from ? { since: from.since } : {});

  const until = counted.data?.until ?? null;
  const sent = useRef<string>(undefined);
  const isLooking = isShown && isInSight && !isLocked;
  useEffect(() => {
    if (until === null || !isLooking || sent.current === until) return;
    sent.current = until;
    markHistorySeen(patientId, until).catch(() => {
      sent.current = undefined; // counted again the next time
    });
  }, [until, isLooking, patientId]);

  return {
    isAsking: isTold && !from && asked.error === undefined,
    ...(from ? { since: from.since } : {}),
    count: counted.data?.overall_count ?? 0,
    before: from?.before ?? null,
  };
};
