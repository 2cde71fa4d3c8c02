import { isKey, type Pressed } from './keys.ts';

/** Whether a key event saves a form, whatever has the focus. */
export const isSaveKey = (event: Pressed): boolean => isKey(event, 'save') || isKey(event, 'saveAnother');

/**
 * A button that has the focus is not pressed by Ctrl Enter, neither at once nor as Enter is let go: Cancel would throw away what was to be
 * saved, and a question would be answered by the key that raised it.
 */
export const keepButtonsFromSaveKey = (): void => {
  /** The key that saved, until it is let go. */
  let held: { key: string } | undefined;
  const capture = { capture: true };
  const press = (event: KeyboardEvent) => {
    if (event.repeat) return;
    if (isSaveKey(event)) held = { key: event.key };
    else if (event.key === held?.key) held = undefined;
  };
  const letGo = (event: KeyboardEvent) => {
    const now = held;
    if (event.key !== now?.key) return;
    // once the button has heard of it; by then the key may be down again
    setTimeout(() => {
      if (held === now) held = undefined;
    });
  };
  const click = (event: MouseEvent) => {
    if (held === undefined || event.detail !== 0 || event.target !== document.activeElement) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', press, capture);
  addEventListener('keyup', letGo, capture);
  addEventListener('click', click, capture);
  addEventListener('blur', () => (held = undefined));
};
