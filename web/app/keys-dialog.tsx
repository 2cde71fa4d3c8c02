import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useEffect, useSyncExternalStore } from 'react';
import { isKey, isTyping, keyList } from '#web/lib/keys.ts';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import styles from './keys-dialog.module.css';

/** Every key of the product, from where they are defined. `?` opens it, except where it is typed into a field, and so does the user's menu. */
export function KeysDialog() {
  const isOpen = useSyncExternalStore(subscribe, () => shown);
  useReturnFocus(undefined, isOpen);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isKey(event, 'keys') || isTyping(event.target)) return;
      if (document.querySelector('dialog[open], .bp6-overlay-open .bp6-dialog')) return;
      event.preventDefault();
      showKeys();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (
    <Dialog isOpen={isOpen} shouldReturnFocusOnClose={false} title="Keys" onClose={hide} className={styles.keys}>
      <DialogBody tabIndex={0}>
        {keyList().map(({ where, keys }) => (
          <section key={where}>
            <h2>{where}</h2>
            <dl>
              {keys.map(({ press, does }) => (
                <div key={does}>
                  <dt>
                    {press.map((each) => (
                      <kbd key={each}>{each}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
      <DialogFooter actions={<Button intent="primary" text="Close" onClick={hide} />} />
    </Dialog>
  );
}

let shown = false;
const listeners = new Set<() => void>();
const set = (next: boolean) => {
  shown = next;
  for (const listener of listeners) listener();
};
const hide = () => set(false);
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const showKeys = (): void => set(true);
