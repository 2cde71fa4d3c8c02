import { cyclePreview, type Schedule } from '#contracts/treatments/schedules';
import { showCount } from '#web/lib/numbers.ts';
import styles from './intakes.module.css';

/** More than so many lines are counted, not listed. */
const MOST = 60;

/** The cycles of a therapy that repeats, 'N CYCLE' with their days. */
export function CyclePreview({ schedule }: { schedule: Schedule }) {
  if (!schedule.repeat_therapy) return null;
  const cycles = cyclePreview(schedule);
  return (
    <section className={styles.cycles} aria-label="Cycles">
      <h3>Cycles</h3>
      {cycles.length === 0 ? (
        <p className="bp6-text-muted">They appear once it is said how often and until when the therapy repeats.</p>
      ) : (
        <ol className={styles.list}>
          {cycles.slice(0, MOST).map(({ name, range }) => (
            <li key={name}>
              <span className="bp6-text-muted">{name}</span> <span>{range}</span>
            </li>
          ))}
        </ol>
      )}
      {cycles.length > MOST && <p className="bp6-text-muted">and {showCount(cycles.length - MOST, 'more cycle')}</p>}
      {schedule.repeat_until_discontinued && cycles.length > 0 && <p className="bp6-text-muted">and so on, until discontinued</p>}
    </section>
  );
}
