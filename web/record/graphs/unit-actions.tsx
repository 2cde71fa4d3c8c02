import type { ObservationLine } from '#contracts/observations/observation-columns';
import { Refresh } from '@blueprintjs/icons';
import type { RowAction } from '#web/ui/row-actions.tsx';

/** What a series offers of units: another one that its parameter was reported in too, or each value as it was reported again (ruling 17). */
export const unitActions = (
  series: ObservationLine,
  onUnit: ((parameterId: string, unit: string | undefined) => void) | undefined,
): RowAction[] => {
  const { parameter_id, convertible_to } = series;
  if (!onUnit || parameter_id === null || !convertible_to) return [];
  const offers = convertible_to.map((unit) => ({
    text: `Convert to ${unit}`,
    icon: <Refresh />,
    onClick: () => onUnit(parameter_id, unit),
  }));
  return series.converted > 0
    ? [...offers, { text: 'Units as reported', icon: <Refresh />, onClick: () => onUnit(parameter_id, undefined) }]
    : offers;
};
