const MOST = 400;

/** Where the focus goes when what had it is taken out of the page: what stood beside it, then what is around it. */
const heirsOf = (element: Element): Element[] => {
  const heirs: Element[] = [];
  for (let at = element; at.parentElement && at.parentElement !== document.body && at.id !== 'main'; at = at.parentElement) {
    for (let next = at.nextElementSibling; next; next = next.nextElementSibling) heirs.push(next);
    for (let before = at.previousElementSibling; before; before = before.previousElementSibling) heirs.push(before);
    heirs.push(at.parentElement);
    if (heirs.length > MOST) break;
  }
  return heirs;
};
/** So many elements that had the focus before: behind a dialog stands what opened it. */
const STEPS = 8;

const REACHABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), tr[tabindex], [tabindex="0"]';

/** What passes by, or only helps on the way, is no place to work at: a message with the focus would never go. */
const PASSING = '[data-passing]';

/** A dialog keeps the focus to itself. */
const openDialog = (): Element | undefined => [...document.querySelectorAll('dialog[open], .bp6-overlay-open .bp6-dialog')].at(-1);

const reachableIn = (element: Element, dialog: Element | undefined): HTMLElement | undefined => {
  const all = element.matches(REACHABLE) ? [element] : [...element.querySelectorAll(REACHABLE)];
  return all.find(
    (each): each is HTMLElement =>
      each instanceof HTMLElement &&
      each.getClientRects().length > 0 &&
      !each.closest('[inert]') &&
      !each.closest(PASSING) &&
      (!dialog || dialog.contains(each)),
  );
};

/**
 * Keeps the focus from falling to the page's body when a row is removed, a mark goes or a dialog closes over what opened it: whoever works
 * with keys or a screen reader stays where the work is. A click beside everything still takes it away. @returns the way to stop
 */
export const keepFocus = (): (() => void) => {
  let trail: { element: Element; heirs: Element[] }[] = [];
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    trail = [{ element: target, heirs: heirsOf(target) }, ...trail.filter(({ element }) => element !== target)].slice(0, STEPS);
  };
  let pressedAt: Element | null = null;
  const onPress = () => {
    pressedAt = document.activeElement;
  };
  // before the click does anything: a focus that is gone by now was left by hand, not taken away
  const onLetGo = () => {
    if (document.activeElement === document.body && pressedAt?.isConnected) trail = [];
  };
  const look = () => {
    const [last] = trail;
    if (document.activeElement !== document.body || !last) return;
    // what is only disabled while something is saved has the focus again afterwards
    if (last.element.isConnected && last.element.matches(':disabled')) return;
    const dialog = openDialog();
    for (const { element, heirs } of trail) {
      for (const each of [element, ...heirs]) {
        const heir = each.isConnected ? reachableIn(each, dialog) : undefined;
        if (heir) return heir.focus({ preventScroll: true });
      }
    }
    (dialog instanceof HTMLElement ? dialog : document.getElementById('main'))?.focus({ preventScroll: true });
  };
  let waits: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body) return;
    clearTimeout(waits);
    // what takes the place of the one that went is drawn first, and a screen puts the focus where it wants it
    waits = setTimeout(look, 60);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('mousedown', onPress, { capture: true });
  document.addEventListener('mouseup', onLetGo, { capture: true });
  return () => {
    observer.disconnect();
    clearTimeout(waits);
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('mousedown', onPress, { capture: true });
    document.removeEventListener('mouseup', onLetGo, { capture: true });
  };
};
