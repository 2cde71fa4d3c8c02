import type { PreviousValue } from '#contracts/observations/observations';
import { collectedShown } from '#contracts/wire/clock';
import { showQuantity } from '#web/lib/numbers.ts';

/** Values that may be later than the last one: only the year or the month of them is known. */
export function OrLast({ of: { or_last } }: { of: Pick<PreviousValue, 'or_last'> }) {
  if (!or_last) return null;
  const said = or_last.map((one) => `${showQuantity(one)} (${collectedShown(one)})`);
  return <span data-or-last>, may be later: {said.join(', ')}</span>;
}
