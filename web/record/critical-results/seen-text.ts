import type { CriticalSeen } from '#contracts/observations/critical';
import { showInstant } from '#web/lib/dates.ts';

/** 'seen by Helen Hart, 11/27/2026 12:13'; without a name 'seen 11/27/2026 12:13'. */
export const seenText = ({ by_name, at }: CriticalSeen): string =>
  by_name === undefined ? `seen ${showInstant(at)}` : `seen by ${by_name}, ${showInstant(at)}`;
