import type { IntakeSegment, IntakeSeries } from '#contracts/intake-views';
import { amountText } from '#web/charts/bar-scene.ts';
import { widest } from '#web/features/graph-visuals/legend-room.ts';
import type { DosesOn } from './doses-on.ts';

/** Said of a day on which nothing of a series is taken. */
export const NOT_THEN = 'not on this day';
export const ended = (day: string): string => `ended ${day}`;

/** What is taken on a day, in the words of the legend: first what counts, then what stands beside it; either may be empty. */
export const doseSaid = ({ total, upTo, segments }: Pick<DosesOn, 'total' | 'upTo' | 'segments'>, unit: string): [string, string] => {
  const isRegular = segments.some(({ as_needed }) => !as_needed);
  const isNeeded = segments.some(({ as_needed }) => as_needed);
  const dose = total === null ? '' : `${amountText(total)} ${unit}/day`;
  const most = upTo > 0 ? `up to ${amountText(upTo)} ${unit}` : '';
  const beside = isRegular ? (most && `+ ${most}`) || (isNeeded ? '+ as needed' : '') : [most, 'as needed'].filter(Boolean).join(' ');
  return [dose, [isRegular && total === null ? 'no average' : '', beside].filter(Boolean).join(' ')];
};

/** The longest that is said of a series on any day. */
export const roomOfDoses = ({ segments, sums, unit }: Pick<IntakeSeries, 'segments' | 'sums' | 'unit'>): string => {
  const said = (taken: readonly IntakeSegment[], average: number | null, upTo: number) => {
    const isSummed = taken.every((each) => each.as_needed || each.average !== null) && taken.some((each) => !each.as_needed);
    return doseSaid({ total: isSummed ? average : null, upTo, segments: taken }, unit).join(' ');
  };
  return widest([
    ended('00/00/0000'),
    NOT_THEN,
    ...segments.map((each) => said([each], each.average, each.as_needed ? (each.average ?? 0) : 0)),
    ...sums.map(({ addends, average, up_to }) =>
      said(
        addends.flatMap((place) => segments[place] ?? []),
        average,
        up_to,
      ),
    ),
  ]);
};
