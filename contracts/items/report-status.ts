/** `draft`: not final, or in doubt. */
interface State {
  status?: string | undefined;
  draft?: boolean | undefined;
}

/** The status in words; undefined for a final report. */
export const statusLabel = ({ status, draft }: State): string | undefined => {
  const words = status === 'final' ? undefined : (status?.replaceAll('-', ' ') ?? 'status not stated');
  return draft === true && SETTLED.has(status) ? [words, 'in doubt'].filter(Boolean).join(', ') : words;
};

const SETTLED: ReadonlySet<string | undefined> = new Set(['final', 'amended', 'corrected', 'appended', 'modified']);

/** True for a report that may still change or is in doubt: neither final nor a later version of a final one. */
export const isUnsettled = ({ status, draft }: State): boolean => draft === true || !SETTLED.has(status);

/** ' (preliminary)'; '' for a report that is settled. */
export const unsettledLabel = (report: State): string => (isUnsettled(report) ? ` (${statusLabel(report)})` : '');
