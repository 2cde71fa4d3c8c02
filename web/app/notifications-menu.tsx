import { Button, PopoverNext } from '@blueprintjs/core';
import { Cross, Notifications, WarningSign } from '@blueprintjs/icons';
import { showClock } from '#web/lib/dates.ts';
import { dismissWarning, useWarnings } from './warnings.ts';
import styles from './notifications-menu.module.css';

/** What happened elsewhere, and the warnings of this sitting so that they stay readable after their toast is gone. */
export function NotificationsMenu() {
  const warnings = useWarnings();
  const label = warnings.length === 0 ? 'Notifications' : `Notifications, ${warnings.length}`;
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <div className={styles.notifications}>
          {warnings.length === 0 && <p className="bp6-text-muted">No notifications available</p>}
          <ul className="bp6-list-unstyled">
            {warnings.map(({ id, title, text, at }) => (
              <li key={id}>
                <WarningSign aria-hidden />
                <div>
                  <strong>{title}</strong> <span className="bp6-text-muted">{showClock(at)}</span>
                  <p>{text}</p>
                </div>
                <Button
                  variant="minimal"
                  size="small"
                  icon={<Cross />}
                  aria-label={`Dismiss ${title}`}
                  onClick={() => dismissWarning(id)}
                />
              </li>
            ))}
          </ul>
        </div>
      }
    >
      <Button variant="minimal" aria-label={label} icon={<Notifications />} text={warnings.length > 0 ? warnings.length : undefined} />
    </PopoverNext>
  );
}
