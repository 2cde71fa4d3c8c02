import { dateInWords } from '#web/lib/dates.ts';
import { useSession } from '#web/lib/session.tsx';

/** For a patient, beside MM/DD/YYYY: the day in words of the browser's language. Nothing for the staff, and nothing where only a year or a month is known. */
export function LongDate({ date, precision }: { date: string; precision?: string | undefined }) {
  const { user } = useSession();
  if (!user.roles.every((role) => role === 'Patient') || precision === 'year' || precision === 'month') return null;
  const words = dateInWords(date, navigator.language);
  return words === '' ? null : <span className="long-date muted">{words}</span>;
}
