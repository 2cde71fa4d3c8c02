import { searchText } from '#contracts/rules/search-text';

/** A time zone to choose from, by its IANA name. */
export interface Zone {
  id: string;
}

// making one takes longer than using it, and a list shows hundreds
const clocks = new Map<string, Intl.DateTimeFormat>();

/** '14:05' in a time zone; '' for what is no zone. */
export const clockIn = (time_zone: string, now: Date = new Date()): string => {
  try {
    const clock = clocks.get(time_zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: time_zone, hour: '2-digit', minute: '2-digit' });
    clocks.set(time_zone, clock);
    return clock.format(now);
  } catch {
    return '';
  }
};

const ALL: readonly Zone[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].sort().map((id) => ({ id }));

const wordsOf = (text: string): string[] => searchText(text.replaceAll(/[/_]/g, ' ')).split(' ').filter(Boolean);

/** Zones of which words of the name begin like all words of the text: 'chicago', 'new york', 'europe/ber'. */
export const zonesLike = (text: string): Zone[] => {
  const typed = wordsOf(text);
  return ALL.filter(({ id }) => {
    const words = wordsOf(id);
    return typed.every((one) => words.some((word) => word.startsWith(one)));
  });
};
