import { showCount } from '#web/lib/numbers.ts';
import type { Beyond } from '../beyond.ts';
import { dayLabel } from '../local-time.ts';
import type { Span } from '../series.ts';

type Noun = readonly [one: string, many: string];

/** So many names are said; more of them are counted. */
const NAMED = 30;

/** 'Potassium, Sodium and 3 more'. */
const listed = (names: readonly string[]): string =>
  names.length <= NAMED ? names.join(', ') : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;

/** What a person or the default keeps out of the chart. */
export const hiddenSaid = (names: readonly string[], abnormal: number, [one, many]: Noun): string[] =>
  names.length === 0
    ? []
    : [`${showCount(names.length, one, many)} hidden${abnormal > 0 ? `, ${abnormal} abnormal` : ''}: ${listed(names)}`];

/** What lies before and after the shown time. */
export const beyondSaid = ({ before, after }: Beyond, span: Span, noun: Noun): string[] => [
  ...(before ? [`${showCount(before.count, ...noun)} before ${dayLabel(span.from)}`] : []),
  ...(after ? [`${showCount(after.count, ...noun)} after ${dayLabel(span.to)}`] : []),
];
