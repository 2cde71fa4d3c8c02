import { clockName } from '#web/lib/dates.ts';
import styles from './shell.module.css';

/** Names the clock of all recorded times, where the browser's shows another time. */
export function ClockBar() {
  const name = clockName();
  if (name === undefined) return null;
  return <div className={styles.clock}>Times are on your clinic’s clock, {name}</div>;
}
