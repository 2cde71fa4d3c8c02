import { longDate } from '#web/lib/dates.ts';
import styles from './read-as-born.module.css';

/** How a date in a search for patients was read: month, day, year (ruling 55). */
export function ReadAsBorn({ days }: { days: readonly string[] | undefined }) {
  if (days === undefined) return null;
  const read = days.map((day) => longDate(`${day}T00:00:00`)).join(' or ');
  return (
    <output className={`${styles.born} bp6-text-muted`}>{read === '' ? 'There is no such day: month, day, year' : `Born ${read}`}</output>
  );
}
