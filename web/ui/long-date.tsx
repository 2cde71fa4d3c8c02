import { dateInWords, daysInWords, longDate } from '#web/lib/dates.ts';
import { useIsPatient } from '#web/lib/session.tsx';
import styles from './long-date.module.css';

interface LongDateProps {
  date: string;
  precision?: string | undefined;
  /** On a line of its own. */
  isLine?: boolean;
}

/** For a patient, beside MM/DD/YYYY: the day in words of the browser's language. Nothing for the staff, and nothing where only a year or a month is known. */
export function LongDate({ date, precision, isLine = false }: LongDateProps) {
  const isPatient = useIsPatient();
  if (!isPatient || precision === 'year' || precision === 'month') return null;
  const words = dateInWords(date, navigator.language);
  return words === '' ? null : (
    <span data-long-date className={`bp6-text-muted ${isLine ? styles.line : styles.inline}`}>
      {words}
    </span>
  );
}

interface LongDatesProps {
  /** In words of ours: what a person wrote may hold dates in another order. */
  of: string;
  /** On a line of its own. */
  isLine?: boolean;
}

/** The same for the days that a text names: 'Glucose, 12/05/2023', 'since 11/03/2020'. */
export function LongDates({ of, isLine = false }: LongDatesProps) {
  const isPatient = useIsPatient();
  const words = isPatient ? daysInWords(of, navigator.language) : '';
  return words === '' ? null : (
    <>
      {' '}
      <span data-long-date className={`bp6-text-muted ${isLine ? styles.line : styles.whole}`}>
        {words}
      </span>
    </>
  );
}

/** How a typed day is said again: 'Wed Mar 4, 2026', to a patient in words of the browser's language; '' for what is no date. */
export const useEcho = (): ((local: string) => string) =>
  useIsPatient() ? (local) => dateInWords(local, navigator.language, 'weekday') : longDate;
