const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(zone, format);
  return format;
};

/**
 * The local day of a zone at that moment, 'YYYY-MM-DD': what 'today', age and Active mean in a clinic (ruling 31).
 * @param zone IANA name; UTC where none is known
 */
export const clinicDay = (zone: string | undefined, now: Date): string => {
  const parts = formatOf(zone ?? 'UTC').formatToParts(now);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
};
