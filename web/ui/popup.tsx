import { Classes, PopoverNext, Utils } from '@blueprintjs/core';
import { createContext, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isKey } from '#web/lib/keys.ts';
import styles from './popup.module.css';

/** Closes the popup around and moves the focus to an element, or back to the button that opened it. */
export const ClosePopup = createContext<(to?: HTMLElement | null) => void>(() => undefined);

/** Hides from an overlay that the focus leaves it: one that is closing would take it back until it has been drawn closed. */
const hideFocus = (event: Event): void => event.stopPropagation();
const FOCUS = ['focus', hideFocus, { capture: true }] as const;

interface Props {
  placement: 'bottom-start' | 'bottom-end';
  disabled?: boolean;
  content: ReactNode;
  /** The button that opens it. */
  children: ReactNode;
}

/**
 * A menu or a calendar below its button. When it closes, the focus leaves it at once: Blueprint alone returns it after the animation, from
 * wherever the person is typing by then.
 */
export function Popup({ placement, disabled = false, content, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const around = useRef<HTMLSpanElement>(null);
  const inside = useRef<HTMLDivElement>(null);
  // what is drawn while it fades away can be pressed a second time
  const canClose = useRef(false);
  const open = () => {
    canClose.current = true;
    setIsOpen(true);
  };
  const close = (to?: HTMLElement | null) => {
    if (!canClose.current) return;
    canClose.current = false;
    setIsOpen(false);
    addEventListener(...FOCUS);
    const { activeElement } = document;
    const hasFocus = activeElement === document.body || inside.current?.closest(`.${Classes.OVERLAY}`)?.contains(activeElement);
    const target = to ?? (hasFocus ? around.current?.querySelector('button') : undefined);
    target?.focus({ preventScroll: true });
  };
  useEffect(() => () => removeEventListener(...FOCUS), [isOpen]);
  const closeByKey = (event: KeyboardEvent) => {
    if (!isOpen || !isKey(event, 'closeMenu')) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only keys on their way to what is inside
    <span ref={around} className={styles.around} onKeyDownCapture={closeByKey}>
      <PopoverNext
        placement={placement}
        disabled={disabled}
        isOpen={isOpen}
        onInteraction={(next) => (next ? open() : close())}
        enforceFocus={isOpen}
        shouldReturnFocusOnClose={false}
        content={
          // a choice is made when its key is let go: by closing at once, the popover would take the focus from under it
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
          <div ref={inside} onKeyDown={(event) => Utils.isKeyboardClick(event) && event.stopPropagation()}>
            <ClosePopup value={close}>{content}</ClosePopup>
          </div>
        }
      >
        {children}
      </PopoverNext>
    </span>
  );
}
