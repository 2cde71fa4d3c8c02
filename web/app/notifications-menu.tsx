import { Button } from '@blueprintjs/core';
import { Cross, InfoSign, Notifications, Tick, WarningSign } from '@blueprintjs/icons';
import { type ReactNode, use } from 'react';
import { Link } from 'wouter';
import type { NotificationView } from '#contracts/people/notifications';
import { showClock, showInstant } from '#web/lib/dates.ts';
import { ClosePopup, Popup } from '#web/ui/popup.tsx';
import { StatusTag } from '#web/ui/tags.tsx';
import { notificationCalls, useNotifications } from './notifications.data.ts';
import { dismissWarning, useWarnings } from './warnings.ts';
import styles from './notifications-menu.module.css';

/** What happened elsewhere, and the warnings of this sitting so that they stay readable after their toast is gone. */
export function NotificationsMenu() {
  const warnings = useWarnings();
  const { data, error, refresh } = useNotifications();
  const news = warnings.length + (data?.unread ?? 0);

  const send = (call: Promise<{ position: string }>) => {
    // what failed is said as a warning, which stands in this list
    void call.then(({ position }) => refresh(position)).catch(() => undefined);
  };
  const entry = (one: NotificationView) => (
    <Notification
      key={one.id}
      notification={one}
      onRead={one.is_read || one.stays ? undefined : () => send(notificationCalls.read(one.id))}
      onDismiss={one.stays ? undefined : () => send(notificationCalls.dismiss(one.id))}
    />
  );
  const isEmpty = warnings.length === 0 && data?.items.length === 0;
  return (
    <Popup
      placement="bottom-end"
      content={
        <div className={styles.notifications}>
          {isEmpty && <p className="bp6-text-muted">No notifications available</p>}
          {error && !data && <p className="bp6-text-muted">The notifications could not be read</p>}
          <ul className="bp6-list-unstyled">
            {data?.items.filter(({ stays }) => stays).map(entry)}
            {warnings.map(({ id, title, text, at }) => (
              <Entry key={id} title={title} at={showClock(at)} icon={<WarningSign aria-hidden />} onDismiss={() => dismissWarning(id)}>
                {text}
              </Entry>
            ))}
            {data?.items.filter(({ stays }) => !stays).map(entry)}
          </ul>
          {data && data.overall_count > data.items.length && (
            <p className="bp6-text-muted">{data.overall_count - data.items.length} earlier ones are not shown</p>
          )}
        </div>
      }
    >
      <Button
        variant="minimal"
        aria-label={news === 0 ? 'Notifications' : `Notifications, ${news}`}
        icon={<Notifications />}
        text={news > 0 ? news : undefined}
      />
    </Popup>
  );
}

interface NotificationProps {
  notification: NotificationView;
  /** Undefined for one that is read, or stays. */
  onRead: (() => void) | undefined;
  /** Undefined for one that stays until what it is about is settled. */
  onDismiss: (() => void) | undefined;
}

/** Leads to its place, and is read thereby unless it stays. */
function Notification({
  notification: { title, message, path, is_read, stays, warning, created_at },
  onRead,
  onDismiss,
}: NotificationProps) {
  const close = use(ClosePopup);
  const open = () => {
    close();
    onRead?.();
  };
  return (
    <Entry
      title={
        <Link to={path} onClick={open}>
          {title}
        </Link>
      }
      spoken={title}
      at={showInstant(created_at)}
      icon={stays || warning !== undefined ? <WarningSign aria-hidden /> : <InfoSign aria-hidden />}
      isRead={is_read}
      isDanger={stays}
      onRead={onRead}
      onDismiss={onDismiss}
    >
      {message}
      {warning !== undefined && <StatusTag kind="needs">{warning}</StatusTag>}
    </Entry>
  );
}

interface EntryProps {
  title: ReactNode;
  /** The title as words, where it is more than that. */
  spoken?: string;
  at: string;
  icon: ReactNode;
  isRead?: boolean;
  isDanger?: boolean | undefined;
  onRead?: (() => void) | undefined;
  onDismiss: (() => void) | undefined;
  children: ReactNode;
}

const Entry = ({
  title,
  spoken = typeof title === 'string' ? title : '',
  at,
  icon,
  isRead = false,
  isDanger = false,
  ...rest
}: EntryProps) => (
  <li data-read={isRead || undefined} data-danger={isDanger || undefined}>
    {icon}
    <div>
      <strong>{title}</strong> <span className="bp6-text-muted">{at}</span>
      <p>{rest.children}</p>
    </div>
    {rest.onRead && (
      <Button
        variant="minimal"
        size="small"
        icon={<Tick />}
        aria-label={`Mark as read: ${spoken}`}
        title="Mark as read"
        onClick={rest.onRead}
      />
    )}
    {rest.onDismiss && (
      <Button variant="minimal" size="small" icon={<Cross />} aria-label={`Dismiss ${spoken}`} title="Dismiss" onClick={rest.onDismiss} />
    )}
  </li>
);
