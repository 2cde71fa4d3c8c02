import { Toast } from '@blueprintjs/core';
import { Error as ErrorIcon, InfoSign, Tick, WarningSign } from '@blueprintjs/icons';
import { type ReactNode, useSyncExternalStore } from 'react';
import styles from './toasts.module.css';

export type ToastIntent = 'none' | 'primary' | 'success' | 'warning' | 'danger';

interface ToastOptions {
  title?: string;
  /** Milliseconds, 6000 unless said; 0 stays until it is closed. Paused on hover and focus. */
  timeout?: number;
  /** A second toast of the same key replaces the first. */
  key?: string;
}

interface Shown extends Required<Pick<ToastOptions, 'timeout' | 'key'>> {
  id: number;
  title: string | undefined;
  message: ReactNode;
  intent: ToastIntent;
}

const TIMEOUT = 6000;
const MOST = 4;

let shown: readonly Shown[] = [];
let last = 0;
const listeners = new Set<() => void>();
const set = (next: readonly Shown[]) => {
  shown = next;
  for (const listener of listeners) listener();
};

export const toast = {
  /** Shows a message for 6 s. */
  show(message: ReactNode, intent: ToastIntent = 'none', options: ToastOptions = {}): void {
    last += 1;
    const key = options.key ?? (typeof message === 'string' ? `${options.title ?? ''} ${message}` : String(last));
    const next: Shown = { id: last, key, title: options.title, message, intent, timeout: options.timeout ?? TIMEOUT };
    set([...shown.filter((other) => other.key !== key), next].slice(-MOST));
  },
  clear: (): void => set([]),
};

const dismiss = (id: number) => set(shown.filter((other) => other.id !== id));

const INTENTS: Record<ToastIntent, [icon: typeof InfoSign, color: string | undefined]> = {
  none: [InfoSign, ''],
  primary: [InfoSign, styles.primary],
  success: [Tick, styles.success],
  warning: [WarningSign, styles.warning],
  danger: [ErrorIcon, styles.danger],
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The height of all messages, for dialogs and sheets: these are laid out by the window alone. */
const giveHeight = (section: HTMLElement | null) => {
  if (!section) return undefined;
  const observer = new ResizeObserver(() => document.documentElement.style.setProperty('--messages', `${section.offsetHeight}px`));
  observer.observe(section);
  return () => observer.disconnect();
};

/** Where toasts appear: below everything else, where they cover nothing. Once, beside the screens. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, () => shown);
  return (
    <section ref={giveHeight} className={styles.toasts} data-passing aria-label="Messages" aria-live="polite">
      {toasts.map(({ id, title, message, intent, timeout }) => {
        const [Icon, color] = INTENTS[intent];
        return (
          <Toast
            key={id}
            className={`${styles.toast} ${color}`}
            icon={<Icon aria-hidden />}
            timeout={timeout}
            onDismiss={() => dismiss(id)}
            message={
              <>
                {title !== undefined && <strong>{title}</strong>}
                {message}
              </>
            }
          />
        );
      })}
    </section>
  );
}
